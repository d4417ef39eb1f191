import { mkdirSync, watch } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import type { SimulationView } from '#contract/simulations/simulations.contract.ts';
import { sweepLeftovers } from '#domain/media/store-media.command.ts';
import type { LoggedCall } from './invariants.ts';
import { runKillStorm, storedNames, type KillStorm } from './kill-storm.ts';
import { answersBoughtAgain, type Evidence } from './paid-answers.ts';
import { option, pause, retryFor, retryFor60s, vendorsLog } from './storm.ts';
import { knownTopic } from '../testing/known-topic.ts';

/**
 * `npm run chaos -- media [--kills 30 --seed 1 --every-ms 3000 --scenes-at-once 2 --lessons-at-once 2]`: makes simulations and audio of small
 * courses at the same time, while api, worker and sandbox are killed at random moments. Afterwards no run may be under way; every simulation and
 * every lesson must be delivered once or given back; what was reserved must be captured or returned; by the vendors' own log no scene may be
 * written and no part of a script spoken again once it was stored, or while the worker that had it lived (`answersBoughtAgain`); nothing may be in
 * the store that no row names and the sweep does not take. The exit code is 1 otherwise.
 */
const scenesAtOnce = Number(option('scenes-at-once', '2'));
const lessonsAtOnce = Number(option('lessons-at-once', '2'));
const WITHIN_MS = 1_800_000;
/** On a busy machine, a restart takes a minute. */
const PATIENCE_MS = 300_000;
/** Their lessons have distinct titles, by which the vendors' log identifies them. */
const TOPICS = ['Photosynthesis', 'Tides'];
const SMALL = { age: 30, learning_goals: 'Know how it works', duration: '1 week intensive', content_depth: 'overview' };
/** Beyond the age at which the sweep of leftovers spares objects. */
const LATER_MS = 8 * 24 * 60 * 60 * 1000;
/** A worker removes a lesson's parts once it has stored the lesson; after this time it must have done so. */
const REMOVED_AFTER_MS = 5_000;
const TEXTS = ['simulation', 'simulation-check', 'audio-script', 'audio-script-check'];
const SOUNDS = ['speech', 'transcription'];
const ENDED = ['completed', 'failed', 'cancelled'];
const JOBS: Readonly<Record<string, readonly string[]>> = {
  simulation: ['write-simulation', 'correct-simulation'],
  'simulation-check': ['check-simulation'],
  'audio-script': ['write-script', 'correct-script'],
  'audio-script-check': ['check-script'],
};

interface Lesson {
  readonly courseId: string;
  readonly lessonId: string;
  readonly title: string;
}
interface Ordered {
  readonly kind: 'simulation' | 'audio';
  readonly runId: string;
  /** The subject of its calls in the vendors' log. */
  readonly subject: string;
  readonly status: string;
  readonly lesson: Lesson | null;
  readonly problems: readonly string[];
}

const isOk = ({ status }: { status: number }) => status >= 200 && status < 300;

/** Repeats a request until it succeeds, because api and sandbox restart. */
const ask = ({ client }: KillStorm, ...request: Parameters<KillStorm['client']['request']>) =>
  retryFor(PATIENCE_MS, async () => {
    const answer = await client.request(...request);
    if (!isOk(answer)) throw new Error(`${request[0]} ${request[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  });

async function untilEnded({ client }: KillStorm, runId: string): Promise<string> {
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await pause(500)) {
    const answer = await client.request('GET', `/api/runs/${runId}`).catch(() => null);
    if (answer?.status === 200 && ENDED.includes(answer.body.status)) return answer.body.status;
  }
  return 'stuck';
}

/** Writes small courses. @returns them with their lessons, the shortest first */
async function writtenCourses(storm: KillStorm): Promise<{ courses: string[]; lessons: Lesson[] }> {
  const { client } = storm;
  const courses = await Promise.all(
    TOPICS.map(async (topic): Promise<string> => {
      const { task_id: taskId } = await client.start({ ...SMALL, topic: knownTopic(topic) });
      await client.finish(taskId, { timeoutMs: WITHIN_MS });
      const { courses: found } = await ask(storm, 'GET', `/api/courses/${client.userId}?q=${encodeURIComponent(topic)}`);
      return found[0].course_id;
    }),
  );
  const all: (Lesson & { minutes: number })[] = [];
  for (const courseId of courses) {
    const { lessons } = (await ask(storm, 'GET', `/api/course-audio/${courseId}`)) as CourseAudio;
    for (const { lesson_id: lessonId, title, minutes } of lessons) all.push({ courseId, lessonId, title, minutes });
  }
  return { courses, lessons: all.toSorted((a, b) => a.minutes - b.minutes) };
}

/**
 * Orders a simulation and waits for its end, then makes room for the next one of its course. With the key, a repeated order is harmless.
 */
async function simulate(storm: KillStorm, courseId: string, number: number): Promise<Ordered> {
  const subject = `How pendulum ${storm.seed}.${number} swings`;
  const headers = { 'idempotency-key': `scene-${storm.seed}-${number}` };
  const { task_id: runId } = await ask(storm, 'POST', `/api/course-simulations/${courseId}`, { wish: subject }, headers);
  const status = await untilEnded(storm, runId);
  const { simulations } = await ask(storm, 'GET', `/api/course-simulations/${courseId}`);
  const mine = (simulations as SimulationView[]).filter(({ wish }) => wish === subject);
  const problems = mine.length === 1 ? [] : [`it is in its course ${mine.length} times`];
  const [made] = mine;
  if (made && (made.scene !== null) !== (status === 'completed')) problems.push(`its run is ${status}, the simulation ${made.state}`);
  if (made && status !== 'stuck') await ask(storm, 'DELETE', `/api/simulations/${made.simulation_id}`).catch(() => undefined);
  return { kind: 'simulation', runId, subject, status, lesson: null, problems };
}

/** Orders the audio of a lesson and waits for its end. */
async function speak(storm: KillStorm, lesson: Lesson, style: string): Promise<Ordered> {
  const body = { language: 'english', style, lessons: [lesson.lessonId] };
  const headers = { 'idempotency-key': `audio-${storm.seed}-${lesson.lessonId}` };
  const { task_id: runId } = await ask(storm, 'POST', `/api/course-audio/${lesson.courseId}`, body, headers);
  const status = await untilEnded(storm, runId);
  return { kind: 'audio', runId, subject: lesson.title, status, lesson, problems: [] };
}

/** When answers with texts and words were stored, by step, and when sounds were, by the part's key. */
interface Stored {
  readonly answers: (knex: Knex) => Promise<readonly { stepId: string; at: number; parts: number | null }[]>;
  readonly sounds: ReadonlyMap<string, number>;
  readonly end: () => void;
}

/** Records from now on when an answer is stored, whatever happens to it later. */
async function noteStored({ knex, bucket }: KillStorm): Promise<Stored> {
  await knex.raw(
    `create table stored_answer (step_id uuid, parts integer, at timestamptz default clock_timestamp());
     create function answer_stored() returns trigger language plpgsql as $$
     begin
       insert into stored_answer (step_id, parts) values (new.id, case when jsonb_typeof(new.payload->'spoken') = 'array' then jsonb_array_length(new.payload->'spoken') end);
       return new;
     end $$;
     create trigger stored after update on step for each row
       when (new.answer is not null and new.answer is distinct from old.answer or new.payload is distinct from old.payload)
       execute function answer_stored()`,
  );
  mkdirSync(bucket, { recursive: true });
  const sounds = new Map<string, number>();
  // an object exists once its description does
  const watcher = watch(bucket, (_event, name) => {
    const [, stepId, part] = /^speech\/([^/]+)\/(\d+)\.json$/.exec(decodeURIComponent(name ?? '')) ?? [];
    const key = `${stepId}:${part}`;
    if (stepId && !sounds.has(key)) sounds.set(key, Date.now());
  });
  return {
    sounds,
    answers: async (store) =>
      (await store('stored_answer').select('step_id', 'parts', 'at')).map((row) => ({
        stepId: row.step_id,
        parts: row.parts,
        at: row.at.getTime(),
      })),
    end: () => watcher.close(),
  };
}

/** Returns for each call what is known about its work. */
async function evidence(knex: Knex, stored: Stored, ended: readonly Ordered[]): Promise<(call: LoggedCall) => Evidence> {
  const answers = await stored.answers(knex);
  const steps: { id: string; run_id: string; job: string }[] = await knex('step')
    .whereIn(
      'run_id',
      ended.map(({ runId }) => runId),
    )
    .select('id', 'run_id', 'job');
  const runOf = new Map(ended.map(({ subject, runId }) => [subject, runId]));
  const givenUp: { run_id: string; purpose: string; started_at: Date }[] = await knex('vendor_call')
    .where({ outcome: 'timed_out' })
    .select('run_id', 'purpose', 'started_at');
  const storedTimes = ({ purpose, key, subject }: LoggedCall): number[] => {
    if (purpose === 'speech') return [stored.sounds.get(key) ?? []].flat();
    if (purpose === 'transcription') {
      const [stepId, part] = key.split(':');
      return answers.filter((row) => row.stepId === stepId && row.parts! > Number(part)).map(({ at }) => at);
    }
    const mine = steps
      .filter(({ run_id: runId, job }) => runId === runOf.get(subject!) && JOBS[purpose]!.includes(job))
      .map(({ id }) => id);
    return answers.filter(({ stepId }) => mine.includes(stepId)).map(({ at }) => at);
  };
  return (call) => ({
    storedAt: storedTimes(call),
    givenUpAt: givenUp
      .filter((one) => one.run_id === runOf.get(call.subject ?? '') && one.purpose === call.purpose)
      .map((one) => one.started_at.getTime()),
  });
}

/** Each statement finds rows only for a violation by an ended run. */
const BY_ROWS: Readonly<Record<string, string>> = {
  'something is still held for it': `select state from token_hold where job_id = :run::text and state = 'open'
      union all select state from quota_hold where job_id = :run::text and state = 'open'`,
  'a step is under way': `select key, state from step where run_id = :run and state in ('queued', 'running')`,
  'a step is still announced': `select step_id from outbox join step on step.id = step_id where run_id = :run`,
  'what was reserved is neither captured nor returned': `select amount, captured, returned from (
        select amount, captured, (select coalesce(sum(change), 0) from ledger_transaction
                                   where job_id = :run::text and kind in ('capture', 'release')) as returned
          from token_hold where job_id = :run::text) held where amount <> captured + returned`,
  'it was reserved or ended more than once': `select kind, count(*) from ledger_transaction where job_id = :run::text group by 1 having count(*) > 1`,
  'its charge is not what was captured': `select tokens_charged from run where id = :run
      and tokens_charged <> coalesce((select sum(captured) from token_hold where job_id = :run::text), 0)`,
  'it was not made, and was charged': `select status, tokens_charged from run where id = :run and status <> 'completed'
      and (tokens_charged <> 0 or exists (select from quota_hold where job_id = :run::text and state = 'used'))`,
};
const PAID: Readonly<Record<Ordered['kind'], Readonly<Record<string, string>>>> = {
  simulation: {
    'it was made, and not paid for once': `select tokens_charged from run where id = :run and status = 'completed'
        and (tokens_charged > 0) = exists (select from quota_hold where job_id = :run::text and state = 'used')`,
  },
  audio: {
    'its lesson was not delivered once': `select count(*) from run
        join step on step.run_id = run.id and step.job = 'speak-script' and step.state = 'completed'
        join audio_lesson lesson on lesson.lesson_id = step.item_id and lesson.course_id = (run.request->>'course_id')::uuid
        join media_object media on media.id = lesson.media_id and media.deleted_at is null
       where run.id = :run and run.status = 'completed'
       group by run.status having count(*) <> 1`,
    'it was made, and has no lesson': `select run.status from run where id = :run and status = 'completed' and not exists (
        select from audio_lesson lesson where lesson.lesson_id::text = run.request->'lessons'->0->>'lesson_id')`,
    'it was made, and not paid for': `select tokens_charged from run where id = :run and status = 'completed' and tokens_charged = 0`,
  },
};

async function problemsOf(knex: Knex, { kind, runId, status, problems }: Ordered): Promise<string[]> {
  if (status === 'stuck') return ['it has not ended'];
  const found = [...problems];
  for (const [name, sql] of Object.entries({ ...BY_ROWS, ...PAID[kind] })) {
    const { rows } = await knex.raw(sql, { run: runId });
    if (rows.length > 0) found.push(`${name} (${JSON.stringify(rows[0])})`);
  }
  return found;
}

/** Returns faults in the parts of ended speech steps: each part must be in the vendors' log, and nothing else. */
async function partFaults(knex: Knex, calls: readonly LoggedCall[]): Promise<string[]> {
  const { rows } = await knex.raw(
    `select id, jsonb_array_length(payload->'spoken') as parts from step where job = 'speak-script' and state = 'completed'`,
  );
  return rows.flatMap(({ id, parts }: { id: string; parts: number }) => {
    const spoken = calls.filter(({ purpose, key, status }) => purpose === 'speech' && status === 200 && key.startsWith(`${id}:`));
    const numbers = [...new Set(spoken.map(({ key }) => Number(key.split(':')[1])))].toSorted((a, b) => a - b);
    const all = Array.from({ length: parts }, (_, n) => n);
    return isDeepStrictEqual(numbers, all) ? [] : [`step ${id} has ${parts} parts; spoken were ${numbers.join(' ')}`];
  });
}

/** Returns parts of lessons that are still stored although the lesson is: only a death during their removal leaves them, for the sweep. */
async function leftovers({ knex, bucket, deaths }: KillStorm): Promise<{ left: number; faults: string[] }> {
  const names = storedNames(bucket).filter((name) => name.startsWith('speech/'));
  const ids = [...new Set(names.map((name) => name.split('/')[1]!))];
  const steps: { id: string; state: string; finished_at: Date }[] = await knex('step')
    .whereIn('id', ids)
    .select('id', 'state', 'finished_at');
  const faults = steps
    .filter(({ state, finished_at: at }) => {
      const from = at.getTime();
      return state === 'completed' && !deaths.some((death) => death.at >= from && death.at <= from + REMOVED_AFTER_MS);
    })
    .map(({ id }) => `parts of step ${id} are stored although nobody was killed while they were removed`);
  await retryFor60s(() => sweepLeftovers(Date.now() + LATER_MS));
  const stays = storedNames(bucket).filter((name) => name.startsWith('speech/'));
  return { left: names.length, faults: [...faults, ...stays.map((name) => `the sweep leaves ${name}`)] };
}

await runKillStorm({
  victims: ['api', 'worker', 'sandbox'],
  kills: 30,
  latencyMs: 400,
  async prepare(storm) {
    const { courses, lessons } = await writtenCourses(storm);
    return { courses, lessons, stored: await noteStored(storm) };
  },
  async work(storm, { courses, lessons }) {
    const ended: Ordered[] = [];
    const open = [...lessons];
    const busy = new Set<string>();
    let scenes = 0;
    const simulating = Array.from({ length: scenesAtOnce }, async () => {
      while (storm.goesOn()) ended.push(await simulate(storm, courses[scenes % courses.length]!, scenes++));
    });
    // only one run at a time makes a course's audio
    const speaking = Array.from({ length: Math.min(lessonsAtOnce, courses.length) }, async () => {
      while (storm.goesOn()) {
        const at = open.findIndex(({ courseId }) => !busy.has(courseId));
        const [lesson] = at < 0 ? [] : open.splice(at, 1);
        if (!lesson) return;
        busy.add(lesson.courseId);
        const spoken = await speak(storm, lesson, ended.length % 2 === 0 ? 'voice' : 'dialogue');
        ended.push(spoken);
        // its course takes no further order while it is stuck
        if (spoken.status !== 'stuck') busy.delete(lesson.courseId);
      }
    });
    await Promise.all([...simulating, ...speaking]);
    return ended;
  },
  async judge(storm, ended, { stored }) {
    stored.end();
    const { knex, stack, deaths } = storm;
    const calls = (await retryFor60s(() => vendorsLog(stack))).filter(({ purpose }) => [...TEXTS, ...SOUNDS].includes(purpose));
    const problems: string[] = [];
    for (const one of ended)
      for (const problem of await retryFor60s(() => problemsOf(knex, one))) problems.push(`${one.kind} “${one.subject}”: ${problem}`);
    const again = answersBoughtAgain(calls, deaths, await evidence(knex, stored, ended));
    for (const { key, fault } of again) if (fault !== null) problems.push(`${key} ${fault}`);
    problems.push(...(await partFaults(knex, calls)));
    const swept = await leftovers(storm);
    problems.push(...swept.faults);
    const told = (kind: Ordered['kind']) => {
      const mine = ended.filter((one) => one.kind === kind);
      const by = (status: string) => mine.filter((one) => one.status === status).length;
      return `${mine.length} ${kind} runs, ${by('completed')} delivered, ${by('failed')} given back`;
    };
    const whole = (purposes: readonly string[]) =>
      calls.filter(({ purpose, status, aborted }) => purposes.includes(purpose) && status === 200 && !aborted).length;
    const howLost = [...Map.groupBy(again, ({ lost }) => lost ?? 'without excuse')]
      .map(([how, those]) => `, ${those.length} lost ${how}`)
      .join('');
    const summary =
      `${told('simulation')}; ${told('audio')}; ${whole(TEXTS)} texts, ${whole(['speech'])} parts and ${whole(['transcription'])} hearings answered, ` +
      `${again.length} of them again${howLost}; ` +
      `${swept.left} parts left for the sweep`;
    return { problems, summary };
  },
});
