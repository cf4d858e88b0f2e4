// Hands in files for a client, with portal_sending.js.

"use strict";

(() => {
  const section = document.getElementById("documents");
  const words = document.getElementById("hand-in-words").dataset;
  let underWay = 0;

  for (const tool of section.querySelectorAll(".hand-in")) tool.hidden = false;
  for (const field of section.querySelectorAll(".hand-in input")) {
    field.addEventListener("change", () => handIn(field, document.getElementById(field.dataset.as) || field));
  }

  addEventListener("beforeunload", (event) => { if (underWay) event.preventDefault(); });

  // Whether the page is unchanged: nothing is being sent, was refused, or is typed into one of its forms.
  function isUntouched() {
    const fields = [...section.querySelectorAll("input:not([type=file]), textarea")];
    return !underWay && !section.querySelector(".sending .wrong")
      && fields.every((each) => each.value === each.defaultValue && each.checked === each.defaultChecked);
  }

  // Sends the chosen files one after another, and reloads the page once all have arrived.
  async function handIn(chosen, about) {
    const item = chosen.closest("li");
    const files = [...chosen.files];
    chosen.value = "";
    for (const row of item.querySelectorAll(".sending .wrong")) row.remove();
    underWay += 1;
    for (const file of files) await send(file, about.dataset, item.querySelector(".sending"));
    underWay -= 1;
    if (files.length && isUntouched()) {
      const address = new URL(`${section.dataset.done}&document=${item.id}#${item.id}`, location);
      const isShown = address.search === location.search;
      location.assign(address);
      if (isShown) location.reload();
    }
  }

  async function send(chosen, { types, limit, issue, confirm }, list) {
    const row = list.appendChild(document.createElement("li"));
    const say = (what, percent) => {
      row.textContent = words[what].replace("{name}", chosen.name) + (percent ? ` ${percent} %` : "");
      row.classList.toggle("wrong", !["sending", "sent"].includes(what));
    };
    say("sending");
    const { file, wrong } = await prepared(chosen, JSON.parse(types), Number(limit));
    if (wrong) return say(wrong);
    const paths = { issue, confirm: (id) => confirm.replace("/upload/", `/${id}/`) };
    try {
      await new Sending(file, paths, section.dataset.csrf, (state, percent) => say("sending", percent)).run();
    } catch {
      return say("failed");
    }
    return say("sent");
  }
})();
