// Selects all rows of the list at once, or with Shift those up to the last one that was clicked, says how many are
// selected, and restores the selection on Back: browsers that may not store a page, such as Firefox, forget it.
"use strict";

(() => {
  const every = document.querySelector("[data-picks]");
  if (!every) return;
  const rows = [...document.getElementsByName(every.dataset.picks)];
  const said = document.querySelector("[data-picked]");
  const follow = () => {
    const count = rows.filter((row) => row.checked).length;
    every.checked = count === rows.length;
    every.indeterminate = count > 0 && !every.checked;
    said.textContent = !count ? "" : count === 1 ? said.dataset.one : said.dataset.many.replace("#", count);
  };
  every.hidden = false;
  every.addEventListener("change", () => rows.forEach((row) => { row.checked = every.checked; }));
  let last = null;
  rows.forEach((row, place) => row.addEventListener("click", (event) => {
    if (event.shiftKey && last !== null) {
      rows.slice(Math.min(place, last), Math.max(place, last) + 1).forEach((each) => { each.checked = row.checked; });
    }
    last = place;
  }));
  addEventListener("change", () => {
    follow();
    history.replaceState({ ...history.state, picked: rows.filter((row) => row.checked).map((row) => row.value) }, "");
  });
  const picked = history.state?.picked;
  if (picked) rows.forEach((row) => { row.checked = picked.includes(row.value); });
  follow();
})();
