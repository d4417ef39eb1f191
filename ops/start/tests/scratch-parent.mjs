import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Three installations and their browsers write up to a third of this. */
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
