import type { Knex } from 'knex';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { database } from '#domain/platform/database.ts';
import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** Up to so many accounts are looked up first; a part of an email that more of them share is compared within the statement. */
const MAX_IDS = 500;

/** Tells whether a filter is empty. */
export const isEmpty = (filter: RunFilter): boolean => Object.values(filter).every((part) => part === undefined);

const escaped = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/**
 * Returns the condition for matching runs, over `run` (left joined with `run_cost cost`). Accounts and courses are looked up first and then
 * runs by their indexes: a join would make Postgres scan every run.
 */
export async function matching(filter: RunFilter, store: Knex = database()): Promise<(query: Knex.QueryBuilder) => void> {
  const [people, ofCourse] = await Promise.all([
    filter.person === undefined ? null : peopleCalled(store, filter.person),
    filter.course_id === undefined ? null : runsOfCourse(store, filter.course_id),
  ]);
  return (query) => {
    const where = (condition: Sql) => query.where(expression(store, condition));
    if (filter.q !== undefined) {
      if (isUuid(filter.q)) query.where('run.id', filter.q);
      else
        where(
          sql`lower(run.subject || ' ' || coalesce(run.title, '') || ' ' || coalesce(run.error_detail, '')) like ${`%${escaped(filter.q)}%`}`,
        );
    }
    if (people && people.length <= MAX_IDS) where(sql`run.account_id = any(${people}::uuid[])`);
    else if (people) where(sql`run.account_id in (select id from account where email like ${`%${escaped(filter.person!)}%`})`);
    if (ofCourse) where(sql`run.id = any(${ofCourse}::uuid[])`);
    if (filter.kind !== undefined) query.where('run.kind', filter.kind);
    if (filter.lane !== undefined) query.where('run.lane', filter.lane);
    if (filter.status !== undefined) query.where('run.status', filter.status);
    if (filter.error_code !== undefined) query.where('run.error_code', filter.error_code);
    if (filter.batch_id !== undefined) query.where('run.parent_id', filter.batch_id);
    if (filter.from !== undefined) query.where('run.created_at', '>=', filter.from);
    if (filter.before !== undefined) query.where('run.created_at', '<', filter.before);
    if (filter.service !== undefined) where(sql`cost.services @> array[${filter.service}]::text[]`);
    if (filter.cost_from !== undefined) query.where('cost.micro_usd', '>=', filter.cost_from);
  };
}

/** Returns ids of matching accounts, at most one more than `MAX_IDS`. */
async function peopleCalled(store: Knex, person: string): Promise<string[]> {
  if (isUuid(person)) return [person];
  return store('account')
    .whereLike('email', `%${escaped(person)}%`)
    .limit(MAX_IDS + 1)
    .pluck('id');
}

/** Returns the runs that wrote a course or lessons of it. */
async function runsOfCourse(store: Knex, courseId: string): Promise<string[]> {
  const runs = await rowsOf<{ run_id: string }>(
    store,
    sql`select run_id from course_run where course_id = ${courseId} or target_course_id = ${courseId}
         union select run_id from course where id = ${courseId} and run_id is not null`,
  );
  return runs.map(({ run_id: runId }) => runId);
}
