// Shows the colour that is being chosen on the example of a client's page.

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
