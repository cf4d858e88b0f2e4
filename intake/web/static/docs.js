/* The reference: a search in the page's contents, and buttons that copy what is sent. Without it both are missing. */

(() => {
  "use strict";

  const places = document.querySelector("#places");
  const input = document.querySelector("#words");
  const found = document.querySelector("#found");
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

  // What each link of the contents leads to, as text: an operation, a chapter, or a guide's section.
  const textOf = (link) => {
    const target = document.getElementById(link.hash.slice(1));
    if (!target) return "";
    if (target.tagName !== "H2") return target.textContent;
    const parts = [target.textContent];
    for (let next = target.nextElementSibling; next && next.tagName !== "H2"; next = next.nextElementSibling) {
      parts.push(next.textContent);
    }
    return parts.join(" ");
  };
  let index = null;

  const search = () => {
    index ??= [...places.querySelectorAll("li")].map((item) => ({ item, text: fold(textOf(item.querySelector("a"))) }));
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    let hits = 0;
    for (const { item, text } of index) {
      item.hidden = !words.every((word) => text.includes(word));
      hits += item.hidden ? 0 : 1;
    }
    for (const list of places.querySelectorAll("ul")) {
      const empty = !list.querySelector("li:not([hidden])");
      list.hidden = empty;
      if (list.previousElementSibling) list.previousElementSibling.hidden = empty;
    }
    found.textContent = words.length ? (hits === 1 ? "1 place" : `${hits} places`) : "";
  };

  input.closest(".search").hidden = false;
  input.addEventListener("input", search);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea") && input.checkVisibility()) {
      event.preventDefault();
      input.focus();
    }
  });

  if (!navigator.clipboard) return;
  for (const sample of document.querySelectorAll("pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(sample.textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not copied";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    sample.before(button);
  }
})();
