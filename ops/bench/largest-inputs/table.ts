export interface Row {
  readonly operation: string;
  readonly input: string;
  readonly bytes: number;
  readonly status: number;
  readonly code: string;
  /** The part of the request that was refused; empty if none was, or if the answer does not say. */
  readonly why: string;
  readonly ms: number;
  /** The slowest live probe during the request. */
  readonly probeMs: number;
  /** The part of the probe's time that the api's own work held up, which is judged: a busy machine makes every probe slow. */
  readonly heldMs: number;
}

const size = (bytes: number): string =>
  bytes < 10_000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
// 501 and 503 report services that are not set up, or down
const isOurError = ({ status }: Row): boolean => [0, 500, 502, 504].includes(status);

type Taken = 'accepted' | 'refused' | 'unread';
/** Returns how far an input got: accepted; refused by a rule after it was read and found valid; or refused before. */
function taken({ status, code }: Row): Taken {
  if (status >= 200 && status < 400) return 'accepted';
  return [0, 401, 405, 413, 415, 429].includes(status) || /^(validation[.]|body[.]|csrf[.]|access[.])/.test(code) ? 'unread' : 'refused';
}

function print(row: Row, boundMs: number): void {
  const mark = row.heldMs > boundMs ? ' <- slow' : isOurError(row) ? ' <- error' : '';
  const status = row.code ? `${row.status} ${row.code}` : String(row.status);
  console.log(
    `${cut(row.operation, 28).padEnd(28)} ${cut(row.input, 58).padEnd(58)} ${size(row.bytes).padStart(8)} ${taken(row).padEnd(8)} ${cut(status, 30).padEnd(30)} ` +
      `${row.ms.toFixed(0).padStart(7)} ${row.probeMs.toFixed(0).padStart(7)} ${row.heldMs.toFixed(0).padStart(7)}${mark}`,
  );
}

/**
 * Prints for each operation the input with the slowest live probe (`held`), slowest first; then every other input above the bound; then
 * inputs that were never accepted and how far they got, or not measured, with the reason.
 * @param how.takesInput names of the operations that take a file, a text or a list; others take at most ids
 * @returns whether nothing was above the bound, nothing failed, and everything that takes input was measured
 */
export function printTable(
  rows: readonly Row[],
  { notes, takesInput, boundMs }: { notes: ReadonlyMap<string, string>; takesInput: ReadonlySet<string>; boundMs: number },
): boolean {
  const slowestFirst = rows.toSorted((one, other) => other.heldMs - one.heldMs);
  const worst = [...Map.groupBy(slowestFirst, ({ operation }) => operation).values()].map((own) => own[0]!);
  const head = [
    'operation'.padEnd(28),
    'input'.padEnd(58),
    'size'.padStart(8),
    'taken'.padEnd(8),
    'answer'.padEnd(30),
    'ms'.padStart(7),
    'probe'.padStart(7),
    'held'.padStart(7),
  ];
  console.log(head.join(' '));
  for (const row of worst) print(row, boundMs);

  const bad = slowestFirst.filter((row) => row.heldMs > boundMs || isOurError(row));
  const others = bad.filter((row) => !worst.includes(row));
  if (others.length > 0) console.log(`\nOther inputs above ${boundMs} ms, or answered with a server error:`);
  for (const row of others) print(row, boundMs);

  const of = (how: Taken) => new Set(rows.filter((row) => taken(row) === how).map(({ operation }) => operation));
  const [accepted, refused] = [of('accepted'), of('refused')];
  const never = worst.map(({ operation }) => operation).filter((operation) => !accepted.has(operation));
  const withInput = never.filter((operation) => takesInput.has(operation));
  const unread = withInput.filter((operation) => !refused.has(operation));
  const answersOf = (operation: string) =>
    [
      ...new Set(
        rows.filter((row) => row.operation === operation).map(({ status, code, why }) => `${status} ${code}${why && ` (${why})`}`),
      ),
    ].join(', ');
  const list = (title: string, operations: readonly string[], say: (operation: string) => string | undefined) => {
    if (operations.length > 0) console.log(`\n${title}`);
    for (const operation of operations) console.log(`  ${operation.padEnd(28)} ${say(operation)}`);
  };
  list(
    'Read whole, found valid and refused by a rule, never accepted:',
    withInput.filter((operation) => refused.has(operation)),
    answersOf,
  );
  list('Never even read whole, so that nothing is measured:', unread, answersOf);
  list(
    'Take no file, text or list, and were not accepted:',
    never.filter((operation) => !takesInput.has(operation)),
    answersOf,
  );
  list('Not measured:', [...notes.keys()], (operation) => notes.get(operation));
  console.log(
    `\n${rows.length} inputs of ${worst.length} operations: ${accepted.size} operations accepted one; of those that take a file, a text or a list ` +
      `${withInput.length} did not, ${unread.length} of which read none; ` +
      `${rows.filter(({ heldMs }) => heldMs > boundMs).length} inputs above ${boundMs} ms, ${rows.filter(isOurError).length} server errors`,
  );
  return bad.length === 0 && unread.length === 0 && ![...notes.values()].some((why) => /out of time|could not be asked/.test(why));
}
