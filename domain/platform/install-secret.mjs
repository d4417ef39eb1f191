import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';

/** As short as the variable may be. */
const LEAST_CHARACTERS = 32;

/**
 * A secret of this install, made on first use. It is written elsewhere, flushed to the disk and then linked to its name, so of two processes that race
 * the loser reads the winner's, whole, and a power cut leaves no empty one.
 * @throws Error naming the file when it holds less than a secret: signing with an empty one would let anybody sign in as anybody
 */
export function installSecret(dataDir: string, name: 'session' | 'stripe-webhook' | 'badges', prefix = ''): string {
  const file = path.join(dataDir, 'secrets', name);
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeDurably(draft, prefix + randomBytes(32).toString('hex'));
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (!secret.startsWith(prefix) || !new RegExp(`^[\\x21-\\x7e]{${LEAST_CHARACTERS},}$`).test(secret.slice(prefix.length)))
    throw new Error(
      `${file} holds no secret of at least ${LEAST_CHARACTERS} characters. Delete it to have a new one made; everybody is signed out then.`,
    );
  return secret;
}

function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
