// After a form is sent, scrolls back to the same place if the answer is the same page, and focuses the form's button
// there, or the next item of a list; where that is folded away, or the item has another form now, the item's first
// control. Where the address leads to a part of the page, focuses the same button in that part, or its first control;
// where it is that of a saved view, its link. The notice stays in sight. Nothing moves once the page is used.
"use strict";

(() => {
  const KEY = "place";
  const buttons = () => [...document.querySelectorAll("main :is(li, tr) form button")];
  const submitsOf = (action) => [...document.querySelectorAll("main form[method=post]")].filter(
    (form) => form.getAttribute("action") === action).flatMap((form) => [...form.querySelectorAll("[type=submit]")]);
  const named = (controls, name) => controls.find((each) => each.textContent === name) ?? controls[0];
  const inItem = (button, item) => {
    const part = document.getElementById(item) ?? button?.closest("li, tr");
    return part?.contains(button) && button.checkVisibility?.() !== false ? button : part?.querySelector("a, summary");
  };
  const isUsed = () => document.activeElement !== document.body && !document.activeElement.autofocus;
  const float = () => document.querySelector("main .toast")?.classList.add("floating");
  try {
    const [path, place, top, action, name, item] = JSON.parse(sessionStorage.getItem(KEY)) ?? [];
    sessionStorage.removeItem(KEY);
    const said = new URLSearchParams(location.search);
    if (location.hash) {
      float();
      const part = path === location.pathname && document.getElementById(location.hash.slice(1));
      const controls = part ? [...part.querySelectorAll("form button, summary")].filter((each) => each.offsetParent) : [];
      // Going to the part takes away the focus.
      addEventListener("load", () => { if (!isUsed()) named(controls, name)?.focus({ preventScroll: true }); });
    } else if (isUsed() || scrollY) { /* it was used before this script arrived */
    } else if (path === location.pathname && (said.has("done") || said.has("failed"))) {
      const button = place >= 0 ? inItem(buttons()[place] ?? buttons().at(-1), item) : named(submitsOf(action), name);
      button?.focus({ preventScroll: true });
      if (button || place >= 0) {
        float();
        scrollTo(0, top);
        button?.scrollIntoView({ block: "nearest" }); // the notice may have moved it
      }
    } else if (path === location.pathname) document.querySelector(".views [aria-current]")?.focus();
    addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
      if (defaultPrevented || target.method !== "post" || !target.closest("main")) return;
      const now = [location.pathname, buttons().indexOf(submitter), scrollY,
        target.getAttribute("action"), submitter?.textContent, submitter?.closest("li, tr")?.id];
      sessionStorage.setItem(KEY, JSON.stringify(now));
    });
  } catch { /* no storage */ }
})();
