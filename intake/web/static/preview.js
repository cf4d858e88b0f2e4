// Updates a form's preview shortly after each change, as its button `data-preview` does at once.

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
        if (!answer.ok) return; // the preview of the last valid form stays
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
    if (button.form.contains(document.activeElement)) later(); // typed before this script loaded
  }
})();
