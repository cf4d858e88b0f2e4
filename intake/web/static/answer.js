// Where a form was answered with errors: focuses the first field that has one, in the order of the page, or shows what
// else is wrong, unless somebody has begun to use the page before this script arrived. Where it was answered with an
// address or a secret to copy, focuses that. Back and reload open the page on which the form was, so that the browser
// does not ask whether to send the form again.
"use strict";

(() => {
  const KEY = "page of the form";
  const first = document.querySelector("main :is([aria-invalid=true], fieldset[aria-describedby*='-wrong'])");
  const shown = document.querySelector("main [role=status] input[readonly]");
  const isAnswer = "answer" in document.currentScript.dataset;
  const { activeElement } = document, isUsed = activeElement !== document.body && !activeElement.autofocus;
  if (isUsed) { /* nothing may move away from under the fingers */ }
  else if (first) (first.matches("fieldset") ? first.querySelector("input") : first).focus();
  else if (shown) shown.focus();
  else if (isAnswer && !scrollY) document.querySelector("main [role=alert]")?.scrollIntoView({ block: "center" });
  try {
    const page = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (first && page && isAnswer) history.replaceState(history.state, "", page);
    addEventListener("submit", ({ target, defaultPrevented }) => {
      if (target.method === "post" && target.closest("main") && !defaultPrevented) sessionStorage.setItem(KEY, location.href);
    });
  } catch { /* no storage */ }
})();
