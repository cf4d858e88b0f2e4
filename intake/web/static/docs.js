/* The reference: full-text search, redirects from old addresses, and buttons that copy the examples. */

(() => {
  "use strict";

  const SHOWN = 40;
  const contents = document.querySelector("#contents");
  const places = document.querySelector("#places");
  const results = document.querySelector("#results");
  const input = document.querySelector("#words");
  const found = document.querySelector("#found");
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

  let fetched = null;
  const index = () => {
    fetched ??= fetch("/docs/index.json").then(async (answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      const { common, places } = await answer.json();
      return { common, places: places.map((place) => {
        const heading = fold(`${place.title} ${place.in} ${place.id}`);
        return { ...place, heading, text: `${heading} ${place.words}` };
      }) };
    });
    fetched.catch(() => { fetched = null; });
    return fetched;
  };

  // Common words are not indexed by place: they exclude no place, but find none alone.
  const search = ({ common, places }, words) => {
    const score = (place) => words.filter((word) => place.heading.includes(word)).length;
    return places.filter(({ text }) => words.every((word) => text.includes(word) || common.includes(word))
      && words.some((word) => text.includes(word))).sort((one, other) => score(other) - score(one));
  };

  const item = (place) => {
    const link = document.createElement("a");
    link.href = place.href;
    if (place.method) {
      const method = link.appendChild(document.createElement("b"));
      method.className = method.textContent = place.method;
      link.append(" ");
    }
    const title = link.appendChild(document.createElement("span"));
    title.textContent = place.title;
    const where = title.appendChild(document.createElement("small"));
    where.textContent = ` ${place.in}`;
    const entry = document.createElement("li");
    entry.append(link);
    return entry;
  };

  const show = async () => {
    let said = "", hits = [];
    try {
      const everything = input.value.trim() && await index();
      const words = fold(input.value).split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
      if (everything && words.length) {
        hits = search(everything, words);
        said = hits.length === 1 ? "1 place" : `${hits.length} places`;
        if (hits.length > SHOWN) said += `, the first ${SHOWN} shown`;
      }
    } catch {
      said = "The search is not available just now.";
    }
    results.replaceChildren(...hits.slice(0, SHOWN).map(item));
    results.hidden = !hits.length;
    places.hidden = hits.length > 0;
    found.textContent = said;
  };

  input.closest(".search").hidden = false;
  input.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea") && input.checkVisibility?.() !== false) {
      event.preventDefault();
      input.focus();
    }
  });

  // Arrows move through the field and the results; Enter in the field opens the first, Escape ends the search.
  contents.addEventListener("keydown", (event) => {
    const stops = [input, ...results.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (at < 0 || event.isComposing) return;
    if (event.key === "Enter" && at === 0 && stops[1]) stops[1].click();
    else if (event.key === "Escape") {
      input.value = "";
      input.focus();
      show();
    } else if (stops[next]) stops[next].focus();
    else return;
    event.preventDefault();
  });

  // Old links, from when the reference was one page: `/docs#matters_create`.
  const follow = async () => {
    const id = location.hash.slice(1);
    if (!id || document.getElementById(id)) return;
    const { places } = await index().catch(() => ({ places: [] }));
    const place = places.find((each) => each.id === id);
    if (place) location.replace(place.href);
  };
  window.addEventListener("hashchange", follow);
  follow();

  const current = places.querySelector("[aria-current]");
  contents.scrollTop = Math.max(0, current.offsetTop - contents.clientHeight / 3);

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
