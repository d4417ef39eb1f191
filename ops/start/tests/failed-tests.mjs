import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} FailedTest
 * @property {string} file below the root of the repository
 * @property {string} name
 * @property {string} text what went wrong
 *
 * @typedef {object} VitestReport
 * @property {readonly {
 *   name: string, status: string, message: string,
 *   assertionResults: readonly { fullName: string, status: string, failureMessages?: readonly string[] | null }[],
 * }[]} testResults
 *
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {readonly PlaywrightSuite[]} [suites]
 * @property {readonly {
 *   title: string, file: string, line: number,
 *   tests: readonly { status: string, results: readonly { errors?: readonly { message?: string }[] }[] }[],
 * }[]} [specs]
 *
 * @typedef {{ suites: readonly PlaywrightSuite[], errors?: readonly { message?: string }[] }} PlaywrightReport
 */

/** Longer texts are shown above, where the runner has printed them. */
const MOST_LINES = 40;
/** Stack lines that say nothing about the test. */
const OF_RUNNERS = /^\s+at .*(?:node_modules\/|node:internal\/)/;

/** @type {(text: string) => string} */
function short(text) {
  const lines = stripVTControlCharacters(text)
    .trimEnd()
    .split('\n')
    .filter((line) => !OF_RUNNERS.test(line));
  return lines.length <= MOST_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} lines above`].join('\n');
}

/**
 * Reads which tests have failed from a report of Vitest; a file that cannot be run is one.
 * @param {VitestReport} report
 * @param {string} root
 * @returns {FailedTest[]}
 */
export function failedUnits({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => ({ file, name: one.fullName.trim(), text: short((one.failureMessages ?? []).join('\n')) }));
    return failed.length === 0 && status === 'failed' ? [{ file, name: 'the file', text: short(message) }] : failed;
  });
}

/**
 * Reads which journeys have failed from a report of Playwright; an error outside all of them is named `the run`.
 * @param {PlaywrightReport} report
 * @returns {FailedTest[]}
 */
export function failedJourneys({ suites, errors = [] }) {
  /** @type {(suite: PlaywrightSuite, above: readonly string[]) => FailedTest[]} */
  const inSuite = (suite, above) => [
    ...(suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => ({
          file: `e2e/journeys/${file}:${line}`,
          name: [...above, title].join(' '),
          text: short((results.at(-1)?.errors ?? []).map(({ message = '' }) => message).join('\n')),
        })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...above, inner.title])),
  ];
  return [
    // the outermost suites are files
    ...suites.flatMap((suite) => inSuite(suite, [])),
    ...errors.map(({ message = '' }) => ({ file: 'e2e/journeys', name: 'the run', text: short(message) })),
  ];
}

/**
 * The text printed last, so that a log truncated at its beginning still names the failures.
 * @type {(failed: readonly FailedTest[]) => string}
 */
export const failuresText = (failed) =>
  failed.map(({ file, name, text }) => `FAILED ${file} › ${name}\n${text.replaceAll(/^(?=.)/gm, '    ')}\n`).join('\n');
