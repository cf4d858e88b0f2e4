// The checklist: chosen, photographed and dropped files are sent, and the page is kept true without being loaded again.

"use strict";

(() => {
  const list = document.getElementById("checklist");
  const words = document.getElementById("words").dataset;
  const live = document.getElementById("live");
  const path = `${list.dataset.path}/documents`;
  const language = document.documentElement.lang;
  const AT_ONCE = 2;
  const waiting = [];
  const underWay = new Set();
  const shown = new Map(); // what the server last said of each item, by its id
  let lastRefresh = 0;

  const say = (sentence, values = {}) => sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const announce = (text) => { live.textContent = text; };
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const size = (bytes) => bytes < 1048576 ? `${number.format(bytes / 1024)} KB` : `${number.format(bytes / 1048576)} MB`;
  const itemOf = (id) => document.getElementById(id);

  function element(tag, properties = {}, ...inside) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...inside);
    return made;
  }

  // Sending

  class Row {
    constructor(id, file) {
      Object.assign(this, { id, name: file.name, original: file });
      this.said = element("p", { className: "said" });
      this.bar = element("progress", { max: 100, value: 0, hidden: true });
      this.bar.setAttribute("aria-label", say(words.sending, { name: file.name }));
      this.buttons = element("p", { className: "choices" });
      this.node = element("li", { className: "sending" },
        element("p", { className: "name" }, element("bdi", { textContent: file.name })), this.said, this.bar,
        this.buttons);
      const rows = itemOf(id).querySelector(".sendings");
      rows.hidden = false;
      rows.append(this.node);
      this.offer([words.cancel, () => this.cancel()]);
    }

    begin() {
      this.node.classList.remove("failed");
      this.offer([words.cancel, () => this.cancel()]);
      this.show("waiting");
      waiting.push(this);
      next();
    }

    async send() {
      const item = itemOf(this.id);
      const accepted = item.dataset.types ? item.dataset.types.split(",") : [];
      this.show("preparing");
      const { file, wrong } = await prepared(this.original, accepted, Number(item.dataset.limit));
      if (wrong) return this.fail(wrong, false);
      if (this.cancelled) return null;
      announce(say(words.sending, { name: this.name }));
      this.sending = new Sending(file, {
        issue: `${path}/${this.id}/uploads`, confirm: (upload) => `${list.dataset.path}/uploads/${upload}/confirm`,
      }, list.dataset.csrf, (state, percent) => this.show(state, percent));
      try {
        await this.sending.run();
      } catch (error) {
        return this.cancelled ? null : this.fail(...reasonOf(error));
      }
      const hadFocus = this.node.contains(document.activeElement);
      this.remove();
      await refresh();
      if (hadFocus) focusOn(this.id);
      announce(`${say(words.sent, { name: this.name })} ${document.getElementById("count").textContent}`);
      return null;
    }

    show(state, percent) {
      this.bar.hidden = state !== "sending" && state !== "finishing";
      this.finishing = state === "finishing";
      if (this.finishing) this.bar.value = 100;
      if (percent !== undefined) this.bar.value = percent;
      this.said.textContent = state === "sending" ? say(words.percent, { percent }) : words[state];
      if (state === "again" || state === "offline") announce(words[state]);
    }

    fail(reason, again) {
      const dataset = itemOf(this.id)?.dataset ?? {}; // the firm may have taken the item back meanwhile
      const text = say(words[reason], {
        name: this.name, size: size(this.original.size), limit: size(Number(dataset.limit)), kinds: dataset.kinds });
      const hadFocus = this.buttons.contains(document.activeElement);
      this.bar.hidden = true;
      this.node.classList.add("failed");
      this.said.textContent = text;
      announce(text);
      this.offer(...(again ? [[words.retry, () => this.begin()]] : []), [words.dismiss, () => this.close()]);
      if (hadFocus) this.buttons.firstChild.focus();
      if (reason === "settled") refresh();
      return null;
    }

    cancel() {
      this.cancelled = true;
      if (this.sending) this.sending.cancel();
      announce(say(words.cancelled, { name: this.name }));
      this.close();
      if (this.finishing) refresh(); // it may have been too late
    }

    close() {
      const hadFocus = this.node.contains(document.activeElement);
      this.remove();
      if (hadFocus) focusOn(this.id);
    }

    remove() {
      const place = waiting.indexOf(this);
      if (place >= 0) waiting.splice(place, 1);
      const rows = this.node.parentNode;
      this.node.remove();
      if (rows) rows.hidden = !rows.children.length;
    }

    offer(...choices) {
      this.buttons.replaceChildren(...choices.map(([action, act]) => {
        const button = element("button", { type: "button", className: "plain", textContent: action });
        button.setAttribute("aria-label", say(words.of, { action, name: this.name }));
        button.addEventListener("click", act);
        return button;
      }));
    }
  }

  function reasonOf(error) {
    const reasons = {
      storage_unavailable: ["unavailable", true], too_many_files: ["tooMany", false], foreign_page: ["stale", false],
      file_too_large: ["tooLarge", false], validation_error: ["wrongType", false],
      invalid_status_transition: ["settled", false],
    };
    if (error instanceof Refused) return reasons[error.code] || ["closed", false];
    return reasons[error.code] || ["failed", true];
  }

  function next() {
    while (underWay.size < AT_ONCE && waiting.length) {
      const row = waiting.shift();
      underWay.add(row);
      row.send().finally(() => {
        underWay.delete(row);
        next();
      });
    }
  }

  function hand(id, files) {
    for (const file of files) new Row(id, file).begin();
  }

  function focusOn(id, place = "h3") {
    const item = itemOf(id);
    if (item) (item.querySelector(place) || item.querySelector("h3")).focus();
  }

  // Keeping the page true

  // Puts the new page's items in the place of the old ones that differ; what is being sent and what is open stays.
  function adopt(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const newer = fresh.getElementById("checklist");
    if (!newer) return location.reload();
    const active = document.activeElement;
    const inFocus = active.closest(".item") && [active.closest(".item").id, placeOf(active)];
    const changed = [...newer.querySelectorAll(".item")].filter((item) => shown.get(item.id) !== item.innerHTML);
    newer.querySelectorAll(".item").forEach(prepare);
    const summary = [document.getElementById("summary"), newer.querySelector("#summary")];
    if (summary[0].innerHTML !== summary[1].innerHTML) summary[0].replaceWith(document.adoptNode(summary[1]));
    const steps = [document.querySelector(".steps"), fresh.querySelector(".steps")];
    if (steps[0] && steps[1]) steps[0].replaceWith(document.adoptNode(steps[1]));
    const ids = (place) => [...place.querySelectorAll(".item")].map((item) => item.id).join();
    if (ids(list) === ids(newer)) {
      for (const item of changed) {
        const old = itemOf(item.id);
        keep(old, item);
        old.replaceWith(document.adoptNode(item));
      }
    } else {
      for (const item of newer.querySelectorAll(".item")) keep(itemOf(item.id), item);
      list.querySelectorAll(".group").forEach((group) => group.remove());
      list.append(...newer.querySelectorAll(".group"));
    }
    list.dataset.version = newer.dataset.version;
    list.toggleAttribute("data-checking", newer.hasAttribute("data-checking"));
    if (inFocus && !document.contains(active)) focusOn(...inFocus);
    return null;
  }

  // What scripts add to an item. Its inputs are listened to one by one: a file may be chosen after the item that asked
  // for it was replaced.
  function prepare(item) {
    shown.set(item.id, item.innerHTML);
    const handing = item.querySelector(".handing-in");
    if (!handing) return;
    handing.hidden = false;
    for (const input of handing.querySelectorAll("input")) {
      input.addEventListener("change", () => {
        const files = [...input.files];
        input.value = ""; // so that the same file can be chosen again
        hand(item.id, files);
      });
      input.addEventListener("keydown", (event) => { // it looks like a button, and those know Enter too
        if (event.key !== "Enter") return;
        event.preventDefault();
        input.click();
      });
    }
  }

  // Where the focus is, in words that hold for the item that takes the old one's place.
  function placeOf(active) {
    const place = [".photo input", ".choose input", ".help summary"].find((each) => active.matches(each));
    return place || "h3";
  }

  function keep(old, item) {
    if (!old) return;
    const rows = old.querySelector(".sendings");
    item.querySelector(".sendings").replaceWith(rows);
    const help = item.querySelector(".help");
    if (help) help.open = Boolean(old.querySelector(".help[open]"));
  }

  async function refresh() {
    lastRefresh = Date.now();
    try {
      const answer = await fetch(path, { headers: { Accept: "text/html" }, credentials: "same-origin" });
      const text = await answer.text();
      if (answer.ok) adopt(text);
      else if (answer.status === 404 || answer.status === 410) location.reload(); // to be told why
    } catch { /* the next look will tell */ }
  }

  // Looks ever less often whether what is being checked was checked, and not at all while nobody looks at the page.
  async function look(began) {
    if (list.hasAttribute("data-checking") && !document.hidden) {
      try {
        const answer = await fetch(`${path}.json`, { headers: { Accept: "application/json" } });
        const told = answer.ok ? (await answer.json()).data : null;
        if (told && told.version !== list.dataset.version) {
          await refresh();
          began = Date.now();
        }
      } catch { /* offline for a moment */ }
    }
    const saving = navigator.connection && navigator.connection.saveData;
    const pause = saving ? 60000 : Date.now() - began < 60000 ? 3000 : 20000;
    setTimeout(look, pause, began);
  }

  // What happens on the page

  list.addEventListener("submit", async (event) => {
    const form = event.target;
    event.preventDefault();
    const id = form.closest(".item").id;
    form.querySelector("button").disabled = true;
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" },
        credentials: "same-origin" });
      if (!answer.ok) throw new Refused();
      adopt(await answer.text());
      focusOn(id);
      announce(say(words.removed, { name: form.dataset.name }));
    } catch {
      form.querySelector("button").disabled = false;
      form.submit(); // as without scripts: the browser tells what is wrong
    }
  });

  const target = (event) => event.target.closest && event.target.closest(".item");
  const holdsFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");

  document.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault(); // beside an item too, or the browser would leave the page to show the file
    const item = target(event);
    const takes = item && item.querySelector(".handing-in");
    event.dataTransfer.dropEffect = takes ? "copy" : "none";
    document.querySelectorAll(".over").forEach((other) => other !== item && other.classList.remove("over"));
    if (takes) item.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.querySelectorAll(".over").forEach((item) => item.classList.remove("over"));
  });
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    document.querySelectorAll(".over").forEach((item) => item.classList.remove("over"));
    const item = target(event);
    if (item && item.querySelector(".handing-in")) hand(item.id, [...event.dataTransfer.files]);
  });

  window.addEventListener("beforeunload", (event) => {
    if (underWay.size) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - lastRefresh > 15000) refresh();
  });

  document.querySelector(".scriptless").remove();
  list.querySelectorAll(".item").forEach(prepare);
  look(Date.now());
})();
