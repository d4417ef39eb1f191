import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { levels } from 'pino';
import { beforeEach, expect } from 'vitest';

interface Line {
  /** Its message and its error. */
  readonly said: string;
  readonly text: string;
}

/** Of the log's levels. */
export const ERROR = levels.values['error']!;
/** Lines of the running test; files share a process. */
let lines: Line[] = [];
let expected: RegExp[] = [];
let allowed: RegExp[] = [];

/** Records a line of the product's log if it is an error. `note-connections.ts` passes all lines here. */
export function keepLogged(text: string): void {
  const { level, msg, err } = JSON.parse(text) as { level: number; msg?: string; err?: { message?: string } };
  if (level >= ERROR) lines.push({ said: [msg, err?.message].filter(Boolean).join(': '), text });
}

/**
 * Declares that this test makes the product log an error: a line that matches, with all its fields. The test fails if none does by its end;
 * undeclared errors are reported at the end of the run, with the test's name.
 */
export function expectLogged(line: RegExp): void {
  expected.push(line);
}

/**
 * Declares that tests of this file, or of this `describe`, may make the product log an error: each of them breaks something in the same
 * way, and which of them is logged depends on timing. A single test uses `expectLogged`.
 */
export function allowLogged(line: RegExp): void {
  beforeEach(() => void allowed.push(line));
}

/**
 * Ends a test's declarations.
 * @param folder where undeclared errors are recorded
 */
export function judgeLogged(folder: string): void {
  const [logged, declared, known] = [lines, expected, [...expected, ...allowed]];
  [lines, expected, allowed] = [[], [], []];
  const { currentTestName, testPath } = expect.getState();
  for (const { said } of logged.filter((line) => !known.some((one) => one.test(line.text)))) {
    const place = `${path.relative(process.cwd(), testPath ?? '')}: ${currentTestName ?? 'beside its tests'}`;
    appendFileSync(path.join(folder, `${process.pid}.txt`), `${JSON.stringify([place, said])}\n`);
  }
  const missing = declared.filter((one) => !logged.some(({ text }) => one.test(text)));
  expect(missing, 'errors that the test expects in the log').toEqual([]);
}

/** Returns the errors that no test has declared, each once: the message, the number of tests, and one of these tests. */
export function readUndeclared(folder: string): string[] {
  const found = readdirSync(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n'));
  const places = new Map<string, Set<string>>();
  for (const [place, said] of found.map((line) => JSON.parse(line) as [string, string]))
    places.set(said, (places.get(said) ?? new Set()).add(place));
  return [...places].map(([said, tests]) => `${said.split('\n')[0]}\n    ${tests.size}: ${[...tests][0]}`).toSorted();
}
