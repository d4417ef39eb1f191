export interface Row {
  readonly operation: string;
  readonly input: string;
  readonly bytes: number;
  readonly status: number;
  readonly code: string;
  readonly ms: number;
  /** The slowest live probe beside it. */
  readonly probeMs: number;
}

const size = (bytes: number): string =>
  bytes < 10_000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
// 501 and 503 say what is not set up, or away
const isOurError = ({ status }: Row): boolean => [0, 500, 502, 504].includes(status);

function print(row: Row, boundMs: number): void {
  const mark = row.probeMs > boundMs ? ' <- slow' : isOurError(row) ? ' <- error' : '';
  const status = row.code ? `${row.status} ${row.code}` : String(row.status);
  console.log(
    `${cut(row.operation, 28).padEnd(28)} ${cut(row.input, 58).padEnd(58)} ${size(row.bytes).padStart(8)} ${cut(status, 30).padEnd(30)} ` +
      `${row.ms.toFixed(0).padStart(7)} ${row.probeMs.toFixed(0).padStart(7)}${mark}`,
  );
}

/**
 * Prints of each operation the input with the slowest probe beside it, slowest first; then every other one above the bound; then what was not
 * measured, or never accepted, and why. @returns whether nothing was above the bound and nothing failed
 */
export function printTable(rows: readonly Row[], notes: ReadonlyMap<string, string>, boundMs: number): boolean {
  const slowestFirst = rows.toSorted((one, other) => other.probeMs - one.probeMs);
  const worst = [...Map.groupBy(slowestFirst, ({ operation }) => operation).values()].map((own) => own[0]!);
  const head = ['operation'.padEnd(28), 'input'.padEnd(58), 'size'.padStart(8), 'answer'.padEnd(30), 'ms'.padStart(7), 'probe'.padStart(7)];
  console.log(head.join(' '));
  for (const row of worst) print(row, boundMs);

  const bad = slowestFirst.filter((row) => row.probeMs > boundMs || isOurError(row));
  const others = bad.filter((row) => !worst.includes(row));
  if (others.length > 0) console.log(`\nOther inputs above ${boundMs} ms, or answered with an error of ours:`);
  for (const row of others) print(row, boundMs);

  const accepted = new Set(rows.filter(({ status }) => status >= 200 && status < 400).map(({ operation }) => operation));
  const refused = worst.filter(({ operation }) => !accepted.has(operation));
  if (refused.length > 0) console.log('\nNever accepted, so that only the way to the refusal is measured:');
  for (const { operation } of refused) {
    const codes = new Set(rows.filter((row) => row.operation === operation).map(({ status, code }) => `${status} ${code}`));
    console.log(`  ${operation.padEnd(28)} ${[...codes].join(', ')}`);
  }
  if (notes.size > 0) console.log('\nNot measured:');
  for (const [operation, why] of notes) console.log(`  ${operation.padEnd(28)} ${why}`);
  console.log(
    `\n${rows.length} inputs of ${worst.length} operations: ${accepted.size} operations accepted one; ` +
      `${rows.filter(({ probeMs }) => probeMs > boundMs).length} inputs above ${boundMs} ms, ${rows.filter(isOurError).length} errors of ours`,
  );
  return bad.length === 0 && ![...notes.values()].some((why) => /out of time|could not be asked/.test(why));
}
