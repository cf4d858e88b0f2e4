// Shows the chosen colour on a sample client page.

"use strict";

(() => {
  const field = document.querySelector("[data-frame]");
  const frame = document.getElementById(field.dataset.frame);
  let waiting;

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const address = new URL(frame.src);
      address.searchParams.set("color", field.value);
      frame.src = address;
    }, 150);
  });
})();
