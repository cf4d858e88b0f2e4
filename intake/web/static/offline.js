// Holds a form until there is a connection: the browser would replace the page with an error.

"use strict";

addEventListener("submit", (event) => {
  const form = event.target, notice = form.querySelector("[data-offline]");
  if (navigator.onLine || !notice || event.submitter?.name) return; // a button with a name sends nothing
  event.preventDefault();
  event.stopPropagation();
  if (notice.textContent) return; // already waiting
  notice.textContent = notice.dataset.offline;
  addEventListener("online", () => {
    notice.textContent = "";
    event.submitter.click();
  }, { once: true });
}, true);
