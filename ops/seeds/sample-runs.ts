import type { Knex } from 'knex';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { leadOf, SERVICES, type Service } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { idFromName } from '../sandbox/answers/course-files.ts';
import { addSampleBatch, SAMPLE_RUN } from './sample-batch.ts';
import { accountIds, makeSamplePeople, OPERATOR } from './sample-people.ts';
import { insertMany } from './sample-studies.ts';

const GIVEN = { actor: 'script:seed', action: 'operator.sample_runs' } as const;
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** The lessons of each: two modules of three. */
const LESSONS = ['Where to begin', 'The parts and their names', 'How it works', 'A first example', 'What goes wrong', 'Where it leads'];
const IN_MODULE = 3;

/** Steps of a course in order: the service, its duration in seconds, its cost in micro-dollars. */
const WORK = {
  outline: { job: 'draft-outline', service: leadOf('outline'), seconds: 9, cost: 11_000, purpose: 'outline' },
  research: { job: 'research-topic', service: leadOf('research'), seconds: 7, cost: 6_000, purpose: 'research' },
  lesson: { job: 'write-lesson', service: leadOf('lesson'), seconds: 24, cost: 19_000, purpose: 'lesson' },
  practice: { job: 'write-practice', service: leadOf('practice'), seconds: 8, cost: 5_000, purpose: 'practice' },
  review: { job: 'review-lesson', service: leadOf('review'), seconds: 6, cost: 3_000, purpose: 'review' },
} as const;
type Work = keyof typeof WORK;

/**
 * Adds data for the operators' console: a week of sample students' runs, two of which failed for good, and a finished batch. None of them
 * delivered a course, so their times do not affect estimates. Runs once.
 * @returns a line for each action
 */
export async function seedSampleRuns(): Promise<string[]> {
  const operatorId = (await accountIds([OPERATOR])).get(OPERATOR);
  if (!operatorId) return [];
  const given = await database()('audit_entry')
    .where({ subject: `account:${operatorId}`, action: GIVEN.action })
    .first('id');
  if (given) return [];
  const students = await makeSamplePeople();
  await transact(async (trx) => {
    const parts = [...weekOf(students), ...FAILED_TOPICS.map((failed, n) => deadLetter(failed, students[n]!))];
    await insertParts(trx, parts);
    await addSampleBatch(trx);
    await recordAudit({ ...GIVEN, subject: `account:${operatorId}` }, trx);
  });
  return [`${OPERATOR}: a week of runs, a batch and ${FAILED_TOPICS.length} dead letters, marked as sample data`];
}

interface Parts {
  readonly run: Record<string, unknown> & { readonly id: string };
  readonly steps: readonly Record<string, unknown>[];
  readonly calls: readonly Record<string, unknown>[];
  readonly events: readonly Record<string, unknown>[];
}

async function insertParts(trx: Knex.Transaction, parts: readonly Parts[]): Promise<void> {
  await trx('run').insert(parts.map(({ run }) => run));
  await insertMany(
    trx,
    'step',
    parts.flatMap(({ steps }) => steps),
  );
  await insertMany(
    trx,
    'vendor_call',
    parts.flatMap(({ calls }) => calls),
  );
  await trx('run_event').insert(parts.flatMap(({ events }) => events));
  // a retry needs the row that stores its plan
  await trx('course_run').insert(parts.filter(({ run }) => run['status'] === 'failed').map(({ run }) => ({ run_id: run.id })));
}

/** Runs of the newest day, with which the console opens, so that it shows a typical working day. */
const TODAY_HOURS_AGO = [22.6, 21.8, 20.3, 19.1, 17.4, 13.2, 9.7, 8.1, 6.9, 5.2, 3.8, 2.4];
const IN_WEEK = 24;

/** Returns three or four courses a day, and a dozen more on the newest day. */
function weekOf(students: readonly string[]): Parts[] {
  const earlier = Array.from({ length: IN_WEEK }, (_, n) => (6.8 - n * 0.28) * DAY_MS + ((n * 37) % 90) * MINUTE_MS);
  return [...earlier, ...TODAY_HOURS_AGO.map((hours) => hours * 60 * MINUTE_MS)].map((ago, n) => {
    const at = new Date(Date.now() - ago);
    return finishedRun(`week/${n}`, students[(n * 5) % students.length]!, TOPICS[n % TOPICS.length]!, at);
  });
}

/** @param name distinguishes it from others */
function finishedRun(name: string, accountId: string, asked: Topic, at: Date): Parts {
  const id = idFromName(`run/${name}`);
  const keys: [Work, string, string | null][] = [
    ['outline', 'outline', null],
    ['research', 'research', null],
    ...(['lesson', 'practice', 'review'] as const).flatMap((work) =>
      LESSONS.map((title, n): [Work, string, string] => [
        work,
        `${work}:${idFromName(`${id}/${n}`)}`,
        `${1 + Math.floor(n / IN_MODULE)}.${1 + (n % IN_MODULE)} ${title}`,
      ]),
    ),
  ];
  let clock = at.getTime();
  const done = keys.map(([work, key, label], n) => {
    const begun = clock + 400;
    // lessons are written two at a time
    const ms = WORK[work].seconds * 1000 * (0.8 + ((n * 7 + asked.topic.length) % 9) / 20);
    clock = n % 2 === 0 && work === 'lesson' ? clock + 1_000 : begun + ms;
    return { work, key, label, begun: new Date(begun), ended: new Date(begun + ms), ms: Math.round(ms) };
  });
  const ended = new Date(Math.max(...done.map((one) => one.ended.getTime())));
  return {
    run: {
      ...runOf(id, accountId, asked, at),
      status: 'completed',
      stage: 'done',
      progress: 100,
      title: asked.topic,
      error_code: null,
      error_detail: null,
      operator_detail: null,
      started_at: at,
      finished_at: ended,
    },
    steps: done.map(({ work, key, label, begun, ended: finished }) => ({
      ...stepOf(id, key, WORK[work].job, WORK[work].service),
      label,
      state: 'completed',
      tried: [],
      error_code: null,
      created_at: new Date(begun.getTime() - 400),
      started_at: begun,
      finished_at: finished,
    })),
    calls: done.map(({ work, key, begun, ms }) => callOf(id, accountId, key, work, WORK[work].service, begun, ms, 'ok')),
    events: [event(id, at, 'run.started', 'Writing has started.'), event(id, ended, 'run.completed', 'The course is ready.')],
  };
}

function deadLetter({ hoursAgo, code, tried, calls, ...asked }: (typeof FAILED_TOPICS)[number], accountId: string): Parts {
  const id = idFromName(`run/failed/${code}`);
  const ended = new Date(Date.now() - hoursAgo * 60 * MINUTE_MS);
  const at = new Date(ended.getTime() - 4 * MINUTE_MS);
  const tries = SERVICES.map((service, n) => ({ service, code: tried, at: new Date(at.getTime() + (n + 1) * 50_000).toISOString() }));
  return {
    run: {
      ...runOf(id, accountId, asked, at),
      status: 'failed',
      stage: 'outline',
      progress: 10,
      title: null,
      error_code: code,
      error_detail: null,
      operator_detail: `Sample data. ${SERVICES.length} services were asked for the outline, each met ${tried}.`,
      started_at: at,
      finished_at: ended,
    },
    steps: [
      {
        ...stepOf(id, 'outline', WORK.outline.job, null),
        label: null,
        state: 'failed',
        tried: tries,
        error_code: code,
        created_at: at,
        started_at: at,
        finished_at: ended,
      },
    ],
    calls: tries.map(({ service, at: asked }, n) => ({
      ...callOf(id, accountId, 'outline', 'outline', service, new Date(new Date(asked).getTime() - 45_000), 45_000, calls),
      id: idFromName(`${id}/call/${n}`),
    })),
    events: [
      event(id, at, 'run.started', 'Writing has started.'),
      event(id, ended, 'run.failed', 'The course could not be written. Nothing was charged.'),
    ],
  };
}

const runOf = (id: string, accountId: string, { topic, goals }: Topic, at: Date) => ({
  id,
  account_id: accountId,
  kind: 'course',
  request: JSON.stringify(courseFormSchema.parse({ age: 30, topic, learning_goals: goals })),
  request_id: SAMPLE_RUN,
  subject: topic,
  created_at: at,
});

const stepOf = (runId: string, key: string, job: string, service: Service | null) => ({
  id: idFromName(`${runId}/${key}`),
  run_id: runId,
  job,
  key,
  dispatch: 1,
  fence: 1,
  service,
  worker: 'sample',
  passed_over: [],
});

function callOf(
  runId: string,
  accountId: string,
  key: string,
  work: Work,
  service: Service,
  at: Date,
  ms: number,
  outcome: string,
): Record<string, unknown> {
  const isOk = outcome === 'ok';
  const cost = isOk ? WORK[work].cost + (ms % 3_000) : 0;
  return {
    id: idFromName(`${runId}/${key}/call`),
    account_id: accountId,
    run_id: runId,
    step_id: idFromName(`${runId}/${key}`),
    service,
    model: config().vendors[service].model,
    purpose: WORK[work].purpose,
    started_at: at,
    ms,
    outcome,
    input_tokens: isOk ? Math.round(cost / 8) : null,
    output_tokens: isOk ? Math.round(cost / 14) : null,
    cost_micro_usd: cost,
    discarded: false,
    price_share: 1,
  };
}

const event = (runId: string, at: Date, name: string, text: string) => ({ run_id: runId, at, event: name, text });

/** The subject and goals of a sample run. */
interface Topic {
  readonly topic: string;
  readonly goals: string;
}

const TOPICS: readonly Topic[] = [
  { topic: 'Why the sky is blue', goals: 'Explain to a child why the sky is blue at noon and red in the evening' },
  { topic: 'How to read a balance sheet', goals: 'Tell from a balance sheet whether a small company can pay its bills' },
  { topic: 'Knots for climbers', goals: 'Tie and check a figure of eight, a clove hitch and a Prusik' },
  { topic: 'The Silk Road', goals: 'Follow one bale of silk from Chang’an to Antioch, and name who carried it' },
  { topic: 'Regular expressions', goals: 'Find and rename hundreds of files with one pattern' },
  { topic: 'Watercolour for beginners', goals: 'Paint a wet-in-wet sky and a tree without mud' },
  { topic: 'How bridges stand', goals: 'See at a bridge where it is pulled and where it is pressed' },
  { topic: 'Coffee, from bean to cup', goals: 'Know what grind, water and time each change in the cup' },
  { topic: 'The Krebs cycle', goals: 'Draw the cycle from memory, with where carbon and energy leave it' },
  { topic: 'Linear algebra with pictures', goals: 'See a matrix as a movement of the plane, and find its eigenvectors' },
  { topic: 'Writing a short story', goals: 'Write three pages with one turn and an ending that holds' },
  { topic: 'How elections are counted', goals: 'Count seats by two methods and say whom each of them favours' },
];
/** Dead letters: all services down, and all services declining. `hoursAgo`: when they failed. */
const FAILED_TOPICS = [
  {
    topic: 'Sorting algorithms compared',
    goals: 'Choose between insertion sort, merge sort and quicksort, and say what each costs on data that is nearly sorted',
    hoursAgo: 31,
    code: 'vendors.all_down',
    tried: 'vendors.timed_out',
    calls: 'timed_out',
  },
  {
    topic: 'Picking the locks of other people’s doors',
    goals: 'Open the usual front doors without their keys and without leaving a trace',
    hoursAgo: 77,
    code: 'vendors.refused',
    tried: 'vendors.refused',
    calls: 'refused',
  },
] as const;
