// After a form in a list is sent, scrolls back to the same place and focuses the next item there.
"use strict";

(() => {
  const KEY = "place";
  const buttons = () => [...document.querySelectorAll("main :is(li, tr) form button")];
  try {
    const [path, place, top] = JSON.parse(sessionStorage.getItem(KEY)) ?? [];
    sessionStorage.removeItem(KEY);
    if (path === location.pathname && new URLSearchParams(location.search).has("done") && !location.hash) {
      (buttons()[place] ?? buttons().at(-1))?.focus({ preventScroll: true });
      document.querySelector("main .toast")?.classList.add("floating");
      scrollTo(0, top);
    }
    addEventListener("submit", ({ submitter }) => {
      const now = buttons().indexOf(submitter);
      if (now >= 0) sessionStorage.setItem(KEY, JSON.stringify([location.pathname, now, scrollY]));
    });
  } catch { /* no storage */ }
})();
