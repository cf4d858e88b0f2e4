// Checks whether a photo is too dark or blurred to be read, or cuts off the paper. It only hints: the client decides.

"use strict";

const LOOKED_AT = 500;  // width in pixels
const DARK = 60;        // mean brightness, of 255
const BLURRED = 14;     // variance of the edges: a page of sharp text has hundreds

const CONTRAST = 60;    // how much brighter paper is than the table, of 255
const CUT = 0.4;        // share of a side along which paper must be cut off
const FREE = 0.1;       // greatest share of paper on a side that shows the paper's edge

// Returns "dark", "blurred" or "cut", or null if it seems fine or cannot be read.
async function photoDoubt(file) {
  if (!typeOf(file).startsWith("image/")) return null;
  try {
    const picture = await createImageBitmap(file, { resizeWidth: LOOKED_AT, resizeQuality: "medium" });
    const { width, height } = picture;
    const canvas = element("canvas", { width, height });
    const drawing = canvas.getContext("2d", { willReadFrequently: true });
    drawing.drawImage(picture, 0, 0);
    picture.close();
    return doubtAbout(brightness(drawing.getImageData(0, 0, width, height).data), width, height);
  } catch {
    return null; // a format that this browser cannot read
  }
}

function brightness(pixels) {
  const found = new Float32Array(pixels.length / 4);
  for (let at = 0; at < found.length; at += 1) {
    found[at] = 0.299 * pixels[4 * at] + 0.587 * pixels[4 * at + 1] + 0.114 * pixels[4 * at + 2];
  }
  return found;
}

function doubtAbout(light, width, height) {
  if (light.reduce((sum, each) => sum + each, 0) / light.length < DARK) return "dark";
  let sum = 0, squares = 0, count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const edge = 4 * light[at] - light[at - 1] - light[at + 1] - light[at - width] - light[at + width];
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  if (squares / count - (sum / count) ** 2 < BLURRED) return "blurred";
  return isCutOff(light, width, height) ? "cut" : null;
}

// Whether paper, which is brighter than the table, is cut off on one side while its edge is visible on another. A page
// that fills the picture, or lies on an equally bright table, cannot be judged. Anything else that is bright and
// reaches a side is taken for paper, such as a window or a two-coloured table.
function isCutOff(light, width, height) {
  const { least, contrast } = paperIn(light);
  if (contrast < CONTRAST) return false;
  const sides = [[0, 1, width], [(height - 1) * width, 1, width], [0, width, height], [width - 1, width, height]]
    .map(([from, step, length]) => paperAlong(light, from, step, length, least));
  return sides.some(({ all }) => all <= FREE) && sides.some(({ together }) => together >= CUT);
}

// The brightness that best separates paper from table (Otsu's method), and how far apart the two are.
function paperIn(light) {
  const counts = new Array(256).fill(0);
  for (const each of light) counts[Math.round(each)] += 1;
  const total = counts.reduce((sum, count, level) => sum + count * level, 0);
  let found = { least: 0, contrast: 0 }, best = 0, below = 0, sum = 0;
  for (let level = 1; level < 256; level += 1) {
    below += counts[level - 1];
    sum += counts[level - 1] * (level - 1);
    const above = light.length - below;
    if (!below || !above) continue;
    const contrast = (total - sum) / above - sum / below;
    const parted = below * above * contrast ** 2;
    if (parted > best) [best, found] = [parted, { least: level, contrast }];
  }
  return found;
}

// The share of a side that is paper: in all, and in the longest run without a gap.
function paperAlong(light, from, step, length, least) {
  let all = 0, run = 0, longest = 0;
  for (let place = 0; place < length; place += 1) {
    run = light[from + place * step] >= least ? run + 1 : 0;
    if (run) all += 1;
    longest = Math.max(longest, run);
  }
  return { all: all / length, together: longest / length };
}
