import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Room for the stores of three installations, whose logs may grow to a gigabyte each (`max_wal_size`), and for their browsers. */
const PLENTY_BYTES = 6 * 2 ** 30;

/**
 * Returns the parent folder of what tests throw away: $TMPDIR when it is set, else memory where there is plenty. A test database is a thousand
 * files, and on a disk making and deleting them takes twice the processor time; the journeys' stores wait for the disk at every commit.
 */
export function scratchParent() {
  if (process.env['TMPDIR']) return os.tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, os.freemem()) >= PLENTY_BYTES) {
      accessSync(IN_MEMORY, constants.W_OK);
      return IN_MEMORY;
    }
  } catch {
    // not on this system, or not for this user
  }
  return os.tmpdir();
}

const NAME = 'coursewright-tests-';
const OLD_MS = 3_600_000;

/**
 * Makes the folder in `parent` for everything temporary of a test run, and removes those of killed runs, an hour old, which would occupy memory
 * until the machine restarts. PostgreSQL's user, who may be another one, can pass through it.
 * @param {string} parent
 */
export function makeScratch(parent) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(NAME)) continue;
    const left = path.join(parent, name);
    try {
      if (Date.now() - statSync(left).mtimeMs > OLD_MS) rmSync(left, { recursive: true, force: true });
    } catch {
      // another user's
    }
  }
  const scratch = mkdtempSync(path.join(parent, NAME));
  chmodSync(scratch, 0o711);
  return scratch;
}
