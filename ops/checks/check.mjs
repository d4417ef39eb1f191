import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { findNode } from '../start/packages/find-node.mjs';
import { ensureGenerated } from '../start/packages/packages.mjs';
import { printFailure } from '../start/progress.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} run a script below the checkout and its arguments
 * @property {string[]} [fix] the same with automatic fixes
 * @property {boolean} [hasAdvice] it takes --verbose, and then lists its advice
 * @property {string} [mend] the command that corrects the findings, or advice
 */

/**
 * The compiler on one project; its results for unchanged files are cached. Several checkers per project, the default, would each compute
 * the shared types, which costs 14 s of processor time in all; two concurrent projects keep two processors busy.
 * @param {string} project
 */
const typesOf = (project) => [
  'node_modules/typescript/bin/tsc',
  '--noEmit',
  '--checkers',
  '1',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${project === '.' ? 'server' : project}.tsbuildinfo`,
];

/**
 * Lingui's check of the catalogues of hand-made translations.
 * @param {string[]} words
 */
const lingui = (...words) => [
  'node_modules/@lingui/cli/dist/lingui-check.js',
  ...words,
  '--verbose',
  '--workers',
  '1',
  '--config',
  'frontend/lingui.config.ts',
];

/** @type {Check[]} longest first, so that they finish together */
const CHECKS = [
  { name: 'types server', run: typesOf('.') },
  { name: 'types frontend', run: typesOf('frontend') },
  { name: 'types journeys', run: typesOf('e2e') },
  { name: 'dead code', run: ['node_modules/knip/bin/knip.js', '--no-progress'], mend: 'Delete the unused code.' },
  { name: 'arrows', run: ['ops/checks/arrows.mjs'] },
  {
    name: 'lint',
    run: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
    fix: ['node_modules/oxlint/bin/oxlint', '--fix', '--deny-warnings'],
    mend: '`npm run fix` corrects every problem that has an automatic fix.',
  },
  {
    name: 'format',
    run: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
    fix: ['node_modules/oxfmt/bin/oxfmt', '.'],
    mend: 'Run `npm run format`.',
  },
  { name: 'texts in step', run: lingui('sync', '--clean'), mend: 'Run `npm run texts`.' },
  {
    name: 'texts missing',
    run: lingui('missing'),
    mend: 'Run `npm run texts` if you have not; translate the texts named above in frontend/src/lib/texts/{es,ar}.po (mails: domain/mail/texts).',
  },
  { name: 'texts worded', run: ['ops/checks/text-rules.mjs'], mend: 'Reword what is named above, in the code; then `npm run texts`.' },
  { name: 'files', run: ['ops/checks/file-rules.mjs'], hasAdvice: true },
  {
    name: 'index',
    run: ['ops/checks/feature-index.mjs'],
    mend: 'docs/index.md cannot be generated from the code named above.',
  },
  {
    name: 'teaching',
    run: ['ops/checks/teaching.ts'],
    mend: 'Correct the courses named above; `npm run teaching -- <course>` shows the places.',
  },
  { name: 'openapi', run: ['ops/checks/openapi.mjs'] },
  { name: 'deploy', run: ['ops/checks/deploy.mjs'] },
];

// npm run check: every check that does not run the product. Arguments select checks ('lint', 'types'); --fix applies automatic fixes. Prints one
// line per check, with its output only when it failed, or all of its output with --verbose.
try {
  const words = process.argv.slice(2);
  const names = words.filter((word) => !word.startsWith('--'));
  const chosen = CHECKS.filter(({ name }) => names.length === 0 || names.some((word) => name.startsWith(word)));
  if (chosen.length === 0) throw new Error(`There is no check '${names[0]}'. Checks: ${CHECKS.map(({ name }) => name).join(', ')}.`);
  const node = findNode(ROOT);
  // types, arrows and dead code read a generated file that is not in the repository
  await ensureGenerated(ROOT, node);
  process.exitCode = (await runChecks(chosen, node, { fixing: words.includes('--fix'), verbose: words.includes('--verbose') })) ? 0 : 1;
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

/**
 * Runs checks in parallel, as many as there are processors.
 * @param {Check[]} checks
 * @param {string} node
 * @param {{ fixing: boolean, verbose: boolean }} how
 * @returns {Promise<boolean>} whether all of them passed
 */
async function runChecks(checks, node, { fixing, verbose }) {
  const began = performance.now();
  const waiting = [...checks];
  /** @type {{ name: string, output: string, mend: string }[]} */
  const failures = [];
  /** @type {typeof failures} */
  const told = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now();
      const { passed, output } = await runScript(node, [
        ...((fixing && check.fix) || check.run),
        ...(verbose && check.hasAdvice ? ['--verbose'] : []),
      ]);
      console.log(`  ${passed ? 'ok    ' : 'FAILED'} ${check.name.padEnd(16)} ${seconds(started)}`);
      if (!passed) failures.push({ name: check.name, output, mend: check.mend ?? '' });
      else if (verbose) told.push({ name: check.name, output, mend: '' });
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  for (const { name, output, mend } of [...told, ...failures])
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}\n${output.trimEnd()}${mend && `\n→ ${mend}`}`);
  const result = failures.length === 0 ? 'all passed' : `${failures.length} failed: ${failures.map(({ name }) => name).join(', ')}`;
  console.log(`\n${checks.length} checks in ${seconds(began).trim()}, ${result}`);
  return failures.length === 0;
}

/**
 * @param {string} node
 * @param {string[]} words
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
function runScript(node, words) {
  return new Promise((resolve) => {
    const child = spawn(node, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ passed: false, output: String(error) }));
    child.once('close', (code) => resolve({ passed: code === 0, output }));
  });
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1).padStart(5)} s`;
}
