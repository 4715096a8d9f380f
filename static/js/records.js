// The keys of a replay: each presses the link that names it (← → Home End).

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (link === null) return;
  event.preventDefault();
  link.click();
});
