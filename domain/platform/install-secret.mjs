import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Minimum length, the same as for the environment variable. */
const LEAST_CHARACTERS = 32;

/**
 * Returns a secret of this installation, created by the first process that needs it: the api, or the launcher, which runs before a Node
 * that reads TypeScript exists (hence plain JavaScript). The file is written under another name, flushed to disk and then linked to its
 * final name, and the folder is flushed too: of two racing processes the loser reads the winner's complete file, and a power cut leaves
 * either no file or a complete one.
 * @param {string} dataDir
 * @param {'session' | 'stripe-webhook' | 'badges' | 'badges-rsa' | 'vapid'} name
 * @param {string} [prefix]
 * @param {() => string} [make] makes the secret after the prefix, in visible ASCII characters; 32 random bytes in hex when absent
 * @returns {string}
 * @throws Error naming the file when it holds less than a secret: signing with an empty one would let anybody sign in as anybody
 */
export function installSecret(dataDir, name, prefix = '', make = () => randomBytes(32).toString('hex')) {
  const file = path.join(dataDir, 'secrets', name);
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeDurably(draft, prefix + make());
    try {
      linkSync(draft, file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      unlinkSync(draft);
    }
    flushFolder(path.dirname(file));
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (!secret.startsWith(prefix) || !new RegExp(`^[\\x21-\\x7e]{${LEAST_CHARACTERS},}$`).test(secret.slice(prefix.length)))
    throw new Error(
      `${file} does not contain a secret of at least ${LEAST_CHARACTERS} characters. Delete it to have a new one generated; this signs everyone out.`,
    );
  return secret;
}

/**
 * @param {string} file
 * @param {string} text
 */
function writeDurably(file, text) {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Flushes a folder, so that a new file name survives a power cut. Windows has no such call and needs none.
 * @param {string} folder
 */
function flushFolder(folder) {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
