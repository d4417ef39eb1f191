import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { createRandom } from '#ops/sandbox/seeded-random.ts';
import { ensureGenerated } from '../start/packages/packages.mjs';
import { mutationsOf, type Mutation } from './mutation-sites.ts';
import { runScript } from './run-script.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Code whose faults users would notice; tests, their helpers, and texts are excluded. */
const ROOMS = ['contract', 'queues', 'domain', 'api', 'workers', 'frontend/src', 'ops/backup', 'ops/start'];
const IS_PRODUCT = /^(?!.*(\.test\.|\.factory\.|\.d\.ts$|\/testing\/|\/texts\/)).*\.(tsx?|mjs)$/;
const WITHOUT_SLOW = ['--exclude=**/*.slow.test.*', '--tagsFilter=!slow'];

const USAGE = `Usage: npm run mutations -- [--count 30] [--seed 1] [--minutes 6] [--only <file>]
Plants faults by a seed, one at a time, in a copy of the last commit, and prints which tests of \`npm test\` notice each: types, the tests of its
folder, of its feature in every room, then all tests that import its file. Each fault may take --minutes.`;

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs tests until one fails. @returns the first failure, `nothing`, or that it took too long */
function failsOf(copy: string, words: readonly string[], withinMs: number): string {
  const file = path.join(copy, 'test-results/mutation.json');
  rmSync(file, { force: true });
  const { error, status, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      ...words,
      ...WITHOUT_SLOW,
      '--bail=1',
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile=${file}`,
    ],
    { cwd: copy, timeout: withinMs, killSignal: 'SIGKILL', encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status === 0) return 'nothing';
  if (error) return 'too long';
  const { testResults } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : { testResults: [] };
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed');
    if (failed) return `${path.relative(copy, name)}: ${failed.fullName}`;
    if (message) return `${path.relative(copy, name)}: ${message.split('\n')[0]}`;
  }
  return stderr.trim().split('\n').at(-1) ?? 'a run that failed';
}

/** Returns the nearest folder above a file that has tests. */
function folderWithTests(file: string, tests: readonly string[]): string | null {
  const depth = file.startsWith('frontend/') || file.startsWith('ops/') ? 2 : 1;
  for (let folder = path.dirname(file); folder.split('/').length > depth; folder = path.dirname(folder))
    if (tests.some((test) => test.startsWith(`${folder}/`))) return folder;
  return null;
}

interface Found {
  readonly isNoticed: boolean;
  readonly by: string;
}

/** Returns a file's feature, which has the same folder name everywhere, e.g. `exports` of `api/exports/exports.routes.ts`. */
const featureOf = (file: string): string => /^(?:frontend\/src\/features|\w+)\/(\w[\w-]*)\//.exec(file)?.[1] ?? '';

/** Returns which test notices a planted fault, trying the cheapest first. */
function lookFor(copy: string, file: string, tests: readonly string[], withinMs: number): Found {
  const folder = folderWithTests(file, tests);
  const project = file.startsWith('frontend/') ? 'frontend' : '.';
  const known = `test-results/types-${project === '.' ? 'server' : project}.tsbuildinfo`;
  const compiler = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', known];
  const isOfType = spawnSync(process.execPath, compiler, { cwd: copy }).status === 0;
  if (!isOfType) return { isNoticed: true, by: 'types' };
  let isCut = false;
  const [feature, near] = [featureOf(file), folder ? [['run', `${folder}/`]] : []];
  const inRooms = feature === '' || feature === 'platform' ? [] : [['run', `/${feature}/`]];
  for (const words of [...near, ...inRooms, ['related', file, '--run']]) {
    const failed = failsOf(copy, words, withinMs);
    if (failed === 'too long') isCut = true;
    else if (failed !== 'nothing') return { isNoticed: true, by: failed };
  }
  return { isNoticed: false, by: isCut ? 'nobody in its time' : 'nobody' };
}

interface Planted {
  readonly file: string;
  readonly mutation: Mutation;
}

/** Chooses a file, then a kind of fault in it, then a fault of that kind, so that neither long files nor frequent kinds dominate. */
function choose(files: readonly string[], count: number, seed: string): Planted[] {
  const random = createRandom(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const planted = new Map<string, Planted>();
  while (planted.size < count) {
    const file = one(files);
    const mutations = mutationsOf(file, readFileSync(path.join(ROOT, file), 'utf8'));
    if (mutations.length === 0) continue;
    const sorts = [...Map.groupBy(mutations, ({ kind }) => kind).values()];
    const mutation = one(one(sorts));
    planted.set(`${file}:${mutation.start}:${mutation.kind}`, { file, mutation });
  }
  return [...planted.values()];
}

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '6' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const listed = execFileSync('git', ['ls-files', '-z', ...ROOMS], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const tests = listed.filter((file) => /\.test\.tsx?$/.test(file));
  const files = values.only ? [values.only] : listed.filter((file) => IS_PRODUCT.test(file));
  const planted = choose(files, Number(values.count), values.seed);
  // a separate copy, so that a killed run leaves no fault behind
  const copy = mkdtempSync(path.join(os.tmpdir(), 'coursewright-mutations-'));
  let noticed = 0;
  try {
    execFileSync('git', ['clone', '--quiet', '--shared', ROOT, copy]);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
    await ensureGenerated(copy, process.execPath);
    for (const [n, { file, mutation }] of planted.entries()) {
      const place = path.join(copy, file);
      const source = readFileSync(place, 'utf8');
      const { start, end, text, kind, line } = mutation;
      writeFileSync(place, source.slice(0, start) + text + source.slice(end));
      const began = performance.now();
      const { isNoticed, by } = lookFor(copy, file, tests, Number(values.minutes) * 60_000);
      writeFileSync(place, source);
      if (isNoticed) noticed += 1;
      const was = source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 100);
      const took = Math.round((performance.now() - began) / 1_000);
      console.log(`${n + 1}. ${file}:${line} ${kind}: ${was}\n   ${isNoticed ? 'noticed by' : 'SURVIVED:'} ${by} (${took} s)`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  console.log(`\nseed ${values.seed}: ${noticed} of ${planted.length} noticed`);
});
