import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { rowsOf, sql } from '#domain/platform/sql.ts';

interface OfPerson {
  readonly personId: string;
  /** Names of classes and groups. */
  readonly groups: readonly string[];
}

/**
 * Puts people of a locked organisation into the classes and groups that a list names, and takes them out of others that came from lists;
 * groups of a directory (SCIM) keep their members. Missing groups are created; a directory's group with the name is used as it is.
 */
export async function setGroups(trx: Knex.Transaction, organisationId: string, people: readonly OfPerson[]): Promise<void> {
  if (people.length === 0) return;
  const names = [...new Map(people.flatMap(({ groups }) => groups).map((name) => [name.toLowerCase(), name])).values()];
  await rowsOf(
    trx,
    sql`insert into organisation_group (id, organisation_id, name, source)
        select one.id, ${organisationId}, one.name, 'roster' from unnest(${names.map(() => uuidv7())}::uuid[], ${names}::text[]) as one (id, name)
        on conflict (organisation_id, lower(name)) do nothing`,
  );
  const pairs = people.flatMap(({ personId, groups }) => groups.map((name) => ({ personId, name: name.toLowerCase() })));
  await rowsOf(
    trx,
    sql`with wanted as (
          select distinct g.id as group_id, one.person_id
            from unnest(${pairs.map(({ personId }) => personId)}::uuid[], ${pairs.map(({ name }) => name)}::text[]) as one (person_id, name)
            join organisation_group g on g.organisation_id = ${organisationId} and lower(g.name) = one.name),
        gone as (
          delete from organisation_group_person m using organisation_group g
           where g.id = m.group_id and g.source = 'roster' and m.person_id = any(${people.map(({ personId }) => personId)}::uuid[])
             and not exists (select from wanted w where w.group_id = m.group_id and w.person_id = m.person_id))
        insert into organisation_group_person (group_id, person_id) select group_id, person_id from wanted on conflict do nothing`,
  );
}
