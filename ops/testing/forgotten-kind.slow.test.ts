import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compilerOn, overlay, withLine } from './overlay.ts';
import { patience } from './slowness.ts';

const ROWS = 'contract/platform/kinds-of-work.ts';

/** A kind with an answer to every concern, as a developer would begin: only its row. */
const ROW = `clip: { name: toSentence('Clips'), notice: 'clip', batches: ['clips'], placed: 'clip', asks: ['clip'] },`;

/** The place of each concern, with the compiler's message if it is missing there. */
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

beforeAll(async () => {
  const rows = withLine(ROWS, 'export const RUN_KINDS = {', ROW).replace('export const WORKS = {', "$&\n  clip: toSentence('Clips'),");
  folder = overlay({
    [ROWS]: rows,
    'contract/platform/named-parts.ts': withLine('contract/platform/named-parts.ts', 'export const QUOTAS = {', "clip_seconds: 'video',"),
  });
  const files = [...new Set([...Object.values(FORGOTTEN), ...Object.values(OTHERS)].map(([file]) => file))];
  said = await compilerOn(folder, 'forgotten.json', {
    extends: './frontend/tsconfig.json',
    compilerOptions: { rootDir: '.' },
    files,
    include: [],
  });
}, patience(600_000));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.entries({ ...FORGOTTEN, ...OTHERS }))('a new kind does not compile without %s', (_, [file, missing]) => {
  const errors = said.split('\n').filter((line) => line.startsWith(`${file}(`));
  expect(errors.join('\n'), said.slice(0, 2_000)).toMatch(new RegExp(`['"]?${missing.replace('.', '[.]')}['"]?`));
});
