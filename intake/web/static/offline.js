// Holds a form until there is a connection: the browser would replace the page with an error.

"use strict";

addEventListener("submit", (event) => {
  const form = event.target, told = form.querySelector("[data-offline]");
  if (navigator.onLine || !told || event.submitter?.name) return; // a button with a name sends nothing
  event.preventDefault();
  event.stopPropagation();
  if (told.textContent) return; // already waiting
  told.textContent = told.dataset.offline;
  addEventListener("online", () => {
    told.textContent = "";
    form.requestSubmit();
  }, { once: true });
}, true);
