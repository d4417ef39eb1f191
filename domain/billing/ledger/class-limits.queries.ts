import type { Knex } from 'knex';
import { LIMIT_SETTERS } from '#contract/organisations/roles.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

const CENTITOKENS = 100;

/**
 * Lateral join: hundredths of a token that a member (`person.id`) has taken from the pool since the first of the month (UTC): the cost of
 * finished work, and all that is reserved for unfinished work.
 */
const takenBy = (organisationId: string) => sql`lateral (
  select coalesce(sum(case h.state when 'open' then h.amount else h.captured end), 0)::bigint as centitokens from token_hold h
   where h.owner_kind = 'organisation' and h.owner_id = ${organisationId} and h.actor_id = person.id::text
     and h.created_at >= date_trunc('month', now(), 'UTC')) taken`;

/**
 * Returns what a student may still spend from the organisation's pool this month, in hundredths of a token, under the limits of their
 * classes; null without a limit. The strictest counts: another class, an archived class, or teaching a class lifts none. A limit ends with
 * the student's place in the class. Who can set these limits is not limited. Before spending from the pool, lock its wallet: the lock
 * serialises all spending.
 */
export async function leftOfClasses(store: Knex, accountId: string, organisationId: string): Promise<number | null> {
  const [row] = await rowsOf<{ least: number | null }>(
    store,
    sql`with mine as (
          select c.id, c.tokens_each, c.tokens_all
            from classroom_member cm join classroom c on c.id = cm.classroom_id
            join organisation_member m on m.account_id = cm.account_id and m.organisation_id = c.organisation_id
           where cm.account_id = ${accountId} and c.organisation_id = ${organisationId} and cm.role = 'student'
             and (c.tokens_each is not null or c.tokens_all is not null) and m.role <> all(${LIMIT_SETTERS.class_tokens}::text[])),
        own as (select taken.centitokens from (select ${accountId}::uuid as id) person cross join ${takenBy(organisationId)}
                 where exists (select from mine where tokens_each is not null))
        select min(least(mine.tokens_each * ${CENTITOKENS}::bigint - (select centitokens from own),
                         mine.tokens_all * ${CENTITOKENS}::bigint - (
                           select sum(taken.centitokens) from classroom_member s cross join lateral (select s.account_id as id) person
                            cross join ${takenBy(organisationId)} where s.classroom_id = mine.id and s.role = 'student' and mine.tokens_all is not null)
                        ))::bigint as least
          from mine`,
  );
  return row?.least == null ? null : Math.max(0, Number(row.least));
}
