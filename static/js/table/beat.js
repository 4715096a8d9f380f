// A worker that says when it is time for a ping. In a hidden tab the page's own timers are slowed
// down to one a minute; a worker's are not, so whoever looks at another tab is still at the table.

addEventListener("message", ({ data: milliseconds }) => setInterval(() => postMessage(null), milliseconds));
