// Selects all rows of the list at once, and restores the selection on Back: browsers that may not store a page, such as
// Firefox, forget it.
"use strict";

(() => {
  const every = document.querySelector("[data-picks]");
  if (!every) return;
  const rows = [...document.getElementsByName(every.dataset.picks)];
  const follow = () => { every.checked = rows.every((each) => each.checked); };
  every.hidden = false;
  every.addEventListener("change", () => rows.forEach((row) => { row.checked = every.checked; }));
  rows.forEach((row) => row.addEventListener("change", follow));
  addEventListener("change", () => {
    history.replaceState({ picked: rows.filter((row) => row.checked).map((row) => row.value) }, "");
  });
  const picked = history.state?.picked;
  if (!picked) return;
  rows.forEach((row) => { row.checked = picked.includes(row.value); });
  follow();
})();
