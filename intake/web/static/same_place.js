// After a form is sent, scrolls back to the same place if the answer is the same page, and focuses the form's button
// there, or the next item of a list. Where the address leads to a part of the page, focuses the same button in that part,
// or its first control. The notice stays in sight.
"use strict";

(() => {
  const KEY = "place";
  const buttons = () => [...document.querySelectorAll("main :is(li, tr) form button")];
  const formOf = (action) => [...document.querySelectorAll("main form[method=post]")].find(
    (form) => form.getAttribute("action") === action);
  const float = () => document.querySelector("main .toast")?.classList.add("floating");
  try {
    const [path, place, top, action, name] = JSON.parse(sessionStorage.getItem(KEY)) ?? [];
    sessionStorage.removeItem(KEY);
    const said = new URLSearchParams(location.search);
    if (location.hash) {
      float();
      const part = path === location.pathname && document.getElementById(location.hash.slice(1));
      const controls = part ? [...part.querySelectorAll("form button, summary")].filter((each) => each.offsetParent) : [];
      const next = controls.find((each) => each.textContent === name) ?? controls[0];
      addEventListener("load", () => next?.focus({ preventScroll: true })); // going to the part has taken away the focus
    } else if (path === location.pathname && (said.has("done") || said.has("failed"))) {
      const button = place >= 0 ? buttons()[place] ?? buttons().at(-1) : formOf(action)?.querySelector("[type=submit]");
      button?.focus({ preventScroll: true });
      if (button || place >= 0) {
        float();
        scrollTo(0, top);
        button?.scrollIntoView({ block: "nearest" }); // the notice may have moved it
      }
    }
    addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
      if (defaultPrevented || target.method !== "post" || !target.closest("main")) return;
      const now = [location.pathname, buttons().indexOf(submitter), scrollY,
        target.getAttribute("action"), submitter?.textContent];
      sessionStorage.setItem(KEY, JSON.stringify(now));
    });
  } catch { /* no storage */ }
})();
