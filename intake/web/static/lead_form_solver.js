// Solves an ALTCHA challenge: finds the number for which the SHA-256 digest has the wanted prefix. Browsers offer no
// digest without TLS, and calling theirs takes longer than computing this one.
"use strict";

const ROUNDS = 64;
const primes = [];
for (let each = 2; primes.length < ROUNDS; each += 1) if (primes.every((prime) => each % prime)) primes.push(each);
const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;
const CONSTANTS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const [A, B, C, D, E, F, G, H] = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const words = new Int32Array(ROUNDS);
const state = new Int32Array(8);

// Computes in `state` the digest of the `length` bytes in `words`, at most 55.
function digest(length) {
  words[length >> 2] |= 0x80 << (24 - (length % 4) * 8);
  words.fill(0, (length >> 2) + 1, 15);
  words[15] = length * 8;
  for (let at = 16; at < ROUNDS; at += 1) {
    const before = words[at - 15], late = words[at - 2];
    words[at] = (words[at - 16] + words[at - 7]
      + (((before >>> 7) | (before << 25)) ^ ((before >>> 18) | (before << 14)) ^ (before >>> 3))
      + (((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10))) | 0;
  }
  let a = A, b = B, c = C, d = D, e = E, f = F, g = G, h = H;
  for (let at = 0; at < ROUNDS; at += 1) {
    const first = (h + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7)))
      + ((e & f) ^ (~e & g)) + CONSTANTS[at] + words[at]) | 0;
    const second = ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10)))
      + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + first) | 0; d = c; c = b; b = a; a = (first + second) | 0;
  }
  state[0] = A + a; state[1] = B + b; state[2] = C + c; state[3] = D + d;
  state[4] = E + e; state[5] = F + f; state[6] = G + g; state[7] = H + h;
}

const wordsOf = (hex) => Int32Array.from(hex.match(/.{8}/g), (each) => parseInt(each, 16));
const hexOf = (numbers) => Array.from(numbers, (each) => (each >>> 0).toString(16).padStart(8, "0")).join("");

onmessage = ({ data: { salt, nonce, cost, keyPrefix } }) => {
  const start = wordsOf(salt + nonce), length = start.length * 4 + 4;
  const bits = keyPrefix.length * 4, wanted = parseInt(keyPrefix, 16);
  for (let counter = 0; counter < 2 ** 32; counter += 1) {
    words.set(start);
    words[start.length] = counter;
    words[start.length + 1] = 0;
    digest(length);
    for (let round = 1; round < cost; round += 1) {
      words.set(state);
      words[8] = 0;
      digest(32);
    }
    if (state[0] >>> (32 - bits) === wanted) {
      postMessage({ counter, derivedKey: hexOf(state) });
      return;
    }
  }
};
