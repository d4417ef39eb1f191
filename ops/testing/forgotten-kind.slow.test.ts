import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { patience } from './slowness.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ROWS = 'contract/platform/kinds-of-work.ts';

/** A kind that says something of every concern, as somebody would begin: by its row alone. */
const ROW = `clip: { name: toSentence('Clips'), notice: 'clip', batches: ['clips'], placed: 'clip', asks: ['clip'] },`;

/** Where each concern has its say, and what the compiler says is missing there. */
const FORGOTTEN = {
  'its declaration': ['domain/kinds.ts', 'clip'],
  'what models answer for it in the sandbox': ['ops/sandbox/answers/answer.ts', 'clip'],
  'the notices’ words': ['frontend/src/features/notifications/notification-words.ts', 'clip.completed'],
  'the words of their push messages': ['domain/notifications/push/push.commands.ts', 'clip.completed'],
  'traits of its batches': ['contract/operator/batches.contract.ts', 'clips'],
  'what its batches do': ['domain/kinds.ts', 'clips'],
  'words of its batches': ['frontend/src/lib/batches/batch-words.ts', 'clips'],
  'how clean its answers have to be': ['domain/vendors/llm/hygiene/purposes.ts', 'clip'],
  'the console’s words for its calls': ['frontend/src/features/operator/overview/work-words.ts', 'clip'],
  'what counts as reached in a learning platform': ['domain/lti/result.queries.ts', 'clip'],
  'what opens there': ['frontend/src/pages/lti/launched-activity.tsx', 'clip'],
} as const;

/** The same for a plan's units, and for the queues of a kind of work. */
const OTHERS = {
  'the terms of plans': ['contract/billing/catalogue.ts', 'clip_seconds'],
  'its name on the page of the plan': ['frontend/src/features/billing/subscription/billing-view.tsx', 'clip_seconds'],
  'the jobs of its queues': ['queues/registry.ts', 'clip'],
} as const;

let said = '';
let folder = '';

/** Makes a tree that is ours but for some files. */
function overlay(changed: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(path.join(tmpdir(), 'coursewright-forgotten-'));
  const put = (at: string) => {
    const within = Object.keys(changed).filter((file) => file.startsWith(at === '' ? '' : `${at}/`));
    for (const { name } of readdirSync(path.join(ROOT, at), { withFileTypes: true })) {
      const file = path.posix.join(at, name);
      if (changed[file] !== undefined) writeFileSync(path.join(tree, file), changed[file]);
      else if (within.some((one) => one.startsWith(`${file}/`))) {
        mkdirSync(path.join(tree, file));
        put(file);
      } else symlinkSync(path.join(ROOT, file), path.join(tree, file));
    }
  };
  put('');
  return tree;
}

/** Returns a file with a line after the one that begins a table. */
function withLine(file: string, table: string, line: string): string {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const at = text.indexOf('\n', text.indexOf(table)) + 1;
  expect(text, file).toContain(table);
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

beforeAll(async () => {
  const rows = withLine(ROWS, 'export const RUN_KINDS = {', ROW).replace('export const WORKS = {', "$&\n  clip: toSentence('Clips'),");
  folder = overlay({
    [ROWS]: rows,
    'contract/platform/named-parts.ts': withLine('contract/platform/named-parts.ts', 'export const QUOTAS = {', "clip_seconds: 'video',"),
  });
  const files = [...new Set([...Object.values(FORGOTTEN), ...Object.values(OTHERS)].map(([file]) => file))];
  const project = {
    extends: './frontend/tsconfig.json',
    compilerOptions: { preserveSymlinks: true, noEmit: true, rootDir: '.' },
    files,
    include: [],
  };
  writeFileSync(path.join(folder, 'forgotten.json'), JSON.stringify(project));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  said = await promisify(execFile)(process.execPath, [tsc, '-p', 'forgotten.json', '--pretty', 'false'], {
    cwd: folder,
    maxBuffer: 32_000_000,
  }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}, patience(600_000));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.entries({ ...FORGOTTEN, ...OTHERS }))('a new kind does not compile without %s', (_, [file, missing]) => {
  const errors = said.split('\n').filter((line) => line.startsWith(`${file}(`));
  expect(errors.join('\n'), said.slice(0, 2_000)).toMatch(new RegExp(`['"]?${missing.replace('.', '[.]')}['"]?`));
});
