// Keeps a form on the page until there is a connection: the browser would show an error in the place of what was typed.

"use strict";

addEventListener("submit", (event) => {
  const form = event.target, told = form.querySelector("[data-offline]");
  if (navigator.onLine || !told || event.submitter?.name) return; // a button with a name sends nothing
  event.preventDefault();
  event.stopPropagation();
  if (told.textContent) return; // it waits already
  told.textContent = told.dataset.offline;
  addEventListener("online", () => {
    told.textContent = "";
    form.requestSubmit();
  }, { once: true });
}, true);
