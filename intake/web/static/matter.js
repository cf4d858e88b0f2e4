// A button that copies a field; without it the field's text is selected by hand.
"use strict";

for (const button of navigator.clipboard ? document.querySelectorAll("[data-copies]") : []) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copies);
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  });
}
