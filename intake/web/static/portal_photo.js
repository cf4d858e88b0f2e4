// Looks whether a photo is too dark or blurred to be read. It only hints: the client decides.

"use strict";

const LOOKED_AT = 500;  // pixels of its width
const DARK = 60;        // mean brightness, of 255
const BLURRED = 14;     // how much the edges vary: a page of sharp text has hundreds

// "dark", "blurred", or null if it seems fine or cannot be looked at.
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
    return null; // of a kind that this browser does not know
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
  return squares / count - (sum / count) ** 2 < BLURRED ? "blurred" : null;
}
