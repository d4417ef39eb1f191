import type { Knex } from 'knex';

/** A call from the sandbox's log. `subject` is what the call is about, `key` ends in its purpose and place. */
export interface LoggedCall {
  readonly id: string;
  readonly purpose: string;
  readonly key: string;
  readonly subject: string | null;
  readonly started_at: string;
  /** Duration; null if the sandbox was killed during the call. */
  readonly ms: number | null;
  readonly status: number | null;
  readonly aborted: boolean;
}

/**
 * The invariants of a completed run, whatever was killed during it: each statement finds rows only for a violation. One course with one
 * version whose lessons match the plan; every step ended, with no announced work left; the run's points awarded once, its tokens charged
 * once; no duplicate text.
 */
const BY_ROWS: Record<string, string> = {
  'more or less than one course': `select count(*)::int as n from course where run_id = :run having count(*) <> 1`,
  'more or less than one version': `select count(*)::int as n from course_version join course on course.id = course_id where course.run_id = :run having count(*) <> 1`,
  'a lesson of the plan is missing': `select lesson_count from course where run_id = :run
      and lesson_count <> (select count(*) from step where run_id = :run and job = 'write-lesson')`,
  'a step has not ended well': `select key, state, error_code, error_detail, tried, fence, started_at, finished_at from step where run_id = :run and state <> 'completed'`,
  'a step is still announced': `select step_id from outbox join step on step.id = step_id where run_id = :run`,
  'points not awarded once': `select count(*)::int as n from point_entry where cause = 'course:' || :run::text having count(*) <> 1`,
  'not charged once': `select tokens_charged from run where id = :run and (
      tokens_charged <> coalesce((select captured from token_hold where job_id = :run::text), 0)
      or exists (select from token_hold where job_id = :run::text and state <> 'captured')
      or exists (select from quota_hold where job_id = :run::text and state <> 'used'))`,
  'two lessons share a text': `select md5(output->>'content') from step where run_id = :run and job = 'write-lesson' group by 1 having count(*) > 1`,
};

/** The step of each purpose in the sandbox's log. */
const STEP_OF: Record<string, string> = {
  outline: 'outline',
  research: 'research',
  module: 'module',
  lesson: 'lesson',
  practice: 'practice',
  review: 'review',
  correction: 'correct',
};

/**
 * Checks one completed run against its rows and the vendors' own log.
 * @param calls the sandbox's log; calls about other topics are ignored
 * @param workerDeaths when the worker was killed (ms): an answer that only the worker had is lost then, and may be bought again
 * @returns the violations, as sentences; empty if the run is correct
 */
export async function checkInvariants(
  knex: Knex,
  runId: string,
  calls: readonly LoggedCall[],
  workerDeaths: readonly number[] = [],
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, sql] of Object.entries(BY_ROWS)) {
    const { rows } = await knex.raw(sql, { run: runId });
    if (rows.length > 0) problems.push(`${name} (${JSON.stringify(rows[0])})`);
  }
  return [...problems, ...(await boughtAgain(knex, runId, calls)), ...(await answeredTwice(knex, runId, calls, workerDeaths))];
}

/** Work that was answered in full although it already had an answer. */
export interface Repeat {
  readonly key: string;
  /** The worker was killed between the two requests, so it may have had the first answer. */
  readonly isExcused: boolean;
}

/** Returns every call that was answered 200 to its end although its key already had an answer. */
export function repeatedAnswers(calls: readonly LoggedCall[], workerDeaths: readonly number[]): Repeat[] {
  const begin = (call: LoggedCall) => Date.parse(call.started_at);
  const answered = calls.filter(({ status, aborted }) => status === 200 && !aborted).toSorted((a, b) => begin(a) - begin(b));
  return answered.flatMap((call, at) => {
    const before = answered.slice(0, at).findLast(({ key }) => key === call.key);
    if (!before) return [];
    return [{ key: call.key, isExcused: workerDeaths.some((death) => death >= begin(before) && death <= begin(call)) }];
  });
}

/** Returns answers of this run bought twice without a killed worker, except those that a check has rejected. */
async function answeredTwice(knex: Knex, runId: string, calls: readonly LoggedCall[], workerDeaths: readonly number[]): Promise<string[]> {
  const { subject } = (await knex('run').where({ id: runId }).first('subject'))!;
  const mine = calls.filter((call) => call.subject === subject && call.purpose in STEP_OF);
  const repeats = repeatedAnswers(mine, workerDeaths).filter(({ isExcused }) => !isExcused);
  const { rows } = await knex.raw(
    `select (select count(*) from vendor_call where run_id = :run and (discarded or outcome = 'broken'))
          + (select count(*) from step where run_id = :run and key like 'recheck:%' and call_id is not null) as asked_again`,
    { run: runId },
  );
  return repeats.slice(Number(rows[0].asked_again)).map(({ key }) => `${key.replace(/^.*?\//, '')} was answered 200 twice`);
}

/** Returns finished steps that were paid twice: no call for a step may start after it finished. */
async function boughtAgain(knex: Knex, runId: string, calls: readonly LoggedCall[]): Promise<string[]> {
  const run = await knex('run').join('course_run', 'run_id', 'id').where({ id: runId }).first('subject', 'plan');
  const steps: { key: string; finished_at: Date | null }[] = await knex('step').where({ run_id: runId }).select('key', 'finished_at');
  const finished = new Map(steps.map((step) => [step.key, step.finished_at]));
  const mine = calls.filter((call) => call.subject === run.subject && call.purpose in STEP_OF);
  if (mine.length === 0) return ['the vendors know of no call for this run'];
  return mine.flatMap((call) => {
    const [, module, lesson = '0'] = /\/(\d+)(?:\.(\d+))?$/.exec(call.key) ?? [];
    const kind = STEP_OF[call.purpose]!;
    const key = module === undefined ? kind : `${kind}:${run.plan.modules[Number(module)].lessons[Number(lesson)].lesson_id}`;
    // a second check of a quiz counts as a check
    const end = finished.get(key.replace(/^review:/, 'recheck:')) ?? finished.get(key);
    return end && Date.parse(call.started_at) > end.getTime()
      ? [`${key} was bought again ${Date.parse(call.started_at) - end.getTime()} ms after it was finished`]
      : [];
  });
}
