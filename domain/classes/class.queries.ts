import type { Knex } from 'knex';
import {
  CLASS_PAGE,
  type Class,
  type ClassCandidate,
  type ClassMember,
  type listClassGroups as endpoint,
} from '#contract/classes/classes.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { roleMay, rolesThatMay, type LimitSetter, type OrganisationRole } from '#contract/organisations/roles.ts';
import { spentFromPool } from '#domain/billing/subscriptions/subscription.queries.ts';
import { toldToCaller } from '#domain/identity/age/age-eligibility.queries.ts';
import { platformNameOf } from '#domain/organisations/platform-name.queries.ts';
import { findAllowed, findMembership } from '#domain/membership/membership.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { folded, hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** An account and one of its classes. */
export interface InClass {
  readonly accountId: string;
  readonly classId: string;
}

/** A person's role in a class. */
export interface Standing {
  readonly classId: string;
  readonly organisationId: string;
  readonly name: string;
  readonly role: Class['my_role'];
  /** What the person may set in the class (`maySet`). */
  readonly who: LimitSetter;
  /** Whether the class limits what its students spend. */
  readonly isLimited: boolean;
  /** Whether the person teaches it, which an administrator may do too. */
  readonly teaches: boolean;
  readonly isArchived: boolean;
}

/**
 * SQL expression: the role in a class. `administrator` for those of the organisation who manage every class, else the role as a member of
 * the class, or null.
 * @param m, cm aliases of the membership rows
 */
const ROLE = sql`(case when m.role = any(${rolesThatMay('oversee_classes')}::text[]) then 'administrator' else cm.role end)`;
const TEACHES = sql`coalesce(cm.role = 'teacher', false)`;
/** SQL from: the classes of an account's organisation, `c`, in which it has a role. */
const ownClasses = (accountId: string): Sql =>
  sql`organisation_member m join classroom c on c.organisation_id = m.organisation_id
      left join classroom_member cm on cm.classroom_id = c.id and cm.account_id = m.account_id
     where m.account_id = ${accountId} and ${ROLE} is not null`;

interface StandingRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly role: Standing['role'];
  readonly membership: OrganisationRole;
  readonly teaches: boolean;
  readonly archived: boolean;
  readonly limited: boolean;
}

/**
 * Returns an account's role in a class.
 * @param lock serialises changes of the class
 * @throws ProductError not_found for a class that is not of its organisation, or in which it has no role
 */
export async function standingIn({ accountId, classId }: InClass, store: Knex = database(), lock: Sql = empty): Promise<Standing> {
  const [row] = isUuid(classId)
    ? await rowsOf<StandingRow>(
        store,
        sql`select c.id, c.organisation_id, c.name, ${ROLE} as role, m.role as membership, ${TEACHES} as teaches,
                   c.archived_at is not null as archived, c.tokens_each is not null or c.tokens_all is not null as limited
              from ${ownClasses(accountId)} and c.id = ${classId} ${lock}`,
      )
    : [];
  if (!row) throw notFound('class');
  return {
    classId: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    role: row.role,
    who: whoIs(row),
    isLimited: row.limited,
    teaches: row.teaches,
    isArchived: row.archived,
  };
}

function whoIs({ role, membership }: StandingRow): LimitSetter {
  if (role === 'student') return 'student';
  return membership === 'member' ? 'class_teacher' : membership;
}

/**
 * Returns the role of an account that manages the class: one of its teachers, or an administrator.
 * @throws ProductError not_found, class.not_teacher
 */
export async function managedClass(named: InClass, store: Knex = database(), lock: Sql = empty): Promise<Standing> {
  const standing = await standingIn(named, store, lock);
  if (standing.role === 'student') throw new ProductError('class.not_teacher');
  return standing;
}

/** Locks the class until the transaction ends. */
export const LOCKED = sql`for no key update of c`;

/** SQL condition: a member `m` of a class is in the group that the class `c` follows, and would come back with it. */
export const IS_OF_GROUP = sql`exists (select from organisation_group_person gp
  join organisation_person p on p.id = gp.person_id and p.state = 'joined' where gp.group_id = c.group_id and p.account_id = m.account_id)`;

type Row = Omit<Class, 'tokens_this_month'> & { readonly sort_at: string };

const COLUMNS = sql`c.id as class_id, c.name, c.starts_on::text, c.ends_on::text, ${ROLE} as my_role, ${TEACHES} as teaches, c.late_work, c.late_by, c.time_zone,
  (select count(*)::int from classroom_member s where s.classroom_id = c.id and s.role = 'student') as students,
  array(select trim(a.first_name || ' ' || a.last_name) from classroom_member t join account a on a.id = t.account_id
         where t.classroom_id = c.id and t.role = 'teacher' and ${toldToCaller(sql`t.account_id`)} order by t.joined_at, t.account_id limit 5) as teachers,
  (select count(*)::int from assignment where classroom_id = c.id) as assignments, c.archived_at is not null as archived,
  case when ${ROLE} <> 'student' then c.tokens_each end as tokens_each, case when ${ROLE} <> 'student' then c.tokens_all end as tokens_all,
  c.weekly_mail, case when ${ROLE} <> 'student' then c.group_id end as group_id, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as sort_at`;

const toClass = ({ sort_at: _sortAt, ...row }: Row, spent: number | null = null): Class => ({ ...row, tokens_this_month: spent });

interface Listing {
  readonly accountId: string;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly q?: string | undefined;
  readonly archived?: 'true' | undefined;
}

/**
 * Lists the classes in which an account has a role, newest first; without their spending, which only `getClass` returns.
 * @throws ProductError validation.failed for a bad cursor
 */
export async function listClasses({ accountId, cursor, limit = CLASS_PAGE, q = '', archived }: Listing): Promise<{
  classes: Class[];
  next_cursor: string | null;
  may_create: boolean;
}> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const [rows, mayCreate] = await Promise.all([
    rowsOf<Row>(
      database(),
      sql`select ${COLUMNS} from ${ownClasses(accountId)} and c.archived_at is ${archived ? sql`not` : empty} null
          ${q === '' ? empty : sql`and ${hasEveryWord(folded(sql`c.name`), wordsOf(q))}`}
          ${after ? sql`and (c.created_at, c.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
          order by c.created_at desc, c.id desc limit ${limit + 1}`,
    ),
    mayCreateClass(accountId),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    classes: page.map((row) => toClass(row)),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.class_id }) : null,
    may_create: mayCreate,
  };
}

/** Tells whether an account may make classes: as owner, administrator or teacher of an organisation whose year is paid. */
async function mayCreateClass(accountId: string): Promise<boolean> {
  const membership = await findMembership(accountId);
  return membership !== null && membership.active && roleMay(membership.role, 'teach');
}

/**
 * Returns a class; for those who manage it, with the tokens that its students spent from the pool this month.
 * @throws ProductError not_found
 */
export async function getClass({ accountId, classId }: InClass): Promise<Class> {
  const standing = await standingIn({ accountId, classId });
  const [row] = await rowsOf<Row>(database(), sql`select ${COLUMNS} from ${ownClasses(accountId)} and c.id = ${classId}`);
  if (!row) throw notFound('class');
  if (standing.role === 'student') return toClass(row);
  const students = await database()('classroom_member').where({ classroom_id: classId, role: 'student' }).pluck('account_id');
  const spent = await spentFromPool(standing.organisationId, students);
  return toClass(
    row,
    [...spent.values()].reduce((sum, one) => sum + one, 0),
  );
}

/** Lists the people of a class, teachers first, then by joining date. @throws ProductError not_found, class.not_teacher, validation.failed for a bad cursor */
export async function listClassMembers({
  cursor,
  limit = CLASS_PAGE,
  q = '',
  ...named
}: InClass & Omit<Listing, 'archived'>): Promise<{ members: ClassMember[]; next_cursor: string | null }> {
  const { classId } = await managedClass(named);
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const rows = await rowsOf<ClassMember & { sort_at: string }>(
    database(),
    sql`select m.account_id as user_id, trim(a.first_name || ' ' || a.last_name) as name, a.email, ${platformNameOf(sql`a.email`)} as platform, m.role, ${IS_OF_GROUP} as of_group,
               to_char(m.joined_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as sort_at
          from classroom_member m join classroom c on c.id = m.classroom_id join account a on a.id = m.account_id
         where m.classroom_id = ${classId} and ${toldToCaller(sql`m.account_id`)}
           ${q === '' ? empty : sql`and ${hasEveryWord(folded(sql`a.first_name || ' ' || a.last_name || ' ' || a.email`), wordsOf(q))}`}
           ${
             after
               ? sql`and (m.role = 'student', m.joined_at, m.account_id) > (
                   coalesce((select role = 'student' from classroom_member where classroom_id = ${classId} and account_id = ${after.id}::uuid), true),
                   ${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)`
               : empty
           }
         order by m.role = 'student', m.joined_at, m.account_id limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    members: page.map(({ sort_at: at, ...member }) => ({ ...member, joined_at: new Date(`${at.replace(' ', 'T')}Z`).toISOString() })),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.user_id }) : null,
  };
}

/** Lists members of the organisation who are not in a class, by name: at most 20. @throws ProductError not_found, class.not_teacher */
export async function listClassCandidates({ q = '', ...named }: InClass & { readonly q?: string | undefined }): Promise<{
  people: ClassCandidate[];
}> {
  const { classId, organisationId } = await managedClass(named);
  const people = await rowsOf<ClassCandidate>(
    database(),
    sql`select a.id as user_id, trim(a.first_name || ' ' || a.last_name) as name, a.email, ${platformNameOf(sql`a.email`)} as platform
          from organisation_member m join account a on a.id = m.account_id
         where m.organisation_id = ${organisationId} and ${toldToCaller(sql`m.account_id`)}
           and not exists (select from classroom_member cm where cm.classroom_id = ${classId} and cm.account_id = m.account_id)
           ${q === '' ? empty : sql`and ${hasEveryWord(folded(sql`a.first_name || ' ' || a.last_name || ' ' || a.email`), wordsOf(q))}`}
         order by lower(a.first_name), lower(a.last_name), a.id limit 20`,
  );
  return { people };
}

/** Lists the groups of a teacher's organisation, by name: at most 200. @throws ProductError organisation.none, organisation.not_allowed */
export async function listClassGroups(accountId: string): Promise<AnswerOf<typeof endpoint>> {
  const { organisationId } = await findAllowed(accountId, 'teach');
  const groups = await rowsOf<AnswerOf<typeof endpoint>['groups'][number]>(
    database(),
    sql`select g.id as group_id, g.name, (select count(*)::int from organisation_group_person where group_id = g.id) as people, c.id as class_id
          from organisation_group g left join classroom c on c.group_id = g.id
         where g.organisation_id = ${organisationId} order by lower(g.name) limit 200`,
  );
  return { groups };
}
