// Hands in files for a client, with portal_sending.js.

"use strict";

(() => {
  const section = document.getElementById("documents");
  if (typeof Sending === "undefined") { // it did not arrive
    for (const tool of section.querySelectorAll(".hand-in")) tool.hidden = true;
    return;
  }
  const words = document.getElementById("hand-in-words").dataset;
  const WRONG = {
    signed_out: "signedOut", unreadable: "unreadable", gone: "settled", storage_limit_reached: "noRoom",
  };
  let underWay = 0, isChoosing = false, isLeaving = false;
  let arrived = null; // the item of the latest files that arrived; null while the page shows them

  for (const field of section.querySelectorAll(".hand-in input")) {
    field.addEventListener("click", () => {
      isChoosing = true;
      if (isLeaving) stop(); // the new page would take away what is chosen
      isLeaving = false;
    });
    const send = () => handIn(field, document.getElementById(field.dataset.as) || field);
    field.addEventListener("change", send);
    field.addEventListener("cancel", () => {
      isChoosing = false;
      showArrived();
    });
    if (field.files.length) setTimeout(send); // chosen before this script had run, below which is what it needs
  }

  addEventListener("beforeunload", (event) => { if (underWay) event.preventDefault(); });

  // Whether the page is unchanged: nothing is being chosen or sent, was refused, or is typed into one of its forms.
  function isUntouched() {
    const fields = [...section.querySelectorAll("input:not([type=file]), textarea")];
    return !underWay && !isChoosing && !section.querySelector(".sending .wrong")
      && fields.every((each) => each.value === each.defaultValue && each.checked === each.defaultChecked);
  }

  // Reloads the page once all files have arrived.
  function showArrived() {
    if (!arrived || !isUntouched()) return;
    const address = new URL(`${section.dataset.done}&document=${arrived.id}#${arrived.id}`, location);
    const isShown = address.search === location.search;
    [arrived, isLeaving] = [null, true];
    location.assign(address);
    if (isShown) location.reload();
  }

  // Sends the chosen files one after another.
  async function handIn(chosen, about) {
    const item = chosen.closest("li");
    const files = [...chosen.files];
    chosen.value = "";
    isChoosing = false;
    for (const row of item.querySelectorAll(".sending .wrong")) row.remove();
    underWay += 1;
    for (const file of files) await send(file, about.dataset, item.querySelector(".sending"));
    underWay -= 1;
    arrived = files.length ? item : arrived;
    showArrived();
  }

  async function send(chosen, { types, limit, issue, confirm }, list) {
    const row = list.appendChild(document.createElement("li"));
    const share = document.createElement("span");
    share.setAttribute("aria-hidden", "true"); // not every percent is read out
    const say = (what, percent) => {
      const text = words[what].replace("{name}", () => chosen.name);
      if (row.firstChild?.data !== text) row.replaceChildren(text, share);
      share.textContent = percent ? ` ${percent} %` : "";
      row.classList.toggle("wrong", !["sending", "sent"].includes(what));
    };
    say("sending");
    const { file, wrong } = await prepared(chosen, JSON.parse(types), Number(limit));
    if (wrong) return say(wrong);
    const pathOf = (id) => confirm.replace("/upload/", `/${id}/`);
    const paths = { issue, part: (id) => pathOf(id).replace(/confirm$/, "parts"), confirm: pathOf };
    try {
      await new Sending(file, paths, section.dataset.csrf, (state, percent) => say("sending", percent)).run();
    } catch ({ code }) {
      return say(WRONG[code] || "failed");
    }
    return say("sent");
  }
})();
