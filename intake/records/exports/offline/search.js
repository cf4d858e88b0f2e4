// Shows the matters of the first page that have every word that is typed.
(() => {
  const field = document.getElementById("search");
  const rows = [...document.querySelectorAll("tbody tr")];
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  const texts = rows.map((row) => folded(row.textContent));
  const show = () => {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    rows.forEach((row, place) => {
      row.hidden = !words.every((word) => texts[place].includes(word));
      found += row.hidden ? 0 : 1;
    });
    document.getElementById("none").hidden = found > 0 || rows.length === 0;
  };
  field.parentElement.hidden = rows.length < 2;
  field.addEventListener("input", show);
  show();
})();
