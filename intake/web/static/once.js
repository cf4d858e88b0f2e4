// Refuses a second press of a button. Listens at the window, after all other listeners: forms that scripts send are
// left to them. After a while the form can be sent again, because the answer may have been a file.
"use strict";

(() => {
  const ANSWERED = 10000;
  const sent = new Set();
  addEventListener("pageshow", ({ persisted }) => { if (persisted) sent.clear(); }); // back from the browser's memory
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    setTimeout(() => sent.delete(form), ANSWERED);
  });
})();
