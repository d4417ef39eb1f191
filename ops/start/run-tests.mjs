// `npm test`: all set-up, then types, lint, arrows and dead code; unit and integration tests; the build; journeys in a browser.
import './require-node-20.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startPath, exitOf } from './processes/child.mjs';
import { ensureBuild, ensurePackages } from './packages/packages.mjs';
import { findChromium } from '../checks/chromium.mjs';
import { ensureRedisServer, isCi } from './tests/redis-server.mjs';
import { say, printFailure, seconds } from './progress.mjs';
import { makeScratch, scratchParent } from './tests/scratch.mjs';
import { closingLine, countTests, slowestFiles } from './tests/test-report.mjs';

/** @typedef {import('./tests/test-report.mjs').Count} Count */

const root = startPath('../..');
/** Where everything temporary of this run is, also what killed tests leave. */
const scratch = makeScratch(scratchParent());
/**
 * The unit and integration tests, as two runs beside each other: most tests of the backend wait for a store or a process, and those of the
 * frontend only compute. On 2 cores vitest would use 1 worker for either.
 */
const UNITS = {
  backend: ['--project=backend', `--maxWorkers=${Math.max(3, os.availableParallelism())}`],
  frontend: ['--project=alone', '--project=frontend', `--maxWorkers=${Math.max(1, os.availableParallelism() - 1)}`],
};
/**
 * The browser tests, as lanes of about the same length with an installation each; null: all files that no other lane has. A lane waits a third
 * of its time, for workers and pages, so that three fill two cores.
 */
const LANES = {
  screens: ['every-screen', 'keyboard-only'],
  payments: [
    'languages',
    'payments',
    'when-things-fail',
    'lesson-lifecycle',
    'course-by-api',
    'public-pages',
    'studio',
    'personal',
    'builder-form',
  ],
  journeys: null,
};
/** A part that failed outside its tests is explained by its end, which the output of the part beside it would bury. */
const LAST_LINES = 40;
/** A part whose installation did not start is started again, and the end of the output says why it did not. */
const MOST_ATTEMPTS = 2;
/**
 * A test that fails is tried once more: one late frame or broken connection must not hide what the others found. The end of the output lists those
 * that passed only then, because each is a fault of the product or of the test.
 */
const REPEAT = '--retry=1';
/**
 * Linux lets a process that wakes up interrupt the one that runs, and the browsers' many threads wake up for every message: as a batch, which may
 * not interrupt, three lanes take a fifth less time. What is started inherits it.
 */
const AS_BATCH = spawnSync('chrt', ['--batch', '0', 'true']).status === 0 ? ['chrt', '--batch', '0'] : [];
/** @type {string[]} */
const crashes = [];
/** @type {Count} */
const FAILED = { passed: 0, failed: 1 };
/** @type {Count} */
const FINE = { passed: 0, failed: 0 };

process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

try {
  process.exitCode = await main();
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

async function main() {
  const node = await ensurePackages(root, () => {});
  const withoutRedis = ensureRedisServer(process.env);
  const counts = [
    withoutRedis && isCi(process.env) ? FAILED : FINE,
    ...(await Promise.all([
      part('check', async () => ((await run(node, ['ops/checks/check.mjs'])) === 0 ? FINE : FAILED)),
      part('build', () => buildIt(node)),
    ])),
    ...(await Promise.all(Object.entries(UNITS).map(([name, which]) => part(name, () => vitest(node, name, which))))),
    ...(await Promise.all(
      Object.entries(LANES).map(([name, own]) => part(name, () => vitest(node, name, ['--project=e2e', ...filesOf(own)]))),
    )),
  ];
  const { line, ok } = closingLine(counts);
  say('\nslowest test files');
  for (const file of slowestFiles(counts, root)) say(file);
  if (withoutRedis) say(withoutRedis);
  for (const crash of crashes) say(crash);
  for (const test of counts.flatMap(({ flaky }) => flaky ?? [])) say(`passed only when repeated  ${test}`);
  for (const failure of counts.flatMap(({ failures }) => failures ?? [])) say(`failed  ${failure}`);
  say(line);
  return ok ? 0 : 1;
}

/**
 * @param {string} name
 * @param {() => Promise<Count>} work
 */
async function part(name, work) {
  const started = performance.now();
  say(`\n== ${name}`);
  const count = await work();
  say(`== ${name}: ${count.failed === 0 ? 'ok' : 'FAILED'}, ${seconds(started)}`);
  return count;
}

/**
 * @param {string[] | null} own journeys of a lane
 * @returns {string[]} what chooses its files
 */
function filesOf(own) {
  const chosen = own ?? Object.values(LANES).flatMap((each) => each ?? []);
  return chosen.map((name) => `${own ? '' : '--exclude='}e2e/journeys/${name}.test.ts`);
}

/** @param {string} node */
async function buildIt(node) {
  try {
    await ensureBuild(root, node, () => {});
    await findChromium(); // unpacks it once, not in every lane
    return FINE;
  } catch (error) {
    printFailure(error); // the report must be completed all the same
    return FAILED;
  }
}

/**
 * @param {string} node
 * @param {string} name of the part; prefixes its output lines, because several parts may run at once
 * @param {string[]} which tests, and how
 */
async function vitest(node, name, which) {
  const file = path.join(scratch, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  for (let attempt = 1; ; attempt += 1) {
    /** @type {string[]} */
    const lastLines = [];
    const code = await run(node, ['node_modules/vitest/vitest.mjs', 'run', REPEAT, ...which, ...reporters], `${name} | `, lastLines);
    const report = readReport(file);
    if (report?.testResults.length > 0 || attempt === MOST_ATTEMPTS) return countTests(report, code, lastLines);
    crashes.push(`${name} ran no test and was started again:`, ...lastLines);
  }
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @param {string} node
 * @param {string[]} args
 * @param {string} [prefix] of every line it prints
 * @param {string[]} [lastLines] receives the last lines it prints, and how it ended
 */
async function run(node, args, prefix = '', lastLines = []) {
  // tests start many processes: they share one compile cache
  const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'), ...process.env, TMPDIR: scratch };
  const [program = node, ...words] = [...AS_BATCH, node, ...args];
  const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      say(prefix + line);
      lastLines.splice(0, Math.max(0, lastLines.push(line) - LAST_LINES));
    });
  }
  const { code, signal } = await exitOf(child);
  lastLines.push(`ended with ${signal ?? `exit code ${code}`}`);
  return code;
}
