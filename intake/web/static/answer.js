// Where a form was answered with errors: focuses the first field that has one, in the order of the page. Back and
// reload open the page on which the form was, so that the browser does not ask whether to send the form again.
"use strict";

(() => {
  const KEY = "page of the form";
  const first = document.querySelector("main :is([aria-invalid=true], fieldset[aria-describedby*='-wrong'])");
  (first?.matches("fieldset") ? first.querySelector("input") : first)?.focus();
  try {
    const page = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (first && page && "answer" in document.currentScript.dataset) history.replaceState(history.state, "", page);
    addEventListener("submit", ({ target, defaultPrevented }) => {
      if (target.method === "post" && target.closest("main") && !defaultPrevented) sessionStorage.setItem(KEY, location.href);
    });
  } catch { /* no storage */ }
})();
