// j and k move through the leads of the table or the board; Enter opens the focused one.
"use strict";

(() => {
  const rows = [...document.querySelectorAll("[data-row]")];
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { j: 1, k: -1 }[event.key];
    if (!step || !rows.length) return;
    event.preventDefault();
    const here = rows.indexOf(document.activeElement);
    rows[here < 0 ? 0 : Math.min(Math.max(here + step, 0), rows.length - 1)].focus();
  });
})();
