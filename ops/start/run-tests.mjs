// `npm test`: all set-up, then types, lint, arrows and dead code; unit and integration tests; the build; journeys in a browser.
// `npm test -- <file>…` runs the test files it names, `npm test -- --journey <name>…` the journeys of that name.
// `npm run test:watch -- <file>…` runs unit and integration tests, and again at every change.
import './require-node-20.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPath } from './processes/child.mjs';
import { ensureBuild, ensurePackages } from './packages/packages.mjs';
import { ensureRedisServer, isCi } from './tests/redis-server.mjs';
import { say, printFailure } from './progress.mjs';

const root = startPath('../..');
const named = process.argv.slice(2).filter((word) => word !== '--journey' && word !== '--watch');
const isJourney = (/** @type {string} */ word) => word.startsWith('e2e/') || process.argv[process.argv.indexOf(word) - 1] === '--journey';
const journeys = named.filter(isJourney).map((word) => (word.startsWith('e2e/') ? word : `e2e/journeys/${word}.test.ts`));
const units = named.filter((word) => !isJourney(word));
const [isWhole, isCompact] = [named.length === 0, isCi(process.env)];
let passed = 0;
let failed = 0;
const reports = mkdtempSync(path.join(os.tmpdir(), 'coursewright-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

try {
  const node = await ensurePackages(root, () => {});
  const withoutRedis = ensureRedisServer(process.env);
  if (withoutRedis) say(withoutRedis);
  if (withoutRedis && isCompact) failed += 1;
  if (process.argv.includes('--watch')) process.exit(run(node, ['node_modules/vitest/vitest.mjs', ...named]) ?? 1);
  if (isWhole) count(run(node, ['ops/checks/check.mjs']), null);
  if (isWhole || units.length > 0) {
    const file = path.join(reports, 'vitest.json');
    const reporters = [`--reporter=${isCompact ? 'dot' : 'default'}`, '--reporter=json', `--outputFile.json=${file}`];
    count(run(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...units]), file);
  }
  if (isWhole || journeys.length > 0) {
    await ensureBuild(root, node, () => {});
    const file = path.join(reports, 'playwright.json');
    // each worker starts an installation: one is enough for the files that were named
    const how = [`--reporter=${isCompact ? 'dot' : 'list'},json`, ...(isWhole ? [] : ['--workers=1', ...journeys])];
    count(run(node, ['node_modules/@playwright/test/cli.js', 'test', ...how], { PLAYWRIGHT_JSON_OUTPUT_NAME: file }), file);
  }
} catch (error) {
  printFailure(error);
  failed += 1;
}
say(`${passed} passed, ${failed} failed${passed + failed === 0 ? ' (no tests ran)' : ''}`);
process.exitCode = failed === 0 && (passed > 0 || !isWhole) ? 0 : 1;

/** @type {(node: string, args: string[], env?: Record<string, string>) => number | null} */
function run(node, args, env = {}) {
  return spawnSync(node, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' }).status;
}

/** Adds what a runner reports; one that fails without a failed test counts as one. @type {(code: number | null, file: string | null) => void} */
function count(code, file) {
  /** @type {{ numPassedTests?: number, numFailedTests?: number, stats?: { expected: number, flaky: number, unexpected: number } }} */
  const { numPassedTests, numFailedTests, stats } = file ? JSON.parse(readFileSync(file, 'utf8')) : {};
  passed += numPassedTests ?? (stats ? stats.expected + stats.flaky : 0);
  failed += Math.max(numFailedTests ?? stats?.unexpected ?? 0, code === 0 ? 0 : 1);
}
