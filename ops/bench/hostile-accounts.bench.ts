import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import knexFactory from 'knex';
import type { Course } from '#contract/courses/courses.contract.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { connectWithEngine } from '../scripts/with-engine.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import type { HostilePart } from './attacks/hostile-process.ts';
import { givenConnection, honestVisits } from './attacks/honest-visits.ts';
import { longRecordings, noteOf, shortNote } from './attacks/long-recordings.ts';
import { startLiveProbe } from './attacks/live-probe.ts';
import type { Session } from './attacks/session.ts';
import { bound, line, median } from './figures.ts';
import { ownOrganisation } from './largest-inputs/business-states.ts';
import { COURSE_SHAPES, courseZip } from './largest-inputs/course-files.ts';
import { givenAccount } from './largest-inputs/given-account.ts';
import { PASSWORD } from './largest-inputs/state.ts';
import { formOf } from './largest-inputs/upload-files.ts';
import { childrenMs, processorMs } from './measure.ts';

const PARTS = [
  'imports',
  'exports',
  'sockets',
  'reads',
  'keys',
  'saves',
  'agents',
  'directories',
  'programs',
  'recordings',
  'networks',
  'unsigned-tokens',
] as const;
/** Parts that need no account's course; beside them alone, only the visits are measured. */
const OF_STRANGERS: ReadonlySet<string> = new Set(['networks', 'unsigned-tokens']);
/** Accounts of a part; one unless it says more. */
const SENDERS: Partial<Record<(typeof PARTS)[number], number>> = { recordings: 4 };
/** The honest account's actions may take as long as alone, plus one longest turn of each account served before it. */
const LONGEST_TURN_MS = 3_000;
const [TIMES_ALONE, TIMES_BESIDE] = [5, 3];
/** Maximum duration beside the hostile accounts: whatever has failed until then counts as failed. */
const BESIDE_WITHIN_MS = 180_000;
/** An action that takes longer has failed, and the benchmark continues. */
const ACT_WITHIN_MS = 60_000;
/** As often as clients are allowed to poll. */
const POLL_MS = 100;
/** Time for the hostile accounts to fill every queue. */
const BEGIN_MS = 5_000;
const PROCESS = fileURLToPath(new URL('attacks/hostile-process.ts', import.meta.url));

/** The maximum number of longest lessons that a course's bytes allow. */
const LARGE_LESSONS = 30;

/**
 * Runs hostile accounts beside an honest one: imports, exports and slow texts, sockets and slow readers, large courses and searches, API
 * keys, long bodies to save, agents' messages, directories, apps that register themselves, long recordings, hundreds of networks, tokens that nobody
 * signed. Prints how long the honest account's import, export, save, message, voice note, sign-in, search and list take alone and beside them, and
 * fails if one takes longer than alone plus one longest turn, or is refused.
 * @param words the hostile parts to run; all if empty
 */
export async function bench(words: readonly string[] = []): Promise<void> {
  const parts = PARTS.filter((part) => words.length === 0 || words.includes(part));
  // limited as in production; each hostile account sends from its own address
  const stack = await startStack({ SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0', RATE_LIMITS: 'full', TRUSTED_PROXIES: '1' });
  const url = stack.record().databaseUrl ?? '';
  setConfig(readConfig({ DATABASE_URL: url, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' }));
  await connectWithEngine(url, { poolMax: 2 });
  const knex = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 2 } });
  const probe = startLiveProbe(stack.url);
  const children: ChildProcess[] = [];
  let provider: Awaited<ReturnType<typeof givenConnection>> | undefined;
  try {
    const honest = await givenAccount(stack.url, knex, { isLarge: false });
    const hostile: HostilePart[] = [];
    const recordings = await longRecordings(stack.dataDir);
    for (const part of parts.flatMap((one) => Array.from({ length: SENDERS[one] ?? 1 }, () => one))) {
      const account = await givenAccount(stack.url, knex);
      const needsOrganisation = part === 'directories' || part === 'unsigned-tokens';
      const organisationId = needsOrganisation ? await ownOrganisation({ knex, ...account }) : '';
      if (part === 'unsigned-tokens') provider = await givenConnection(knex, organisationId);
      const course = OF_STRANGERS.has(part)
        ? { courseId: '', lessonId: '' }
        : await importCourse(account.session, courseZip(COURSE_SHAPES[0]!.content(LARGE_LESSONS)));
      hostile.push({
        part,
        from: `198.51.100.${hostile.length + 1}`,
        email: account.email,
        password: PASSWORD,
        recordings,
        ...course,
        ...(provider && { connection: provider.connection }),
      });
    }
    const isOfStrangers = parts.every((part) => OF_STRANGERS.has(part));
    const acts = new Map([
      ...(await honestVisits(stack.url, honest)),
      ...(isOfStrangers ? [] : await honestActs(honest.session, await shortNote(stack.dataDir))),
    ]);
    const alone = await timesOf(acts, TIMES_ALONE);
    line('alone: slowest live probe', `${(await probe.during(async () => timesOf(acts, 1))).slowestMs.toFixed(0)} ms`);
    const sharesSince = processorShares(stack, children);
    // a separate session, whose share of the processor it lowers
    const answers = new Map<string, Record<string, number>>();
    for (const one of hostile) {
      const child = fork(PROCESS, [stack.url, JSON.stringify(one)], { detached: true });
      child.on('message', (told: Record<string, number>) => answers.set(`${one.part} of ${one.from}`, told));
      children.push(child);
    }
    await new Promise((resolve) => setTimeout(resolve, BEGIN_MS));
    const { value: beside, slowestMs } = await probe.during(() => timesOf(acts, TIMES_BESIDE));
    line(`beside ${parts.join(', ')}: slowest live probe`, `${slowestMs.toFixed(0)} ms`);
    line('processor', sharesSince());
    for (const [part, told] of answers)
      line(
        `answers to ${part}`,
        Object.entries(told)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', '),
      );
    if (provider) {
      line('calls to the provider', String(provider.calls()));
      bound('its metadata once, its keys a few times', provider.calls() <= 2 + 2 * Math.ceil(BESIDE_WITHIN_MS / 30_000));
    }
    for (const [name, times] of beside) {
      const usual = median(alone.get(name)!);
      const worst = Math.max(...times);
      const isGood = worst <= usual + LONGEST_TURN_MS;
      if (!isGood) process.exitCode = 1;
      line(
        name,
        `alone ${usual.toFixed(0)} ms, beside ${median(times).toFixed(0)} ms, at worst ${worst.toFixed(0)} ms (× ${(worst / usual).toFixed(1)})${isGood ? '' : ' <- held up'}`,
      );
    }
  } finally {
    for (const child of children) child.kill();
    provider?.close();
    probe.stop();
    await disconnectDatabase();
    await knex.destroy();
    await stack.stop();
  }
}

/** Starts measuring. @returns a function that reports each process's share of a processor since then */
function processorShares(stack: Stack, clients: readonly ChildProcess[]): () => string {
  const { processes } = stack.record();
  const pid = (name: string) => processes[name]!.pid;
  const read = () =>
    ({
      api: processorMs([pid('api')]),
      'its restricted processes': childrenMs(pid('api')),
      worker: processorMs([pid('worker')]),
      'its restricted ones': childrenMs(pid('worker')),
      store: processorMs([pid('store')]) + childrenMs(pid('store')),
      'hostile clients': processorMs(clients.map((client) => client.pid!)),
      'this process': processorMs([process.pid]),
    }) as const;
  const [before, from] = [read(), performance.now()];
  return () => {
    const ms = performance.now() - from;
    const shares = Object.entries(read()).map(
      ([name, spent]) => `${name} ${(((spent - before[name as keyof typeof before]) / ms) * 100).toFixed(0)} %`,
    );
    return `${shares.join(', ')} of ${(ms / 1_000).toFixed(0)} s`;
  };
}

type Acts = ReadonlyMap<string, () => Promise<void>>;

/** Does each action this many times, one after another. @returns the times by name, in ms */
async function timesOf(acts: Acts, times: number): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>();
  const until = performance.now() + BESIDE_WITHIN_MS;
  for (let time = 0; time < times; time += 1)
    for (const [name, act] of acts) {
      if (time > 0 && performance.now() > until) return taken;
      const from = performance.now();
      await act().catch((error: Error) => {
        console.log(`${name}: ${error.message}`);
        process.exitCode = 1;
      });
      taken.set(name, [...(taken.get(name) ?? []), performance.now() - from]);
    }
  return taken;
}

/** Returns an honest person's actions: imports a course and a card, exports a course, saves a lesson, sends a message and a voice note. */
async function honestActs(session: Session, note: string): Promise<Acts> {
  const zip = () => courseZip(COURSE_SHAPES[0]!.content(1));
  const own = await importCourse(session, zip());
  let newest = own.courseId;
  const post = (address: string, body: object) => session.json<{ task_id: string }>('POST', address, body);
  return new Map<string, () => Promise<void>>([
    ['import of a course', async () => void (newest = (await importCourse(session, zip())).courseId)],
    [
      'import of a card',
      async () => {
        const file = { name: 'file', filename: 'cards.csv', type: 'text/csv', bytes: Buffer.from(`Who flies? ${randomUUID()},The bee`) };
        const { status, code } = await session.send({
          method: 'POST',
          address: '/api/flash-card-file',
          ...formOf({ deck: 'Bees' }, [file]),
        });
        if (status !== 200) throw new Error(`${status} ${code}`);
      },
    ],
    [
      'export of a course',
      async () => {
        // the same course is not exported twice within a minute; the import before has made another course
        const { task_id: taskId } = await post('/api/course-exports', { course_id: newest, format: 'markdown' });
        await ended(session, taskId);
      },
    ],
    [
      'save of a lesson',
      async () => {
        const { course } = await session.json<{ course: Course }>('GET', `/api/courses/${session.userId}/${own.courseId}`);
        const edit = { base_version: course.version, edit_session: randomUUID(), content: `A hive stands in the sun. ${randomUUID()}` };
        await session.json('PATCH', `/api/courses/${own.courseId}/lessons/${own.lessonId}`, edit);
      },
    ],
    [
      'voice note of two seconds',
      async () => void (await session.json('POST', '/api/voice-notes', JSON.parse(noteOf(session.userId, note)))),
    ],
    [
      'message',
      async () => void (await post('/api/community-chat/messages', { message_id: randomUUID(), content: `Who keeps ${randomUUID()}?` })),
    ],
  ]);
}

async function importCourse(session: Session, zip: Uint8Array): Promise<{ courseId: string; lessonId: string }> {
  const file = { name: 'file', filename: 'course.zip', type: 'application/zip', bytes: zip };
  const answer = await session.send({
    method: 'POST',
    address: '/api/course-imports',
    headers: { prefer: 'respond-async' },
    ...formOf({}, [file]),
  });
  if (answer.status !== 202) throw new Error(`import: ${answer.status} ${answer.code}`);
  const { result } = await ended(session, (JSON.parse(answer.text()) as { task_id: string }).task_id);
  const courseId = result!.course_id;
  const { course } = await session.json<{ course: Course }>('GET', `/api/courses/${session.userId}/${courseId}`);
  return { courseId, lessonId: course.modules[0]!.lessons[0]!.lesson_id };
}

interface Run {
  readonly status: string;
  readonly result?: { readonly course_id: string } | null;
}

/** Waits until a run has ended. @throws if it fails or takes too long */
async function ended(session: Session, taskId: string): Promise<Run> {
  const until = performance.now() + ACT_WITHIN_MS;
  while (performance.now() < until) {
    const run = await session.json<Run>('GET', `/api/runs/${taskId}`);
    if (run.status === 'completed') return run;
    if (!['queued', 'running'].includes(run.status)) throw new Error(`a run ended as ${run.status}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`a run had not ended after ${ACT_WITHIN_MS / 1_000} s`);
}
