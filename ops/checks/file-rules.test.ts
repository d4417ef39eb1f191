import { expect, it } from 'vitest';
import { judgeFile } from './file-rules.mjs';

const judged = (text: string) => judgeFile({ name: 'frontend/src/features/bees/hive.tsx', text });

it.each([
  "  useAction({\n    onError: () => toast('error', t('That did not work.')),\n  });",
  "  call(hive).catch(() => toast('error', t('That did not work.')));",
  "  try {\n    await call(hive);\n  } catch {\n    setProblem(t('That did not work.'));\n  }",
  "  return <FormMessage message={error ? { kind: 'error', text: t('That did not work.') } : null} />;",
])('a failure is shown with its reason, not as in %s', (text) =>
  expect(judged(text)).toEqual([expect.stringContaining('shows a failure without its reason')]),
);

it.each([
  "  useAction({\n    onError: (error) => toast('error', errorText(error, t('That did not work.'))),\n  });",
  "  try {\n    await navigator.clipboard.writeText(text);\n  } catch {\n    toast('error', t('This browser does not let the page copy.'));\n  }",
  '  try {\n    await call(hive);\n  } catch {\n    isKnown = false;\n  }',
])('nothing is lost in %s', (text) => expect(judged(text)).toEqual([]));

it.each(['const HIVES: Record<string, number> = { langstroth: 10 };', 'export const HIVES: Readonly<Record<string, number>> = {\n'])(
  'a table that is read with any key has no built-in keys: %s',
  (text) => expect(judged(text)).toEqual([expect.stringContaining('lookup()')]),
);

const waits = (text: string) => judgeFile({ name: 'frontend/src/features/bees/hive.test.tsx', text });
it('a problem is reported with its line, in the order of the file, and without one if it is about the file', () => {
  const text = "/** It costs $19.99. */\n\nconst HIVES: Record<string, number> = { langstroth: 10 };\nconst price = '$19.99';\n";
  expect(judged(text).map((problem) => problem.split(': ')[0])).toEqual([
    'frontend/src/features/bees/hive.tsx:3',
    'frontend/src/features/bees/hive.tsx:4',
  ]);
  expect(judgeFile({ name: 'domain/bees/hive.routes.ts', text: '' })).toEqual([
    'domain/bees/hive.routes.ts: .routes files belong to api/.',
  ]);
});

it('a test waits until the page behind a dialog is accessible again', () => {
  expect(waits("  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());")).toEqual([
    expect.stringContaining('dialogClosed()'),
  ]);
  expect(waits("  await dialogClosed();\n  expect(screen.queryByRole('dialog')).toBeNull();")).toEqual([]);
});

it.each([
  ['domain/generation/review/hive.ts', 'export const hive = 1;'],
  ['domain/generation/runs/hive.ts', 'export async function reviewHive() {}'],
  ['frontend/src/features/courses/hive.tsx', 'interface SkippedReviews {}'],
])('a second service’s reading of a text is called a check: %s', (name, text) =>
  expect(judgeFile({ name, text })).toEqual([expect.stringContaining('is a check')]),
);

it.each([
  ['domain/practice/schedule-review.ts', 'export function scheduleReview() {}'],
  ['frontend/src/features/courses/hive-preview.tsx', 'export function HivePreview() {}'],
  ['domain/generation/runs/hive.ts', "const job = 'review-lesson';\nconst { reviewed_by } = lesson;"],
])('spaced repetition, previews and stored names keep their word: %s', (name, text) => expect(judgeFile({ name, text })).toEqual([]));

it('a test of processor time is not decided by one reading', () => {
  expect(waits('    const before = process.threadCpu&();'.replace('&', 'Usage'))).toEqual([expect.stringContaining('processor-time.ts')]);
  expect(waits('    expect(leastProcessorMs(read, 50)).toBeLessThan(50);')).toEqual([]);
});

it.each([
  ['queues/bees.test.ts', "it('flies', { timeout: & }, async () => {"],
  ['queues/bees.test.ts', "it(\n  'flies',\n  { tags: %, timeout: & },\n  () => {"],
  ['queues/bees.test.ts', 'beforeAll(async () => {\n  await fly();\n}, &);'],
  ['frontend/src/features/bees/hive.test.tsx', "  await screen.findByText('Bees', {}, { timeout: & });"],
])('a timeout of a test grows with the load of the machine: in %s, %s', (name, text) => {
  expect(judgeFile({ name, text: text.replace('%', "'slow'").replace('&', '60_000') })).toEqual([expect.stringContaining('patience()')]);
  expect(judgeFile({ name, text: text.replace('&', 'patience(60_000)') })).toEqual([]);
});

it.each([
  'const HIVES: Record<string, number> = lookup({ langstroth: 10 });',
  "const HIVES: Record<'langstroth', number> = { langstroth: 10 };",
  '  const hives: Record<string, number> = {};',
])('nothing is found in %s', (text) => expect(judged(text)).toEqual([]));

it.each([
  ['a search', '<OutlinedInput type="search" />', 'SearchField'],
  ['segments that filter', '<ToggleButtonGroup exclusive value={show}>', 'filter-chips'],
  ['tabs that filter', '<Tabs value={show}>', 'filter-chips'],
  ['a pressed chip', '<Chip label={mine} onClick={() => show()} aria-pressed={isMine} />', 'FilterChips'],
  ['another voice', '<EmptyState subject="runs" title={t(\'There is no hive yet\')} />', 'one voice'],
  ['a full stop', "<EmptyState subject=\"runs\" title={isOpen ? t('No hives yet') : t('No hive matches.')}>", 'one voice'],
  [
    'a second head',
    'import { DeskFrame } from \'#frontend/ui/frames/desk-frame.tsx\';\n<DeskFrame><Typography variant="h1">{title}</Typography></DeskFrame>',
    'FrameHead',
  ],
  ['joined facts', "<p>{[lessons, time].filter(Boolean).join(' · ')}</p>", 'MetaLine'],
  ['facts beside each other', '  <p>\n    {lessons} · {time}\n  </p>', 'MetaLine'],
  ['an answer of an exercise', '{exercises.map(({ id, solution }) => <p key={id}>{solution}</p>)}', 'uncovered'],
  ['a date', 'const when = new Intl.DateTimeFormat(textLocale()).format(at);', 'lib/format.ts'],
  ['a time', 'const when = new Date(at).toLocaleTimeString([]);', 'lib/format.ts'],
  ['a date of its parts', 'const day = `${at.getDate()}.${at.getMonth() + 1}.${at.getFullYear()}`;', 'lib/calendar.ts'],
  ['a day cut from its ISO form', 'const day = new Date(at).toISOString().slice(0, 10);', 'lib/calendar.ts'],
  ['a day cut from a field', 'const day = course.created_at.slice(0, 10);', 'lib/calendar.ts'],
  ['a day before the T', "const [day] = at.split('T');", 'lib/calendar.ts'],
  ['parts of a day', "const [year, month] = day.split('-');", 'lib/calendar.ts'],
  ['words for states', "const WORDS = { queued: t('Waiting'), failed: t('Failed') };", 'lib/state-words.ts'],
])('a thing has one form on all screens: %s is found', (_what, text, told) =>
  expect(judged(text)).toEqual([expect.stringContaining(told)]),
);

it.each([
  "<SearchField label={t('Find a hive')} />",
  "<FilterToggle label={t('Mine')} isOn onChange={show} />",
  "<EmptyState subject=\"runs\" title={isOpen ? t('No hives yet') : t('No hive matches')}>{t('They stand here.')}</EmptyState>",
  'import { DeskFrame } from \'#frontend/ui/frames/desk-frame.tsx\';\n<DeskFrame title={t(\'Hives\')}><Typography component="p" variant="h1">9</Typography></DeskFrame>',
  '<MetaLine facts={[lessons, time]} />',
  'const when = formatDate(at);',
  "const word = runStateWord('cancelled');",
  "const [language] = navigator.language.split('-');",
  'const first = cards.slice(0, 10);',
])('the one form is not reported: %s', (text) => expect(judged(text)).toEqual([]));

const named = (text: string, name = 'domain/bees/hive.ts') => judgeFile({ name, text });
it.each([
  "const LEAD = 'claude';",
  'const RANKS = { grok: 1 };',
  'const { apiKey } = config().vendors.gemini;',
  "const NAME = 'OpenAI';",
  'const key = e.XAI_API_KEY;',
])('a service is named in its row alone, not by %s', (text) =>
  expect(named(text)).toEqual([expect.stringContaining('another service would be forgotten here')]),
);
it.each([
  "const PAGE = 'https://help.openai.com/en';",
  '// claude writes',
  "import { createOpenAI } from '@ai-sdk/openai';",
  'const claudeLike = 1;',
])('no service is named in %s', (text) => expect(named(text)).toEqual([]));
it('the wire of the specification, stand-ins and tests may name services', () => {
  for (const name of [
    'contract/generation/course-status.contract.ts',
    'ops/sandbox/server.ts',
    'domain/bees/hive.test.ts',
    'domain/bees/hive.factory.ts',
  ])
    expect(named("const LEAD = 'claude';", name)).toEqual([]);
});

it.each(['connectDatabase(url, { poolMax: 2 });', "const { enrol } = await import('#domain/market/enrolment.commands.ts');"])(
  'a program below ops/ reaches commands with the engine, not by %s',
  (text) => {
    expect(named(text, 'ops/bench/bees.bench.ts')).toEqual([expect.stringContaining('ops/scripts/with-engine.ts')]);
    expect(named(text, 'ops/scripts/with-engine.ts')).toEqual([]);
    expect(named(text, 'api/main.ts')).toEqual([]);
  },
);
it.each([
  'await connectWithEngine(url, { poolMax: 2 });',
  "const { enrol } = await withEngine(import('#domain/market/enrolment.commands.ts'));",
])('its ports are connected by %s', (text) => expect(named(text, 'ops/bench/bees.bench.ts')).toEqual([]));

it('a measurement or a storm begins courses on topics that the demo has', () => {
  const start = "await client.start({ topic: 'Orchard care', age: 30 });";
  expect(named(start, 'ops/bench/bees.bench.ts')).toEqual([expect.stringContaining('knownTopic()')]);
  expect(named(start, 'ops/chaos/bees.ts')).toEqual([expect.stringContaining('knownTopic()')]);
  expect(named(start.replace("'Orchard care'", "knownTopic('Bees')"), 'ops/chaos/bees.ts')).toEqual([]);
});

it('a connection of the server has a purpose, which bare fetch has not', () => {
  expect(named('const page = await fetch(address);')).toEqual([expect.stringContaining('fetchFor()')]);
  expect(named("const page = await fetchFor('video')(address);\nconst send: typeof fetch = (to) => handler.fetch(to);")).toEqual([]);
  expect(named('const page = await fetch(address);', 'domain/bees/hive.test.ts')).toEqual([]);
});

it.each([
  "import { spawn } from 'node:child_process';",
  "import {\n  execFile as run,\n  type ChildProcess,\n} from 'child_process';",
  "import * as programs from 'node:child_process';",
  "import programs from 'node:child_process';",
  "const { fork } = await import('node:child_process');",
  "const { execSync } = require('node:child_process');",
  "process.getBuiltinModule('node:child_process').exec('true');",
  "import cluster from 'node:cluster';",
  "export { spawn } from 'node:child_process';",
  "const { spawn } = createRequire(import.meta.url)('node:child_process');",
  "const { spawn } = process.binding('spawn_sync');",
])('a program is started in one way, which has turns, limits and an end, and not by %s', (text) => {
  for (const name of ['api/bees/hive.ts', 'domain/bees/hive.task.ts', 'workers/bees/hive.ts', 'queues/bees/hive.ts'])
    expect(named(text, name)).toEqual([expect.stringContaining('for which nobody pays')]);
  for (const name of [
    'domain/platform/restricted/child-process.ts',
    'domain/bees/hive.test.ts',
    'queues/platform/testing/hive.ts',
    'ops/bees.ts',
  ])
    expect(named(text, name)).toEqual([]);
});
it('its types may be named anywhere', () =>
  expect(named("import type { ChildProcess } from 'node:child_process';\n// by import('node:child_process')")).toEqual([]));

it.each([
  'await new &Promise((resolve) => setTimeout(resolve, 50));',
  'const pause = (ms: number) => new &Promise<void>((done) => void setTimeout(done, ms));',
  "import { setTimeout as sleep } from 'node:timers/promises';\nawait &sleep(50);",
  'await &setTimeout(50);',
  'await &page.waitForTimeout(50);',
])('a test waits for a condition instead of %s', (sample) => {
  const text = sample.replace('&', '');
  for (const name of [
    'domain/bees/hive.test.ts',
    'frontend/src/features/bees/hive.test.tsx',
    'api/bees/bees.factory.ts',
    'e2e/journeys/bees.ts',
  ])
    expect(named(text, name)).toEqual([expect.stringContaining('sleeps; wait for a condition')]);
  expect(named(text, 'ops/bench/bees.bench.ts')).toEqual([]);
  expect(named(text, 'workers/platform/timers.test.ts')).toEqual([]);
});
it('conditions, deadlines and held promises are no sleep', () => {
  const text =
    "await expect.poll(() => hive.bees).toBe(3);\nsetTimeout(() => controller.abort(), 50);\nvi.spyOn(globalThis, 'setTimeout');";
  expect(named(text, 'domain/bees/hive.test.ts')).toEqual([]);
});

it.each([
  ['a text', '<p>Twelve hives</p>', "<p>{t('Twelve hives')}</p>"],
  ['a text of several lines', '<p>\n  Twelve hives, {count} bees\n</p>', "<p>\n  {t('{count} bees', { count })}\n</p>"],
  ['a text in braces', "<p>{'Twelve hives'}</p>", "<p>{' '}</p>"],
  ['a choice', "<p>{isOpen ? 'Open' : null}</p>", "<p>{isOpen ? t('Open') : null}</p>"],
  ['a label', '<IconButton aria-label="Open" />', "<IconButton aria-label={t('Open')} />"],
  ['a title', '<Fold title="The hive" />', '<Fold title="Okta" />'],
  ['a picture', '<img alt={`Hive of ${name}`} />', '<img alt="" />'],
  ['an example', '<TextField placeholder="Your hive" />', '<TextField placeholder="https://" />'],
])('%s is translated: %s', (_what, wrong, right) => {
  expect(judged(`export const Hive = () => ${wrong};`)).toEqual([expect.stringContaining("write `t('…')`")]);
  expect(judged(`export const Hive = () => ${right};`)).toEqual([]);
});
it.each([
  '<p>{count} × {size} · 3 (+)</p>',
  '<kbd>Ctrl K</kbd>',
  '<code>npm run seed</code>',
  '<Quiet>Vertex AI</Quiet>',
  '<p className="wide" />',
])('nothing is to be translated in %s', (text) => expect(judged(`export const Hive = () => ${text};`)).toEqual([]));
it('the kit’s page and tests are not translated', () => {
  const text = 'export const Hive = () => <p>Twelve hives</p>;';
  for (const name of ['frontend/src/pages/kit/hive-samples.tsx', 'frontend/src/features/bees/hive.test.tsx'])
    expect(judgeFile({ name, text })).toEqual([]);
});

const BY_ROUTE = "  await page.route('**/api/consents/a', (route) => route.fulfill({ json: {} }));";
const BY_FETCH = "    vi.stubGlobal('fetch', async () => new Response('{}'));";
it.each([
  ['e2e/support/scenes/scenes-bees.ts', BY_ROUTE, 'e2e/support/mocks.ts'],
  ['e2e/journeys/bees.test.ts', '  await page.route(/bees/, (route) => route.fulfill({ status: 500, json: {} }));', 'e2e/support/mocks.ts'],
  ['frontend/src/features/bees/hive.test.tsx', BY_FETCH, 'stubServer()'],
])('a mocked answer is compared with the contract, unlike in %s', (name, text, way) =>
  expect(judgeFile({ name, text })).toEqual([expect.stringContaining(way)]),
);

it.each([
  ['e2e/support/mocks.ts', BY_ROUTE],
  ['e2e/support/scenes/scenes-bees.ts', '  await mockAnswer(page, getConsent, CONSENT);'],
  ['e2e/journeys/bees.test.ts', '  await page.route(`**${scriptOf(BEES)}`, (route) => route.abort());'],
  ['frontend/src/testing/show-screen.tsx', BY_FETCH],
])('a mock is raw only where it is compared: %s', (name, text) => expect(judgeFile({ name, text })).toEqual([]));
