import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ file: string, ms: number }} FileTime
 * @typedef {{ passed: number, failed: number, failures?: string[], flaky?: string[], files?: FileTime[] }} Count `failures`: one line for
 *   each failure; `flaky`: each test that passed only when it was repeated, with what failed at first and where; `files`: how long each
 *   test file took
 * @typedef {object} VitestReport the used part of vitest's JSON report
 * @property {number} numPassedTests
 * @property {Array<{ name: string, status: string, startTime: number, endTime: number, assertionResults: Array<{ status: string, fullName: string,
 *   failureMessages?: string[] }> }>} testResults one entry per file; a test that passed when it was repeated keeps its first messages
 *
 * Counts a vitest run. A file that failed without a failed test (a failure on loading or in a hook) counts as one; so does a run that failed
 * outside any file (an unhandled error), and one without a report.
 * @param {VitestReport | null} report
 * @param {number | null} exitCode of vitest
 * @param {string[]} [lastLines] of its output: they explain a run that failed outside any test
 * @returns {Count}
 */
export function countTests(report, exitCode, lastLines = []) {
  const failures = (report?.testResults ?? [])
    .filter((file) => file.status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed').map((test) => `${name}: ${test.fullName}`);
      return tests.length > 0 ? tests : [`${name}: failed outside its tests`];
    });
  const files = (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({ file: name, ms: endTime - startTime }));
  const flaky = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages = [] }) => `${name}: ${fullName}: ${messageAndLine(failureMessages[0] ?? '')}`),
  );
  const passed = report?.numPassedTests ?? 0;
  if (failures.length === 0 && (exitCode !== 0 || !report)) return { passed, failed: 1, failures: lastLines, flaky, files };
  return { passed, failed: failures.length, failures, flaky, files };
}

/** A message can contain a whole document. */
const MESSAGE_LINES = 20;

/**
 * @param {string} stack
 * @returns {string} its message, and the line of the test: the first frame outside the libraries
 */
function messageAndLine(stack) {
  const lines = stripVTControlCharacters(stack)
    .split('\n')
    .filter((line) => line.trim());
  const frames = lines.filter((line) => /^\s+at /.test(line));
  const message = lines.filter((line) => !frames.includes(line)).slice(0, MESSAGE_LINES);
  return [...message, ...frames.filter((frame) => !frame.includes('node_modules')).slice(0, 1)].join('\n');
}

const SLOWEST = 20;

/**
 * @param {Count[]} counts
 * @param {string} root their paths are printed relative to it
 * @returns {string[]} a line for each of the slowest test files, seconds first
 */
export function slowestFiles(counts, root) {
  return counts
    .flatMap(({ files }) => files ?? [])
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${path.relative(root, file)}`);
}

/**
 * @param {Count[]} counts
 * @returns {{ line: string, ok: boolean }} the closing line; a run without tests fails
 */
export function closingLine(counts) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  const nothing = passed + failed === 0 ? ' (no tests ran)' : '';
  return { line: `${passed} passed, ${failed} failed${nothing}`, ok: failed === 0 && passed > 0 };
}
