// Selects all rows of the list at once; without it they are selected one by one.
"use strict";

(() => {
  const every = document.querySelector("[data-picks]");
  if (!every) return;
  const rows = [...document.getElementsByName(every.dataset.picks)];
  every.hidden = false;
  every.addEventListener("change", () => rows.forEach((row) => { row.checked = every.checked; }));
  rows.forEach((row) => row.addEventListener("change", () => { every.checked = rows.every((each) => each.checked); }));
})();
