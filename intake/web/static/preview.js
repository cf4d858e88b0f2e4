// Shows what a form would make a moment after the last change, as the form's button `data-preview` does at once.

"use strict";

(() => {
  for (const button of document.querySelectorAll("[data-preview]")) {
    const place = document.getElementById(button.dataset.preview);
    let asked, waiting;

    async function show() {
      asked?.abort();
      asked = new AbortController();
      const typed = new URLSearchParams(new FormData(button.form));
      typed.set("part", "yes");
      try {
        const answer = await fetch(button.formAction, { method: "POST", body: typed, signal: asked.signal, redirect: "error" });
        if (!answer.ok) return; // what stands there is of the last form that was right
        const made = new DOMParser().parseFromString(await answer.text(), "text/html"); // runs no scripts
        place.replaceChildren(...made.body.childNodes);
      } catch (error) {
        if (error.name !== "AbortError") button.hidden = false;
      }
    }

    button.hidden = true;
    const later = () => {
      clearTimeout(waiting);
      waiting = setTimeout(show, 400);
    };
    button.form.addEventListener("input", later);
    button.form.addEventListener("change", later);
    if (button.form.contains(document.activeElement)) later(); // something may have been typed before this came
  }
})();
