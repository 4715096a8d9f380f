// Times of events as the clock on the wall here shows them; without a script the page says UTC.

const language = document.documentElement.lang || undefined;
const CLOCK = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
const FULL = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });

/** Let `node`, a <time>, show this moment; with the day where it is not the day of `first`. */
export function showTime(node, milliseconds, first) {
  const day = DAY.format(milliseconds);
  const clock = CLOCK.format(milliseconds);
  node.dateTime = new Date(milliseconds).toISOString();
  node.title = FULL.format(milliseconds);
  node.textContent = day === DAY.format(first) ? clock : `${day}, ${clock}`;
}

/** All times of the tables on the page, and their headings, which then need no zone. */
function showAll() {
  for (const table of document.querySelectorAll("table[data-times]")) {
    const times = [...table.querySelectorAll("time")];
    const moments = times.map((node) => Date.parse(node.dateTime));
    const first = Math.min(...moments);
    times.forEach((node, index) => showTime(node, moments[index], first));
    table.querySelector("[data-zone]")?.remove();
  }
}

showAll();
