/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {object} VitestReport the part of vitest's JSON report that is counted
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {Array<{ status: string, assertionResults: unknown[] }>} testResults one entry a file
 *
 * Counts a vitest run. A file that could not be loaded has no failed test and counts as one; so does a run that failed outside any
 * test (an unhandled error), and one that left no report.
 * @param {VitestReport | null} report
 * @param {number | null} exitCode of vitest
 * @returns {Count}
 */
export function countTests(report, exitCode) {
  const unloaded = report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length ?? 0;
  const failed = (report?.numFailedTests ?? 0) + unloaded;
  return { passed: report?.numPassedTests ?? 0, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/**
 * @param {Count[]} counts
 * @returns {{ line: string, ok: boolean }} the closing line; a run without any test is not green
 */
export function closingLine(counts) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  const nothing = passed + failed === 0 ? ' (no tests ran)' : '';
  return { line: `${passed} passed, ${failed} failed${nothing}`, ok: failed === 0 && passed > 0 };
}
