import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { logTo } from '#domain/platform/logger.ts';
import { enforceOutgoing } from '#domain/platform/network/enforce-outgoing.ts';
import { onOutgoing, setStandingPurpose, type OutgoingNote } from '#domain/platform/network/outgoing.ts';

/** Tests run under the product's policy for outgoing connections; their own clients, which are no part of the product, are for `test`. */
enforceOutgoing();
setStandingPurpose('test');
onOutgoing(noteIn(inject('connectionsFolder')));
// part of what a test prints: shown with its name, when it fails
logTo({ write: (line) => console.log(line.trimEnd()) });

/** Writes down every connection of this process. @returns the listener */
function noteIn(folder: string): (note: OutgoingNote) => void {
  const file = path.join(folder, `${process.pid}.txt`);
  return ({ purpose, outcome, host, port }) => appendFileSync(file, `${purpose ?? 'none'}\t${outcome}\t${host}\t${port}\n`);
}
