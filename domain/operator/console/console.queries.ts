import { CONSOLE_HITS, type ConsoleHits, type ConsoleState } from '#contract/operator/console.contract.ts';
import { workersAlive } from '#domain/operator/overview/record-worker-heartbeat.command.ts';
import { database } from '#domain/platform/database.ts';
import { join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { listServiceLanes } from '#domain/vendors/llm/vendor-availability.queries.ts';

/** Returns the installation in a few words, for the head of the console. */
export async function readConsoleState(): Promise<ConsoleState> {
  const [[counts], paused, lanes, workers] = await Promise.all([
    rowsOf<{ open: number; unowned: number; batches: number; held: string[] }>(
      database(),
      sql`select (select count(*)::int from operator_alert where opened_at is not null and ended_at is null) as open,
                 (select count(*)::int from operator_alert where opened_at is not null and ended_at is null and owner_id is null) as unowned,
                 (select count(*)::int from batch where state in ('review', 'paused') and creator_id is null) as batches,
                 array(select distinct service from vendor_lane where paused_at is not null) as held`,
    ),
    database()('paused_work').whereIn('scope', ['queue', 'kind']).orderBy('paused_at').select('scope', 'name'),
    listServiceLanes(),
    workersAlive(),
  ]);
  const { open, unowned, batches, held } = counts!;
  return {
    at: new Date().toISOString(),
    paused: [
      ...paused.map(({ scope, name }) => ({ scope: scope === 'kind' ? ('kind' as const) : ('queue' as const), name })),
      ...held.map((name) => ({ scope: 'service' as const, name })),
    ],
    recovering: lanes.flatMap(({ service, state }) => (state === 'paused' && !held.includes(service) ? [service] : [])),
    workers,
    alerts: { open, unowned },
    batches,
  };
}

const pattern = (q: string): string => `%${q.toLowerCase().replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** All words, in any order: what the trigram indexes answer. */
const hasWords = (text: Sql, words: readonly string[]): Sql =>
  join(
    words.map((word) => sql`${text} like ${pattern(word)}`),
    ' and ',
  );

/** The first eight digits of an id are what people copy from a log. */
const ID_PART = /^[\da-f]{8}[\da-f-]{0,28}$/i;

/** The ids that begin with these digits, as a range of the primary key. */
function idRange(part: string): Sql {
  const digits = part.replaceAll('-', '').toLowerCase();
  return sql`between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`;
}

/** Finds runs, people and courses of anybody, six of each, the newest first. A whole id, or its beginning, finds what it names. */
export async function searchConsole(q: string): Promise<ConsoleHits> {
  const isId = isUuid(q) || ID_PART.test(q);
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6);
  const by = (id: Sql, text: Sql): Sql => (isId ? sql`${id} ${idRange(q)}` : hasWords(text, words));
  const store = database();
  const [runs, people, courses] = await Promise.all([
    rowsOf<Omit<ConsoleHits['runs'][number], 'created_at'> & { readonly created_at: Date }>(
      store,
      // the emails of the six only: joined first, the planner reads every account
      sql`select hit.*, (select email from account where id = hit.account_id) as email from (
            select id as task_id, kind, status, coalesce(title, subject) as name, error_code, created_at, account_id from run
             where ${by(sql`run.id`, sql`lower(run.subject || ' ' || coalesce(run.title, '') || ' ' || coalesce(run.error_detail, ''))`)}
             order by created_at desc, id desc limit ${CONSOLE_HITS}) hit order by created_at desc, task_id desc`,
    ),
    rowsOf<ConsoleHits['people'][number]>(
      store,
      sql`select id as user_id, email, trim(first_name || ' ' || last_name) as name from account
           where deleted_at is null and ${by(sql`id`, sql`lower(email || ' ' || first_name || ' ' || last_name)`)}
           order by created_at desc limit ${CONSOLE_HITS}`,
    ),
    rowsOf<ConsoleHits['courses'][number]>(
      store,
      sql`select hit.course_id, hit.title, (select email from account where id = hit.account_id) as email from (
            select id as course_id, title, account_id, created_at from course
             where ${by(sql`id`, sql`lower(title)`)} order by created_at desc, id desc limit ${CONSOLE_HITS}) hit
           order by created_at desc`,
    ),
  ]);
  return {
    runs: runs.map(({ task_id, kind, status, name, error_code, created_at, email }) => ({
      task_id,
      kind,
      status,
      name,
      email,
      error_code,
      created_at: created_at.toISOString(),
    })),
    people,
    courses,
  };
}
