// `npm test`: all set-up, then types, lint, arrows and dead code; unit and integration tests; the build; journeys in a browser.
import './require-node-20.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { besideThis, exitOf } from './child.mjs';
import { ensureBuild, ensurePackages } from './packages.mjs';
import { ensureRedisServer, isCi } from './redis-server.mjs';
import { say, sayFailure, seconds } from './steps.mjs';
import { closingLine, countTests } from './test-report.mjs';

/** @typedef {import('./test-report.mjs').Count} Count */

const root = besideThis('../..');
const reports = mkdtempSync(path.join(os.tmpdir(), 'coursewright-tests-'));
/** On 2 cores vitest itself takes 1, and most of these tests wait for a store or a process. */
const WORKERS = Math.max(3, os.availableParallelism());
const FAILED = { passed: 0, failed: 1 };
const FINE = { passed: 0, failed: 0 };

try {
  process.exitCode = await main();
} catch (error) {
  sayFailure(error);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}

async function main() {
  const node = await ensurePackages(root, () => {});
  const withoutRedis = ensureRedisServer(process.env);
  const counts = [
    withoutRedis && isCi(process.env) ? FAILED : FINE,
    await part('check', async () => ((await run(node, ['ops/checks/check.mjs'])) === 0 ? FINE : FAILED)),
    await part('unit and integration tests', () => vitest(node, '!e2e', [`--maxWorkers=${WORKERS}`])),
    await part('build', () => buildIt(node)),
    await part('journeys', () => vitest(node, 'e2e')),
  ];
  const { line, ok } = closingLine(counts);
  if (withoutRedis) say(withoutRedis);
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

/** @param {string} node */
async function buildIt(node) {
  try {
    await ensureBuild(root, node, () => {});
    return FINE;
  } catch (error) {
    sayFailure(error); // the rest of the report is wanted all the same
    return FAILED;
  }
}

/**
 * @param {string} node
 * @param {string} project
 * @param {string[]} [more]
 */
async function vitest(node, project, more = []) {
  const file = path.join(reports, `${project.replace('!', 'not-')}.json`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...more,
  ];
  const code = await run(node, args);
  return countTests(readReport(file), code);
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
 */
async function run(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  return (await exitOf(child)).code;
}
