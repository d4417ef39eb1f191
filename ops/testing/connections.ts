import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Ports that are the same in every run. */
const KNOWN: Readonly<Record<string, string>> = { '0': 'file', '25': 'SMTP', '80': 'HTTP', '443': 'HTTPS', '53': 'DNS', '6379': 'Redis' };

/** The tests' connections, from the files of `note-connections.ts`. */
export interface Connections {
  /** Lines of a table: purpose, outcome, address, count. */
  readonly table: string[];
  /** Connections without a purpose: the product has none, and tests about them do not record theirs. */
  readonly aimless: string[];
}

/** Counts the connections of a run by purpose, outcome, host and kind of port, because most ports differ from run to run. */
export function readConnections(folder: string): Connections {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n'));
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [purpose = '', outcome = '', host = '', port = ''] = line.split('\t');
    const place = port === '0' ? 'a socket file' : `${host}:${KNOWN[port] ?? 'own port'}`;
    const row = `${purpose.padEnd(10)} ${outcome.padEnd(8)} ${place}`;
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return {
    table: rows.map(([row, count]) => `${row.padEnd(50)} ${count}`),
    // refusals with a purpose are in the table: work that outlives its test's configuration finds its target gone
    aimless: [...new Set(lines.filter((line) => line.startsWith('none\t')))],
  };
}
