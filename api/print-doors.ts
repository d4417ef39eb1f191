import { ENDPOINTS } from '#contract/endpoints.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { listDoors } from './list-doors.ts';
import type { Door } from './platform/doors.ts';

// Prints every door with its payer, maximum body size, age rule and the rows of the limits that count it: npm run doors [-- words]. With
// --json: all of them as JSON.
const words = process.argv.slice(2).map((word) => word.toLowerCase());
// no connection is made: doors are only listed
setConfig(readConfig({ DATABASE_URL: 'postgres://localhost/none' }));
const endpoints = new Set<string>(ENDPOINTS.map(({ name }) => name));
const cells = ({ name, at, pays, bodyBytes, age, limit }: Door): string[] => [name, at, pays, sizeOf(bodyBytes), age, limit];
const sizeOf = (bytes: number): string =>
  bytes === 0 ? 'no body' : `${(bytes / 1_000).toLocaleString('en', { maximumFractionDigits: 0 })} KB`;

const doors = listDoors()
  .toSorted((one, other) => Number(endpoints.has(one.name)) - Number(endpoints.has(other.name)))
  .filter(({ name, at }) => words.length === 0 || words.some((word) => `${name} ${at}`.toLowerCase().includes(word)));
if (words.includes('--json')) {
  process.stdout.write(`${JSON.stringify(listDoors())}\n`);
  process.exit();
}
const rows = [['door', 'at', 'pays', 'body', 'age', 'limit'], ...doors.map(cells)];
const widths = rows[0]!.map((_, column) => Math.min(60, Math.max(...rows.map((row) => row[column]!.length))));
process.stdout.write(
  `${rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`,
);
process.exit();
