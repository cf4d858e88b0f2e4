// Previews a letter while it is written. Without this script the preview is updated when the form is saved.

"use strict";

(() => {
  const form = document.getElementById("letter");
  const preview = document.getElementById("letter-preview");
  const PAUSE = 300;
  let timer;
  let newest = 0;

  if (!form.dataset.preview) return;

  async function show(language) {
    const number = newest += 1;
    const body = new URLSearchParams(new FormData(form));
    if (language) body.set("language", language);
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body });
      const text = await answer.text();
      if (!answer.ok || number !== newest) return;
      preview.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
      if (language) preview.lang = language;
    } catch { /* offline: the last preview stays */ }
  }

  form.addEventListener("input", (event) => {
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE, event.target.dataset.language);
  });
  form.addEventListener("focusin", (event) => {
    const { language } = event.target.dataset;
    if (language && language !== preview.lang) show(language);
  });
  if (form.contains(document.activeElement)) show(document.activeElement.dataset.language); // used before this script ran
})();
