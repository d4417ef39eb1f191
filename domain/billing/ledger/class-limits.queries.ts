import type { Knex } from 'knex';
import { LIMIT_SETTERS } from '#contract/organisations/roles.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

const CENTITOKENS = 100;

/**
 * Lateral join: hundredths of a token that somebody (`person.id`) has taken from the pool since the first of the month (UTC), and before
 * `person.until` unless it is null: the cost of finished work, and all that is reserved for unfinished work.
 */
const takenBy = (organisationId: string) => sql`lateral (
  select coalesce(sum(case h.state when 'open' then h.amount else h.captured end), 0)::bigint as centitokens from token_hold h
   where h.owner_kind = 'organisation' and h.owner_id = ${organisationId} and h.actor_id = person.id::text
     and h.created_at >= date_trunc('month', now(), 'UTC') and (person.until is null or h.created_at < person.until)) taken`;

/**
 * Returns what a student may still spend from the organisation's pool this month, in hundredths of a token, under the limits of their
 * classes; null without a limit. The strictest counts: another class, an archived class, or teaching a class lifts none. A limit ends when
 * somebody who can set it ends the student's place in the class; who has left by themselves and comes back, even with a new account, is
 * still limited (`former_student`). What former students spent as such counts against the class. Who can set these limits is not limited.
 * Before spending from the pool, lock its wallet: the lock serialises all spending.
 */
export async function leftOfClasses(store: Knex, accountId: string, organisationId: string): Promise<number | null> {
  const [row] = await rowsOf<{ least: number | null }>(
    store,
    sql`with me as (
          select m.account_id as id, sha256(convert_to(p.email, 'UTF8')) as email_hash from organisation_member m
            left join organisation_person p on p.account_id = m.account_id and p.organisation_id = m.organisation_id and p.state = 'joined'
           where m.account_id = ${accountId} and m.organisation_id = ${organisationId} and m.role <> all(${LIMIT_SETTERS.class_tokens}::text[])),
        been as (select f.classroom_id, f.account_id from former_student f join me on f.account_id = me.id or f.email_hash = me.email_hash where f.binds),
        mine as (
          select c.id, c.tokens_each, c.tokens_all from classroom c
           where c.organisation_id = ${organisationId} and (c.tokens_each is not null or c.tokens_all is not null)
             and c.id in (select cm.classroom_id from classroom_member cm join me on me.id = cm.account_id where cm.role = 'student'
                          union select classroom_id from been)),
        own as (select sum(taken.centitokens) as centitokens
                  from (select id, null::timestamptz as until from me union select account_id, null from been) person cross join ${takenBy(organisationId)}
                 where exists (select from mine where tokens_each is not null))
        select min(least(mine.tokens_each * ${CENTITOKENS}::bigint - (select centitokens from own),
                         mine.tokens_all * ${CENTITOKENS}::bigint - (
                           select sum(taken.centitokens) from (
                                    select account_id as id, null::timestamptz as until from classroom_member where classroom_id = mine.id and role = 'student'
                                    union select account_id, case when not binds then ended_at end from former_student where classroom_id = mine.id
                                    union select id, null from me) person
                            cross join ${takenBy(organisationId)} where mine.tokens_all is not null)
                        ))::bigint as least
          from mine`,
  );
  return row?.least == null ? null : Math.max(0, Number(row.least));
}
