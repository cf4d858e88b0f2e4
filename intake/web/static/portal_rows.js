// A row for each file being sent, in the card of its item, with buttons to cancel and to try again. `page` is the
// page's interface: {list, words, announce, itemOf, nameOf, withdrawn, whyNot, unfold, refresh, focusOn, doubtOf}.

"use strict";

const ENDED = "ended"; // the reason why no item takes anything any more: the link has expired, or was closed or revoked
const OVER = ["settled", "withdrawn", ENDED]; // reasons why an item takes nothing any more

const say = (sentence, values = {}) => sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

function sizeSaid(bytes) {
  const number = new Intl.NumberFormat(`${document.documentElement.lang}-US`, { maximumFractionDigits: 1 });
  const inKilobytes = bytes < 1048576;
  return `${number.format(bytes / (inKilobytes ? 1024 : 1048576))}\u00a0${inKilobytes ? "KB" : "MB"}`;
}

// The name without characters that change the direction of the surrounding text.
const shownName = (name) => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

function element(tag, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
}

// Names what is not sent yet, for the page that follows if this one is reloaded or the phone ends it.
class Unsent {
  constructor(path) {
    Object.assign(this, { key: `files ${path}`, all: new Set() });
  }

  // What an earlier page of this tab did not send: [id of the item, name] each.
  recall() {
    try { return JSON.parse(sessionStorage.getItem(this.key)) ?? []; } catch { return []; }
  }

  add(each) {
    this.all.add(each);
    this.write();
  }

  delete(each) {
    if (this.all.delete(each)) this.write();
  }

  write() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.all].map(({ id, name }) => [id, name])));
    } catch { /* some private windows */ }
  }
}

// How many files are sent at once.
class Queue {
  constructor(page, most = 2) {
    const unsent = new Unsent(page.list.dataset.path);
    Object.assign(this, { page, most, unsent, waiting: [], failed: [], lost: [], underWay: new Set() });
  }

  // Says of each file that an earlier page did not send that it has to be chosen again.
  recall() {
    const { itemOf, unfold, words, announce } = this.page, said = [];
    for (const [id, name] of this.unsent.recall()) {
      const item = itemOf(id), arrived = [...item?.querySelectorAll(".files .name") ?? []];
      if (!item?.dataset.takes || arrived.some((each) => each.textContent.trim() === name)) continue;
      new Row(this, id, { name }).lose();
      unfold(item);
      said.push(name);
    }
    if (said.length) announce([...said, words.lost].join(". "));
    this.unsent.write();
  }

  get isBusy() {
    return this.underWay.size > 0;
  }

  // Sends files for an item; `isSeen` if the client has seen the doubts about them.
  hand(id, files, isSeen = false) {
    this.clear(id);
    for (const file of files) Object.assign(new Row(this, id, file), { isSeen }).begin();
  }

  // Lists files while what they need is on its way. Resolves to those that were not cancelled meanwhile.
  async hold(id, files, ready) {
    const rows = files.map((file) => new Row(this, id, file));
    for (const row of rows) {
      row.node.classList.add("kept");
      row.show("preparing");
    }
    await ready;
    const kept = rows.filter((row) => row.node.isConnected && !row.isOver);
    for (const row of kept) row.remove();
    return kept.map((row) => row.original);
  }

  // Keeps files that cannot be taken now; `take` gets them when the client tries again.
  keep(id, files, take) {
    const rows = files.map((file) => new Row(this, id, file));
    const takeAll = () => {
      const kept = rows.filter((row) => row.node.isConnected);
      for (const row of kept) row.remove();
      take(kept.map((row) => row.original));
    };
    for (const row of rows) Object.assign(row, { begin: takeAll }).fail("failed", true);
  }

  // Removes earlier errors, and from this item the files that were lost.
  clear(id) {
    const lost = this.lost.filter((row) => row.id === id);
    for (const row of [...this.failed.splice(0), ...lost]) row.close();
  }

  add(row) {
    this.waiting.push(row);
    this.next();
  }

  // Says of what waits for an item, or for any, that it was not sent, for one of the reasons in `OVER`.
  end(reason, id = null) {
    for (const each of [...this.unsent.all]) {
      if ((!id || each.id === id) && !this.underWay.has(each)) each.end(reason);
    }
  }

  drop(row) {
    const place = this.waiting.indexOf(row);
    if (place >= 0) this.waiting.splice(place, 1);
  }

  next() {
    while (this.underWay.size < this.most && this.waiting.length) {
      const row = this.waiting.shift();
      this.underWay.add(row);
      row.send().finally(() => {
        this.underWay.delete(row);
        this.next();
      });
    }
  }
}

class Row {
  constructor(queue, id, file) {
    Object.assign(this, { queue, page: queue.page, id, name: shownName(file.name), original: file });
    const { words, itemOf, withdrawn } = this.page, { name } = this;
    this.said = element("p", { className: "said" });
    this.bar = element("progress", { max: 100, value: 0, hidden: true });
    this.bar.setAttribute("aria-label", say(words.sending, { name }));
    this.buttons = element("p", { className: "choices" });
    this.node = element("li", { className: "sending" },
      element("p", { className: "name" }, element("bdi", { textContent: name })), this.said, this.bar,
      this.buttons);
    const rows = itemOf(id)?.querySelector(".sendings") ?? withdrawn;
    rows.hidden = false;
    rows.append(this.node);
    queue.unsent.add(this);
    this.offer([words.cancel, () => this.cancel()]);
  }

  begin() {
    this.node.classList.remove("failed", "kept");
    this.offer([this.page.words.cancel, () => this.cancel()]);
    this.show("waiting");
    this.queue.add(this);
  }

  async send() {
    const { words, announce, itemOf, refresh, focusOn } = this.page;
    let doubt;
    this.show("preparing");
    try {
      doubt = await this.transfer(itemOf(this.id).dataset);
    } catch (error) {
      if (this.cancelled) return null;
      const [reason, again] = reasonOf(error);
      this.fail(reason, again, error.about);
      if (reason === ENDED) return this.queue.end(reason);
      return this.isOver ? refresh() : null;
    }
    const hadFocus = this.node.contains(document.activeElement);
    if (doubt) this.hint(doubt);
    await refresh();
    if (!doubt) this.remove(); // the refreshed item shows the file
    if (hadFocus) focusOn(this.id);
    const said = [say(words.sent, { name: this.name }), document.getElementById("count").textContent,
      document.querySelector("#summary .all-in")?.textContent, doubt && this.said.textContent];
    announce(said.filter(Boolean).join(" "));
    return null;
  }

  // Resolves to a doubt about the file, or nothing, once it is handed in. Raises the errors of `Sending`.
  async transfer({ types, limit }) {
    const file = await fitting(this.original, types ? types.split(",") : [], Number(limit));
    this.begun();
    await this.deliver(file, "uploads");
    return this.isSeen ? null : this.page.doubtOf(file);
  }

  begun() {
    if (!this.cancelled) this.page.announce(say(this.page.words.sending, { name: this.name }));
  }

  // Sends a file of its own (`uploads`), or one of several that are handed in together (`photos`).
  deliver(file, kind, report = (state, percent) => this.show(state, percent)) {
    const { path, csrf } = this.page.list.dataset;
    if (this.sending?.file !== file) { // a retry continues the same one
      const to = (step) => (upload) => `${path}/uploads/${upload}/${step}`;
      this.sending = new Sending(file, { issue: `${path}/documents/${this.id}/${kind}`, part: to("parts"),
        confirm: kind === "uploads" && to("confirm") }, csrf, report);
    }
    if (this.cancelled) this.sending.cancel();
    return this.sending.run();
  }

  show(state, percent) {
    const { words, announce } = this.page;
    this.bar.hidden = state !== "sending" && state !== "finishing";
    this.finishing = state === "finishing";
    if (this.finishing) this.bar.value = 100;
    if (percent !== undefined) this.bar.value = percent;
    this.said.textContent = state === "sending" ? say(words.percent, { percent }) : words[state];
    if (state === "again" || state === "offline") announce(words[state]);
  }

  // The page that was sending the file is gone, and only its name is known.
  lose() {
    this.queue.lost.push(this);
    this.node.classList.add("failed");
    this.said.textContent = this.page.words.lost;
    this.offer([this.page.words.dismiss, () => this.close()]);
  }

  // The file was handed in, but the client should check it.
  hint(doubt) {
    const { words } = this.page;
    this.queue.unsent.delete(this);
    this.bar.hidden = true;
    this.node.classList.add("doubted");
    this.said.textContent = say(words[doubt], { name: this.name });
    this.offer([words.dismiss, () => this.close()]);
  }

  // `about` is the file that caused it.
  fail(reason, again, about = this.original) {
    const { words, announce, itemOf, list } = this.page;
    const dataset = itemOf(this.id)?.dataset ?? {}; // the item may have been withdrawn
    const text = say(words[reason], {
      name: shownName(about.name), size: sizeSaid(about.size), limit: sizeSaid(Number(dataset.limit)),
      kinds: dataset.kinds, item: this.page.nameOf(this.id),
    });
    const hadFocus = this.buttons.contains(document.activeElement);
    this.bar.hidden = true;
    this.node.classList.add("failed");
    this.node.classList.toggle("kept", again);
    this.isOver = OVER.includes(reason);
    if (!again) {
      this.queue.failed.push(this);
      this.queue.unsent.delete(this);
    }
    this.said.textContent = text;
    announce(text);
    const code = [words.enterCode, () => window.open(`${list.dataset.path}/code`, "_blank", "noopener")];
    const retry = [words.retry, () => this.begin()];
    this.offer(...(reason === "code" ? [code] : []), ...(again ? [retry] : []), this.lastChoice);
    if (hadFocus) this.buttons.firstChild.focus();
  }

  end(reason) {
    this.queue.drop(this);
    this.fail(reason, false);
  }

  get lastChoice() {
    return [this.page.words.dismiss, () => this.close()];
  }

  cancel() {
    const { words, announce, refresh } = this.page;
    this.cancelled = true;
    if (this.sending) this.sending.cancel();
    announce(say(words.cancelled, { name: this.name }));
    this.close();
    if (this.finishing) refresh(); // the cancellation may have come too late
  }

  close() {
    const hadFocus = this.node.contains(document.activeElement);
    this.remove();
    if (hadFocus) this.page.focusOn(this.id);
  }

  remove() {
    this.queue.drop(this);
    this.queue.unsent.delete(this);
    const rows = this.node.parentNode;
    this.node.remove();
    if (rows) rows.hidden = !rows.children.length;
  }

  offer(...choices) {
    this.buttons.replaceChildren(...choices.map(([action, act]) => {
      const button = element("button", { type: "button", className: "plain", textContent: action });
      button.setAttribute("aria-label", say(this.page.words.of, { action, name: this.name }));
      button.addEventListener("click", act);
      return button;
    }));
  }
}

// Returns the file as it may be sent. Raises `Refused` with the reason.
async function fitting(original, accepted, limit) {
  const { file, wrong } = await prepared(original, accepted, limit);
  if (wrong) throw new Refused(wrong);
  return file;
}

// The name of the words about an error, and whether the file may be sent again.
function reasonOf(error) {
  const { code } = error;
  const passing = { storage_unavailable: "unavailable", intake_code_required: "code" }[code];
  const lasting = {
    too_many_files: "tooMany", foreign_page: "stale", file_too_large: "tooLarge", validation_error: "wrongType",
    file_empty: "empty", file_needs_password: "password", file_of_another_kind: "otherKind",
    intake_link_expired: ENDED, intake_link_revoked: ENDED, intake_link_closed: ENDED, intake_link_not_found: ENDED,
    invalid_status_transition: "settled", document_not_found: "withdrawn", not_a_photo: "otherKind",
    empty: code, unreadable: code, tooLarge: code, wrongType: code,
  }[code] || (error instanceof Refused && "closed");
  return passing ? [passing, true] : lasting ? [lasting, false] : ["failed", true];
}

// Asks before the page is left with unsent files. Links ask themselves, because iPhones do not ask when a page is left,
// and with a dialog, because confirm() does nothing in some in-app browsers.
function guard(isUnsent, dialog) {
  let next = null, isLeaving = false;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || link.origin !== location.origin || link.getAttribute("href").startsWith("#")) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !isUnsent()) return;
    event.preventDefault();
    next = link.href;
    dialog.returnValue = ""; // Escape keeps the last one
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    isLeaving = dialog.returnValue === "leave";
    if (isLeaving) location.assign(next);
  });
  window.addEventListener("beforeunload", (event) => { if (isUnsent() && !isLeaving) event.preventDefault(); });
  window.addEventListener("pageshow", () => { isLeaving = false; });
}
