import {
  CONSOLE_HITS,
  NEEDS_SHOWN,
  type Need,
  type ConsoleHits,
  type ConsoleState,
  type readConsoleCourse as consoleCourse,
} from '#contract/operator/console.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { anyCourse } from '#domain/courses/content/course.queries.ts';
import { NEEDED_STEPS } from '#domain/generation/evaluations/write-missing.command.ts';
import { textsThatWait } from '#domain/moderation/moderation.queries.ts';
import { workersAlive } from '#domain/operator/overview/record-worker-heartbeat.command.ts';
import { database } from '#domain/platform/database.ts';
import { OF_THE_PROMPT } from '#contract/platform/errors.ts';
import { notFound } from '#domain/platform/errors.ts';
import { hasEveryWordByTrigrams, wordsOf } from '#domain/platform/normalised-text.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { lostWorkers, toLostWorker } from '#domain/platform/steps/lost-workers.queries.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { listServiceLanes } from '#domain/vendors/llm/vendor-availability.queries.ts';

/** Returns a short summary of the installation, for the head of the console. */
export async function readConsoleState(): Promise<ConsoleState> {
  const [[counts], paused, lanes, workers, texts, lost, needs] = await Promise.all([
    rowsOf<{ open: number; unowned: number; batches: number; failed: number; payments: number; reports: number; held: string[] }>(
      database(),
      sql`select (select count(*)::int from operator_alert where opened_at is not null and ended_at is null) as open,
                 (select count(*)::int from operator_alert where opened_at is not null and ended_at is null and owner_id is null) as unowned,
                 (select count(*)::int from batch where state in ('review', 'paused') and creator_id is null) as batches,
                 (select count(*)::int from run where finished_at > now() - interval '1 day' and status = 'failed'
                   and (error_code is null or error_code <> all(${OF_THE_PROMPT}::text[]))) as failed,
                 (select count(*)::int from billing_alarm where acknowledged_at is null) as payments,
                 (select count(distinct creator_course_id)::int from course_report where decided_at is null) as reports,
                 array(select distinct service from vendor_lane where paused_at is not null) as held`,
    ),
    database()('paused_work').whereIn('scope', ['queue', 'kind']).orderBy('paused_at').select('scope', 'name'),
    listServiceLanes(),
    workersAlive(),
    textsThatWait(),
    lostWorkers(),
    readNeeds(),
  ]);
  const { open, unowned, batches, failed, payments, reports, held } = counts!;
  return {
    at: new Date().toISOString(),
    paused: [
      ...paused.map(({ scope, name }) => ({ scope: scope === 'kind' ? ('kind' as const) : ('queue' as const), name })),
      ...held.map((name) => ({ scope: 'service' as const, name })),
    ],
    recovering: lanes.flatMap(({ service, state }) => (state === 'paused' && !held.includes(service) ? [service] : [])),
    workers,
    lost: lost.map(toLostWorker),
    alerts: { open, unowned },
    batches,
    failed,
    payments,
    texts,
    reports,
    needs,
  };
}

/** SQL condition: a comparison of the last 7 days has made no configuration the default, and lacks results because services failed. */
const LACKS_LESSONS = sql`not evaluation.is_given and evaluation.applied_cast is null and run.status = 'completed'
  and run.finished_at > now() - interval '7 days'
  and exists (select from step where step.run_id = run.id and step.state = 'failed' and step.key ~ ${NEEDED_STEPS})`;

/** Returns items that wait for a person without being alerts, the newest of each sort. */
const readNeeds = (): Promise<Need[]> =>
  rowsOf<Need>(
    database(),
    sql`(select 'batch' as kind, run_id as id, name, paused_for as reason from batch
          where creator_id is null and (state = 'review' or (state = 'paused' and paused_for <> 'operator'))
          order by created_at desc limit ${NEEDS_SHOWN})
        union all
        (select 'report', course.id, course.title, max(report.reason) from course_report report
           join creator_course course on course.id = report.creator_course_id
          where report.decided_at is null group by course.id order by max(report.created_at) desc limit ${NEEDS_SHOWN})
        union all
        (select 'comparison', evaluation.run_id, evaluation.name, null from evaluation join run on run.id = evaluation.run_id
          where ${LACKS_LESSONS} order by evaluation.created_at desc limit ${NEEDS_SHOWN})`,
  );

/** People copy the first eight digits of an id from a log. */
const ID_PART = /^[\da-f]{8}[\da-f-]{0,28}$/i;

/** Returns the ids that begin with these digits, as a range of the primary key. */
function idRange(part: string): Sql {
  const digits = part.replaceAll('-', '').toLowerCase();
  return sql`between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`;
}

/** Rows searched first, newest first: a word with six hits among them is too frequent for its index. */
const NEWEST = 2_000;

/**
 * Returns the newest rows whose text contains the words. A frequent word is found by scanning the newest rows, a rare one by its trigrams;
 * either way alone would read much of the table in the other case.
 */
async function newestWith<Row>(table: Sql, columns: Sql, condition: Sql): Promise<Row[]> {
  const order = sql`order by created_at desc, id desc`;
  const among = (rows: Sql) =>
    rowsOf<Row>(database(), sql`select ${columns} from ${rows} where ${condition} ${order} limit ${CONSOLE_HITS}`);
  const recent = await among(sql`(select * from ${table} ${order} limit ${NEWEST}) ${table}`);
  return recent.length === CONSOLE_HITS ? recent : among(table);
}

interface RunHit extends Omit<ConsoleHits['runs'][number], 'created_at' | 'email'> {
  readonly created_at: Date;
  readonly account_id: string | null;
}
type CourseHit = Omit<ConsoleHits['courses'][number], 'email'> & { readonly account_id: string };

/** Finds anybody's runs, people and courses, the newest six of each. A whole id, or its beginning, finds that one. */
export async function searchConsole(q: string): Promise<ConsoleHits> {
  const isId = isUuid(q) || ID_PART.test(q);
  const words = wordsOf(q).slice(0, 6);
  const find = <Row>(table: Sql, columns: Sql, text: Sql, and = sql`true`): Promise<Row[]> =>
    isId
      ? rowsOf<Row>(
          database(),
          sql`select ${columns} from ${table} where id ${idRange(q)} and ${and} order by created_at desc limit ${CONSOLE_HITS}`,
        )
      : newestWith<Row>(table, columns, sql`${hasEveryWordByTrigrams(text, words)} and ${and}`);
  const [runs, people, courses] = await Promise.all([
    find<RunHit>(
      sql`run`,
      sql`id as task_id, kind, status, coalesce(title, subject) as name, error_code, created_at, account_id`,
      sql`folded_text(subject || ' ' || coalesce(title, '') || ' ' || coalesce(error_detail, ''))`,
    ),
    find<ConsoleHits['people'][number]>(
      sql`account`,
      sql`id as user_id, email, trim(first_name || ' ' || last_name) as name`,
      sql`folded_text(email || ' ' || first_name || ' ' || last_name)`,
      sql`deleted_at is null`,
    ),
    find<CourseHit>(sql`course`, sql`id as course_id, title, account_id`, sql`folded_text(title)`),
  ]);
  const emails = await emailsOf([...runs, ...courses].flatMap(({ account_id: id }) => id ?? []));
  return {
    runs: runs.map(({ account_id: owner, created_at: at, ...run }) => ({
      ...run,
      email: emails.get(owner ?? '') ?? null,
      created_at: at.toISOString(),
    })),
    people,
    courses: courses.map(({ account_id: owner, ...course }) => ({ ...course, email: emails.get(owner) ?? '' })),
  };
}

async function emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (
      await database()('account')
        .whereIn('id', [...new Set(ids)])
        .select('id', 'email')
    ).map(({ id, email }) => [id, email]),
  );
}

/** Returns the live text of anybody's course, for operators who handle a complaint or a failed run. @throws ProductError not_found */
export async function readConsoleCourse(courseId: string): Promise<AnswerOf<typeof consoleCourse>> {
  const { accountId, ...course } = await anyCourse(courseId);
  const owner: { email: string; first_name: string; last_name: string } | undefined = await database()('account')
    .where({ id: accountId })
    .first('email', 'first_name', 'last_name');
  if (!owner) throw notFound('course');
  const name = `${owner.first_name} ${owner.last_name}`.trim();
  return { ...course, owner: { user_id: accountId, email: owner.email, name } };
}
