// `npm test`: all set-up, then types, lint, arrows and dead code; unit and integration tests; the build; journeys in a browser.
// `npm run test:all`: the same with what is slow, then chaos and the benches; every part leaves its report in test-reports/.
// `npm test -- <file>…` runs the test files it names, slow ones too, and `npm test -- --journey <name>…` the journeys of that name.
// `npm run test:watch -- <file>…` runs unit and integration tests, and again at every change.
import './require-node-20.mjs';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPath } from './processes/child.mjs';
import { ensureBuild, ensureGenerated, ensurePackages, ensureTasks } from './packages/packages.mjs';
import { failedJourneys, failedUnits, failuresText } from './tests/failed-tests.mjs';
import { ensureRedisServer, isCi } from './tests/redis-server.mjs';
import { say, printFailure, seconds } from './progress.mjs';

/** The tests that only `npm run test:all` runs: whole files by their name, single tests and journeys by their tag. */
const WITHOUT_SLOW = { files: ['--exclude=**/*.slow.test.*', '--tagsFilter=!slow'], journeys: ['--grep-invert=@slow'] };

/**
 * Programs that break or measure a separate installation, each at the smallest scale that still proves something. Each exits with 1 after a
 * violation.
 */
const PROGRAMS = [
  'chaos courses --runs 10 --seeds 1',
  'chaos answers --scale 0.1',
  'chaos batch storm --courses 60 --kills 2',
  'chaos batch control --moments 6',
  'chaos batch vendors --courses 40 --kills 2',
  'chaos clips --kills 8',
  'chaos media --kills 8',
  'chaos voice --kills 4',
  'chaos webhooks',
  'chaos rolling --users 20 --runs 6 --sockets 5',
  'chaos cluster --runs 10 --sockets 20 --masters 1',
  'chaos silence --for-s 20',
  'chaos secrets',
  'chaos community --cuts 4 --kills 2',
  'bench generation',
  'bench steps',
  'bench due',
  'bench pollers',
  'bench learner',
  'bench market',
  'bench live',
  'bench hostile',
  'bench claims',
];

const root = startPath('../..');
// tests start hundreds of processes: what Node.js has compiled once is not compiled again
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled');
// in a file, a coloured dot takes twenty characters, and CI machines request colours
if (!process.stdout.isTTY && !process.env.FORCE_COLOR) process.env.NO_COLOR = '1';
const isAll = process.argv.includes('--all');
const named = process.argv.slice(2).filter((word) => !['--journey', '--watch', '--all'].includes(word));
const afterJourney = process.argv.includes('--journey') ? process.argv.slice(process.argv.indexOf('--journey')) : [];
const isJourney = (/** @type {string} */ word) => word.startsWith('e2e/journeys/') || afterJourney.includes(word);
const journeys = named.filter(isJourney).map((word) => (word.startsWith('e2e/journeys/') ? word : `e2e/journeys/${word}.test.ts`));
const units = named.filter((word) => !isJourney(word));
const [isWhole, isCompact] = [named.length === 0, isCi(process.env)];
let passed = 0;
let failed = 0;
/** @type {import('./tests/failed-tests.mjs').FailedTest[]} */
const failures = [];
const reports = isAll ? path.join(root, 'test-reports') : mkdtempSync(path.join(os.tmpdir(), 'coursewright-reports-'));
if (isAll) rmSync(reports, { recursive: true, force: true });
else process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
mkdirSync(reports, { recursive: true });

try {
  const node = await ensurePackages(root, () => {});
  await ensureGenerated(root, node);
  if (!(await ensureTasks(root, node, () => {}))) failed += 1;
  const withoutRedis = ensureRedisServer(process.env);
  if (withoutRedis) say(withoutRedis);
  if (withoutRedis && isCompact) failed += 1;
  if (process.argv.includes('--watch')) process.exit(run(node, ['node_modules/vitest/vitest.mjs', ...named]) ?? 1);
  if (isWhole) part('check', () => count(run(node, ['ops/checks/check.mjs']), null));
  if (isWhole || units.length > 0) {
    const file = path.join(reports, 'vitest.json');
    const reporters = [`--reporter=${isCompact ? 'dot' : 'default'}`, '--reporter=json', `--outputFile.json=${file}`];
    const which = isWhole && !isAll ? WITHOUT_SLOW.files : units;
    part('units', () => count(run(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...which]), file));
  }
  if (isWhole || journeys.length > 0) {
    await ensureBuild(root, node, () => {});
    const file = path.join(reports, 'playwright.json');
    // each worker starts an installation: one is enough for the named files
    const which = isWhole ? (isAll ? [] : WITHOUT_SLOW.journeys) : ['--workers=1', ...journeys];
    const words = ['node_modules/@playwright/test/cli.js', 'test', `--reporter=${isCompact ? 'dot' : 'list'},json`, ...which];
    /** @type {Record<string, string>} */
    const traces = isWhole && !isAll ? {} : { E2E_TRACES: '1' };
    part('journeys', () => count(run(node, words, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...traces } }), file));
  }
  if (isWhole && isAll) {
    for (const program of PROGRAMS) part(program, () => count(runProgram(node, program), null));
    say(`The reports are in ${reports}.`);
  }
} catch (error) {
  printFailure(error);
  failed += 1;
}
if (failures.length > 0) say(`\n${failuresText(failures)}`);
say(`${passed} passed, ${failed} failed${passed + failed === 0 ? ' (no tests ran)' : ''}`);
process.exitCode = failed === 0 && (passed > 0 || !isWhole) ? 0 : 1;

/** Prints the duration of a part. @type {(name: string, work: () => void) => void} */
function part(name, work) {
  const began = performance.now();
  const before = { passed, failed, told: failures.length };
  work();
  if (failed > before.failed && failures.length === before.told)
    failures.push({ file: name, name: 'as a whole', text: 'what it printed is above' });
  if (isWhole)
    say(`  ${name.padEnd(48)} ${seconds(began).padStart(8)}  ${passed - before.passed} passed, ${failed - before.failed} failed`);
}

/** @type {(node: string, args: string[], options?: { env?: Record<string, string>, output?: number }) => number | null} */
function run(node, args, { env = {}, output } = {}) {
  const stdio = output === undefined ? 'inherit' : /** @type {const} */ (['ignore', output, output]);
  return spawnSync(node, args, { cwd: root, env: { ...process.env, ...env }, stdio: /** @type {'inherit'} */ (stdio) }).status;
}

/**
 * Runs one of `PROGRAMS`. Its output is its report, and shown when it fails. Counts as one test.
 * @type {(node: string, program: string) => number | null}
 */
function runProgram(node, program) {
  const [kind = '', ...words] = program.split(' ');
  const file = path.join(reports, `${program.replaceAll(/\W+/g, '-')}.txt`);
  const output = openSync(file, 'w');
  const code = run(node, ['ops/start/with-store.mjs', '--no-store', `ops/${kind}/${kind}.ts`, ...words], { output });
  closeSync(output);
  if (code === 0) passed += 1;
  else say(readFileSync(file, 'utf8'));
  return code;
}

/** Adds what a runner reports; one that fails without a failed test counts as one. @type {(code: number | null, file: string | null) => void} */
function count(code, file) {
  const report = file ? JSON.parse(readFileSync(file, 'utf8')) : {};
  /** @type {{ numPassedTests?: number, numFailedTests?: number, stats?: { expected: number, flaky: number, unexpected: number } }} */
  const { numPassedTests, numFailedTests, stats } = report;
  const found = 'testResults' in report ? failedUnits(report, root) : 'suites' in report ? failedJourneys(report) : [];
  failures.push(...found);
  passed += numPassedTests ?? (stats ? stats.expected + stats.flaky : 0);
  failed += Math.max(numFailedTests ?? stats?.unexpected ?? 0, found.length, code === 0 ? 0 : 1);
}
