// What the built frontend must not contain, because it is public: keys, signing secrets, card numbers, password hashes, database addresses, and what
// builds leave out (`frontend/vite-plugins/declared-for-servers.ts`).
// usage: node ops/checks/bundle-secrets.mjs [dist folder]     exit 1 when something is found.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Readonly<Record<string, RegExp>>} */
const SHAPES = {
  'a key of Stripe': /(?<!\w)(?:sk|rk)_\w*/g,
  'a signing secret': /(?<!\w)whsec_\w*/g,
  'a key of an AI service': /(?<!\w)(?:sk-(?:ant-|proj-)?[\w-]{16,}|AIza[\w-]{30,}|xai-\w{16,})/g,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY/g,
  'a password hash': /\$(?:argon2(?:id|i|d)|2[aby])\$\S*/g,
  'the address of a store': /(?:postgres(?:ql)?|redis|rediss):\/\/\S*/g,
  'a setting of the server': /\b(?:DATABASE_URL|REDIS_URL|SESSION_SECRET|STRIPE_(?:SECRET_KEY|WEBHOOK_SECRET)|SMTP_URL)\b/g,
  'what only servers read of an endpoint': /\b(?:personOnly|publicAs|opensNothing|namesOpen|goesOn)\s*:/g,
  // in one piece or in groups of at least four digits, as on cards; digits of SVG paths and floats do not count
  'a card number': /(?<![\d.])(?:\d{13,19}|\d{4}(?:[ -]\d{4,6}){2,3}(?:[ -]\d{1,3})?)(?![\d.e])/g,
};

/** In uncompressed binaries, such as the outlines of a font, the bytes of digits follow each other by chance. */
const BINARY = /[.](ttf|woff2?|png|jpe?g|webp|wasm)$/;

/** Card number prefixes with their lengths. */
const CARDS = /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6\d{15,18})$/;

/** Checks prefix, length and check digit; the check digit rules out nine of ten other numbers. */
function isCardNumber(/** @type {string} */ text) {
  const number = text.replaceAll(/[ -]/g, '');
  const digits = [...number].map(Number);
  const sum = digits.toReversed().reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return CARDS.test(number) && sum % 10 === 0;
}

/**
 * @param {string} dist folder to search recursively
 * @param {Readonly<Record<string, string>>} [known] secrets of this installation, by description
 * @returns {{ file: string, what: string, begins: string }[]} the findings; of each only the first characters
 */
export function secretsIn(dist, known = {}) {
  const found = [];
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // as raw bytes, so that text inside a picture or a font is found too
    const text = readFileSync(path, 'latin1');
    const file = relative(dist, path);
    for (const [what, shape] of Object.entries(SHAPES)) {
      for (const [match] of text.matchAll(shape)) {
        if (what === 'a card number' && (BINARY.test(file) || !isCardNumber(match))) continue;
        found.push({ file, what, begins: match.slice(0, 12) });
      }
    }
    for (const [what, secret] of Object.entries(known)) if (text.includes(secret)) found.push({ file, what, begins: secret.slice(0, 4) });
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = secretsIn(process.argv[2] ?? fileURLToPath(new URL('../../frontend/dist', import.meta.url)));
  for (const { file, what, begins } of found) console.error(`${file}: ${what} (${begins}…)`);
  console.log(found.length === 0 ? 'No secret in the built frontend.' : `${found.length} found.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
