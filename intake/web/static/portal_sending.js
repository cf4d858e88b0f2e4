// Sends one file straight to storage and confirms it. Nothing here touches the page.

"use strict";

const TRIES = 6;                // per step, before the client is asked
const FIRST_PAUSE = 1000;       // milliseconds, doubled with each try
const SILENCE = 45000;          // after this long without progress the connection is dead
const ADDRESS_LIVES = 14 * 60000;
const LARGE = 8 * 1024 * 1024;  // larger files are sent in parts: a line that breaks costs only one of them
const GONE = ["file_not_found_in_storage", "upload_not_found"]; // also a day after an unconfirmed upload

const TYPES = {
  bmp: "image/bmp", csv: "text/csv", doc: "application/msword", gif: "image/gif", heic: "image/heic", heif: "image/heif",
  jpeg: "image/jpeg", jpg: "image/jpeg", m4a: "audio/mp4", mov: "video/quicktime", mp3: "audio/mpeg", mp4: "video/mp4",
  odt: "application/vnd.oasis.opendocument.text", pdf: "application/pdf", png: "image/png", rtf: "application/rtf",
  tif: "image/tiff", tiff: "image/tiff", txt: "text/plain", webp: "image/webp",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
};

const PHOTOS = ["image/jpeg", "image/png", "image/heic", "image/heif", "image/webp"]; // can become pages

// Types unknown to browsers (HEIC) or named differently by systems (ZIP and RTF on Windows).
function typeOf(file) {
  const known = TYPES[file.name.split(".").pop().toLowerCase()];
  return known || file.type.split(";")[0].trim() || "application/octet-stream";
}

function fits(type, accepted) {
  const kind = type.toLowerCase();
  const wanted = accepted.map((each) => each.toLowerCase());
  return !wanted.length || wanted.includes(kind) || wanted.includes(kind.split("/")[0] + "/*");
}

// The name without unstorable or invisible characters, shortened before the extension.
function nameOf(file) {
  const name = (file.name.toWellFormed ? file.name.toWellFormed() : file.name)
    .replace(/[\u0000-\u001f\u007f]/g, " ").trim() || "file";
  const signs = [...name], ending = /\.[A-Za-z0-9]{1,8}$/.exec(name);
  return signs.length <= 200 ? name : signs.slice(0, 180).join("") + (ending ? ending[0] : "");
}

// Whether a canvas can be read back: browsers that prevent fingerprinting, such as Tor's, return noise.
function isKept(drawing) {
  drawing.fillRect(0, 0, 2, 1);
  return drawing.getImageData(0, 0, 2, 1).data.every((part, place) => place % 4 === 3 || part < 16);
}

// The picture as a JPEG of at most `limit` bytes on white, or null if this browser cannot read it.
async function asJpeg(file, limit) {
  try {
    const picture = await createImageBitmap(file);
    for (const longest of [4000, 3000, 2200, 1600]) {
      const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      const drawing = canvas.getContext("2d");
      if (!isKept(drawing)) return null;
      drawing.fillStyle = "#fff"; // or transparent parts would be black
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.88));
      if (blob && blob.size <= limit) {
        return new File([blob], file.name.replace(/\.[^.]*$/, "") + ".jpg", { type: "image/jpeg" });
      }
    }
  } catch { /* a format that this browser cannot read */ }
  return null;
}

// The file as it may be sent, or the reason against it: {file} or {wrong}.
async function prepared(file, accepted, limit) {
  if (!file.size) return { wrong: "empty" };
  const type = typeOf(file);
  if (fits(type, accepted) && file.size <= limit) return { file };
  if (type.startsWith("image/") && fits("image/jpeg", accepted)) {
    const smaller = await asJpeg(file, limit);
    if (smaller) return { file: smaller };
  }
  return { wrong: fits(type, accepted) ? "tooLarge" : "wrongType" };
}

// A refusal that a retry would not change. `code` and `details` come from the server's error, or `code` says what is
// wrong with the file.
class Refused extends Error {
  constructor(code, details) {
    super(code);
    Object.assign(this, { code, details });
  }
}

class Interrupted extends Error {}

class Sending {
  // `paths` has {issue, part(id), confirm(id)}; without `part` no file is sent in parts, without `confirm` others do
  // that. `report(state, percent)` shows progress.
  constructor(file, paths, csrf, report) {
    Object.assign(this, { file, paths, csrf, report, cancelled: false, patience: SILENCE });
  }

  // Resolves when the file is handed in; without `confirm`, to its upload once it is stored. Raises `Refused`, or
  // `Interrupted` if every try failed or it was cancelled. Another run continues with the failed step.
  async run() {
    const type = typeOf(this.file);
    this.report("preparing");
    for (let round = 0; round < 3; round += 1) {
      this.issued ||= { ...await this.insist(() => this.ask(this.paths.issue, {
        filename: nameOf(this.file), content_type: type, file_size_bytes: this.file.size,
      })), expires: Date.now() + ADDRESS_LIVES, sent: 0 };
      const { upload_id: upload } = this.issued;
      try {
        while (this.issued.sent < this.file.size) await this.insist(() => this.store(this.issued, type));
        if (!this.paths.confirm) return upload;
        this.report("finishing");
        return await this.insist(() => this.ask(this.paths.confirm(upload)));
      } catch (error) {
        if (error.code === "upload_already_confirmed") return null; // an earlier try succeeded, but its answer was lost
        if (!["upload_url_expired", ...GONE].includes(error.code)) throw error;
        this.issued = null;
      }
    }
    throw new Interrupted();
  }

  // Stores the next part of the file; a small one is stored whole.
  async store({ upload_id: id, upload_url: url, expires, sent }, type) {
    const { file, paths } = this;
    // Browsers may wait long for a file that was moved or shortened.
    if (!await file.slice(-1).text().catch(() => "")) throw new Refused("unreadable");
    if (paths.part && file.size > LARGE) {
      const part = await this.ask(paths.part(id), { start: sent });
      await this.put(part.upload_url, file.slice(sent, part.end));
      this.issued.sent = part.end;
    } else {
      if (Date.now() > expires) throw new Refused("upload_url_expired");
      await this.put(url, file.slice(0, file.size, type));
      this.issued.sent = file.size;
    }
  }

  cancel() {
    this.cancelled = true;
    if (this.request) this.request.abort();
    if (this.wake) this.wake();
  }

  // Returns a step's result, with retries at growing intervals after connection or server errors.
  async insist(step) {
    for (let tried = 1; ; tried += 1) {
      if (this.cancelled) throw new Interrupted();
      try {
        return await step();
      } catch (error) {
        if (this.cancelled || error instanceof Refused || tried === TRIES) throw error;
        this.report(!navigator.onLine ? "offline" : error.seconds ? "waiting" : "again");
        await this.pause(error.seconds ? error.seconds * 1000 : FIRST_PAUSE * 2 ** (tried - 1));
      }
    }
  }

  // Waiting for a network does not count as a try.
  async pause(milliseconds) {
    const waited = (set) => new Promise((done) => { this.wake = done; set(done); });
    if (navigator.onLine) await waited((done) => setTimeout(done, milliseconds));
    if (!navigator.onLine && !this.cancelled) {
      this.report("offline");
      await waited((done) => window.addEventListener("online", done, { once: true }));
    }
  }

  // Returns the server's answer. Raises `Refused` or `Interrupted`.
  async ask(path, body) {
    const abort = new AbortController();
    this.request = abort;
    const timer = setTimeout(() => abort.abort(), SILENCE);
    let answer, content;
    try {
      answer = await fetch(path, {
        method: "POST", signal: abort.signal, credentials: "same-origin",
        headers: { "Accept": "application/json", "Content-Type": "application/json", "X-CSRF-Token": this.csrf },
        body: JSON.stringify(body || {}),
      });
      content = await answer.json();
    } catch {
      const refusal = answer?.redirected ? "signed_out" : { 401: "signed_out", 404: "gone" }[answer?.status];
      throw refusal ? new Refused(refusal) : new Interrupted();
    } finally {
      clearTimeout(timer);
    }
    if (answer.ok) return content.data;
    const code = content.error?.code;
    if (answer.status === 429 || answer.status >= 500) {
      const later = new Interrupted(code);
      later.code = code;
      later.seconds = Number(answer.headers.get("Retry-After"));
      throw later;
    }
    throw new Refused(code, content.error?.details);
  }

  // Sends bytes of the file. Uses XMLHttpRequest, because fetch does not report progress.
  put(url, bytes) {
    const percent = (more) => Math.floor((100 * (this.issued.sent + more)) / this.file.size);
    return new Promise((done, failed) => {
      const request = new XMLHttpRequest();
      this.request = request;
      let timer;
      const alive = (patience = SILENCE) => {
        clearTimeout(timer);
        timer = setTimeout(() => request.abort(), patience);
      };
      // A virus scanner or VPN may accept the whole file at once and forward it slowly, without progress.
      request.upload.onload = () => {
        alive(this.patience);
        this.patience *= 2;
      };
      request.upload.onprogress = (event) => {
        alive();
        this.report("sending", percent(event.loaded));
      };
      request.onloadend = () => {
        clearTimeout(timer);
        if (request.status >= 200 && request.status < 300) done(true);
        else if (request.status === 403) failed(new Refused("upload_url_expired"));
        else failed(new Interrupted());
      };
      request.open("PUT", url);
      alive();
      this.report("sending", percent(0));
      request.send(bytes);
    });
  }
}
