import type { AuditAction } from '#contract/platform/audit-actions.ts';
import type { Knex } from 'knex';
import { MAX_CLASS_MEMBERS, MAX_CLASSES, type ClassChanges } from '#contract/classes/classes.contract.ts';
import { maySet, type Limited } from '#contract/organisations/roles.ts';
import { UNKNOWN_TIME_ZONE } from '#contract/platform/time-zone.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { lockAllowed, lockMembership } from '#domain/membership/membership.queries.ts';
import { database, isUniqueViolation, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { notifyInClass } from './notify-in-class.command.ts';
import { IS_OF_GROUP, LOCKED, managedClass, type InClass, type Standing } from './class.queries.ts';

const audit = (trx: Knex.Transaction, accountId: string, action: AuditAction, classId: string, detail: Record<string, unknown> = {}) =>
  recordAudit({ actor: `account:${accountId}`, action, subject: `class:${classId}`, detail }, trx);

/**
 * Makes a class in the caller's organisation. A teacher who makes a class teaches it; only an administrator can set its limits. Repeating
 * the id changes nothing.
 * @returns whether this call made it
 * @throws ProductError organisation.none, organisation.not_allowed, organisation.ended; class.not_administrator; class.too_many; not_found
 * if the id is that of another account's class
 */
export const createClass = (given: InClass & ClassChanges): Promise<boolean> => transact((trx) => makeClass(trx, given));

/** Like `createClass`, in the caller's transaction. @returns whether this call made it @throws ProductError as there */
export async function makeClass(trx: Knex.Transaction, { accountId, classId, ...given }: InClass & ClassChanges): Promise<boolean> {
  const membership = await lockAllowed(trx, accountId, 'teach');
  if (!membership.active) throw new ProductError('organisation.ended');
  const { organisationId } = membership;
  const known = await trx('classroom').where({ id: classId }).first('organisation_id');
  if (known && known.organisation_id !== organisationId) throw notFound('class');
  if (known) return false;
  assertTerm(given);
  if (setsLimits(given)) assertSets(membership.role === 'member' ? 'student' : membership.role, 'class_tokens');
  if (given.group_id) await assertFree(trx, { classId, organisationId, groupId: given.group_id });
  await assertRoom(trx, organisationId);
  const time_zone = given.time_zone ?? (await zoneOf(trx, accountId));
  await refusingTaken(
    trx('classroom').insert({ ...given, time_zone, id: classId, organisation_id: organisationId, created_by: accountId }),
  );
  if (membership.role === 'teacher')
    await trx('classroom_member').insert({ classroom_id: classId, account_id: accountId, role: 'teacher' });
  await followGroup(trx, classId);
  await audit(trx, accountId, 'class.created', classId, { name: given.name });
  return true;
}

/** Returns the time zone that an account's device has reported, or null. */
async function zoneOf(trx: Knex.Transaction, accountId: string): Promise<string | null> {
  const row = await trx('user_settings').where({ account_id: accountId }).whereNot({ time_zone: UNKNOWN_TIME_ZONE }).first('time_zone');
  return row?.time_zone ?? null;
}

function assertTerm({ starts_on, ends_on }: Partial<ClassChanges>): void {
  if (!starts_on || !ends_on || starts_on <= ends_on) return;
  throw new ProductError('validation.failed', 'A term must end after it starts.', {
    data: { errors: [{ path: 'ends_on', message: 'Must not be before the first day.' }] },
  });
}

/** Checks that a locked organisation may have one more active class. @throws ProductError class.too_many */
async function assertRoom(trx: Knex.Transaction, organisationId: string): Promise<void> {
  const [count] = await rowsOf<{ n: number }>(
    trx,
    sql`select count(*)::int as n from classroom where organisation_id = ${organisationId} and archived_at is null`,
  );
  if (count!.n >= MAX_CLASSES)
    throw new ProductError('class.too_many', toSentence('An organisation has at most {n} classes.', { n: MAX_CLASSES }));
}

const noGroup = (message: string) => new ProductError('validation.failed', message, { data: { errors: [{ path: 'group_id', message }] } });
const TAKEN = 'Another class follows this group.';

/** Waits for a change of a class. @throws ProductError validation.failed when another class was given the group meanwhile */
async function refusingTaken(change: PromiseLike<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    throw isUniqueViolation(error, 'classroom_group') ? noGroup(TAKEN) : error;
  }
}

/** @throws ProductError validation.failed for another organisation's group, or one that another class follows */
async function assertFree(
  trx: Knex.Transaction,
  { classId, organisationId, groupId }: { classId: string; organisationId: string; groupId: string },
): Promise<void> {
  const group = isUuid(groupId) && (await trx('organisation_group').where({ id: groupId, organisation_id: organisationId }).first('id'));
  const taken = group && (await trx('classroom').where({ group_id: groupId }).whereNot({ id: classId }).first('id'));
  if (group && !taken) return;
  throw noGroup(taken ? TAKEN : 'Your organisation has no such group.');
}

const setsLimits = ({ tokens_each, tokens_all }: Partial<ClassChanges>): boolean => tokens_each !== undefined || tokens_all !== undefined;

const NOT_YOURS: Readonly<Partial<Record<Limited, Sentence>>> = {
  class_tokens: toSentence('Only an administrator can set what a class may spend.'),
  class_teachers: toSentence('Only an administrator can add or remove teachers.'),
  limited_places: toSentence(
    'This class limits what its students spend, and the limit ends for a student who is removed. Only an administrator can decide that.',
  ),
};

/** Checks that somebody may set what is limited. @throws ProductError class.not_administrator */
function assertSets(who: Standing['who'], what: Limited): void {
  if (!maySet(who, what)) throw new ProductError('class.not_administrator', NOT_YOURS[what]);
}

/**
 * Changes a class, or archives or resumes it.
 * @throws ProductError validation.failed, not_found, class.not_teacher, class.not_administrator; class.too_many when an archived class is
 * resumed
 */
export async function updateClass({
  archived,
  accountId,
  classId,
  ...changes
}: InClass & Partial<ClassChanges> & { readonly archived?: boolean | undefined }): Promise<void> {
  await transact(async (trx) => {
    // the organisation before the class, as wherever both are locked, so that resumed classes are counted one after another
    if (archived === false) await lockMembership(trx, accountId);
    const standing = await managedClass({ accountId, classId }, trx, LOCKED);
    if (setsLimits(changes)) assertSets(standing.who, 'class_tokens');
    const [before] = await rowsOf<{ starts_on: string | null; ends_on: string | null; archived_at: Date | null; group_id: string | null }>(
      trx,
      sql`select starts_on::text, ends_on::text, archived_at, group_id from classroom where id = ${classId}`,
    );
    // another group, or none, ends the places of those who came with the old one
    const hasOtherGroup = changes.group_id !== undefined && changes.group_id !== before!.group_id;
    if (hasOtherGroup && standing.isLimited) assertSets(standing.who, 'limited_places');
    assertTerm({ starts_on: before!.starts_on, ends_on: before!.ends_on, ...changes });
    if (changes.group_id) await assertFree(trx, { classId, organisationId: standing.organisationId, groupId: changes.group_id });
    if (archived === false && before!.archived_at) await assertRoom(trx, standing.organisationId);
    const ended = archived === undefined ? {} : { archived_at: archived ? (before!.archived_at ?? trx.fn.now()) : null };
    const all = { ...changes, ...ended };
    if (Object.keys(all).length === 0) return;
    await refusingTaken(trx('classroom').where({ id: classId }).update(all));
    if (changes.group_id !== undefined) await followGroup(trx, classId);
    await audit(trx, accountId, archived === true ? 'class.ended' : 'class.changed', classId, changes);
  });
}

/** @throws ProductError class.archived */
export function assertGoing({ isArchived }: Standing): void {
  if (isArchived) throw new ProductError('class.archived');
}

interface Adding extends InClass {
  /** Ids or addresses. */
  readonly people: readonly string[];
  readonly role: 'teacher' | 'student';
}

/**
 * Adds people of the organisation to a class, and notifies them. Present members get the new role, except that only an administrator can
 * make students of its teachers.
 * @returns number of people added, and those who are not in the organisation
 * @throws ProductError not_found, class.not_teacher, class.not_administrator, class.archived, class.full
 */
export async function addClassMembers({ people, role, ...named }: Adding): Promise<{ added: number; unknown: string[] }> {
  return transact(async (trx) => {
    const standing = await managedClass(named, trx, LOCKED);
    assertGoing(standing);
    assertSets(standing.who, role === 'teacher' ? 'class_teachers' : 'class_students');
    const found = await rowsOf<{ id: string; email: string }>(
      trx,
      sql`select a.id, a.email from organisation_member m join account a on a.id = m.account_id
           where m.organisation_id = ${standing.organisationId}
             and (a.id = any(${people.filter(isUuid)}::uuid[]) or a.email = any(${people.map((one) => one.toLowerCase())}::text[]))`,
    );
    const known = new Set(found.flatMap(({ id, email }) => [id, email]));
    // making them students would end their teaching, which only an administrator can decide
    const teachers = new Set<string>(
      maySet(standing.who, 'class_teachers')
        ? []
        : await trx('classroom_member').where({ classroom_id: standing.classId, role: 'teacher' }).pluck('account_id'),
    );
    const accountIds = found.map(({ id }) => id).filter((id) => !teachers.has(id));
    const added = await putInClass(trx, standing, { accountIds, role });
    if (added.length > 0) await audit(trx, named.accountId, 'class.members_added', standing.classId, { role, people: added });
    return { added: added.length, unknown: people.filter((one) => !known.has(one.toLowerCase())) };
  });
}

/**
 * Puts members of its organisation into a class that the caller has locked, and notifies the new ones. Also used by rosters.
 * @returns the people who were not in it before
 * @throws ProductError class.full
 */
export async function putInClass(
  trx: Knex.Transaction,
  { classId, name }: Pick<Standing, 'classId' | 'name'>,
  { accountIds, role }: { readonly accountIds: readonly string[]; readonly role: 'teacher' | 'student' },
): Promise<string[]> {
  const rows = await rowsOf<{ account_id: string; is_new: boolean }>(
    trx,
    sql`insert into classroom_member (classroom_id, account_id, role)
        select ${classId}, id, ${role} from unnest(${accountIds}::uuid[]) as id
            on conflict (classroom_id, account_id) do update set role = excluded.role
        returning account_id, xmax = 0 as is_new`,
  );
  const [count] = await rowsOf<{ n: number }>(trx, sql`select count(*)::int as n from classroom_member where classroom_id = ${classId}`);
  if (count!.n > MAX_CLASS_MEMBERS)
    throw new ProductError('class.full', toSentence('A class has at most {n} people.', { n: MAX_CLASS_MEMBERS }));
  const added = rows.filter(({ is_new }) => is_new).map((row) => row.account_id);
  await notifyInClass(trx, added, { classId, kind: 'class.joined', cause: `class.joined:${classId}`, subject: name });
  return added;
}

/**
 * Removes a person from a class. Students cannot leave a class by themselves, only the organisation.
 * @throws ProductError not_found, class.not_teacher, class.not_administrator for a teacher, class.follows_group for a person in the class's
 * group, who would come back
 */
export async function removeClassMember({ memberId, ...named }: InClass & { readonly memberId: string }): Promise<void> {
  if (!isUuid(memberId)) throw notFound('member');
  await transact(async (trx) => {
    const { classId, who, isLimited } = await managedClass(named, trx, LOCKED);
    const [member] = await rowsOf<{ role: 'teacher' | 'student'; is_of_group: boolean }>(
      trx,
      sql`select m.role, ${IS_OF_GROUP} as is_of_group from classroom_member m join classroom c on c.id = m.classroom_id
           where c.id = ${classId} and m.account_id = ${memberId}`,
    );
    if (!member) throw notFound('member');
    assertSets(who, member.role === 'teacher' ? 'class_teachers' : isLimited ? 'limited_places' : 'class_students');
    if (member.is_of_group) throw new ProductError('class.follows_group');
    await endPlaces(trx, classId, [memberId]);
    await trx('assignment_person')
      .where({ account_id: memberId })
      .whereIn('assignment_id', trx('assignment').where({ classroom_id: classId }).select('id'))
      .delete();
    await audit(trx, named.accountId, 'class.member_removed', classId, { member: memberId });
  });
}

/**
 * Ends places in a class, and with them the class's limits for these people. The caller has checked that they may end (`limited_places`).
 * Places that end otherwise, such as by leaving the organisation, leave the limits as they are (`former_student`).
 */
async function endPlaces(trx: Knex.Transaction, classId: string, accountIds: readonly string[]): Promise<void> {
  await trx('classroom_member').where({ classroom_id: classId }).whereIn('account_id', accountIds).delete();
  await rowsOf(
    trx,
    sql`update former_student f set binds = false, email_hash = null from former_student ended
         where ended.classroom_id = ${classId} and ended.account_id = any(${accountIds}::uuid[]) and f.classroom_id = ${classId}
           and (f.account_id = ended.account_id or f.email_hash = ended.email_hash)`,
  );
}

/**
 * Makes the students of a class those of its group: adds people who are in the group and have joined the organisation, and removes people
 * who came with the group and have left it. People added by hand stay. Of a group larger than a class, only as many as fit are added.
 */
async function followGroup(trx: Knex.Transaction, classId: string): Promise<void> {
  const gone = await rowsOf<{ account_id: string }>(
    trx,
    sql`select cm.account_id from classroom_member cm join classroom c on c.id = cm.classroom_id
         where c.id = ${classId} and cm.of_group
           and not exists (select from organisation_group_person gp join organisation_person p on p.id = gp.person_id
                            where gp.group_id = c.group_id and p.account_id = cm.account_id and p.state = 'joined')`,
  );
  await endPlaces(
    trx,
    classId,
    gone.map(({ account_id: accountId }) => accountId),
  );
  const missing = await rowsOf<{ account_id: string; name: string }>(
    trx,
    sql`select p.account_id, c.name from classroom c join organisation_group_person gp on gp.group_id = c.group_id
          join organisation_person p on p.id = gp.person_id and p.state = 'joined'
          join organisation_member m on m.account_id = p.account_id and m.organisation_id = c.organisation_id
         where c.id = ${classId} and not exists (select from classroom_member cm where cm.classroom_id = c.id and cm.account_id = p.account_id)
         order by p.account_id
         limit greatest(0, ${MAX_CLASS_MEMBERS}::int - (select count(*)::int from classroom_member where classroom_id = ${classId}))`,
  );
  if (missing.length === 0) return;
  const accountIds = missing.map(({ account_id }) => account_id);
  await putInClass(trx, { classId, name: missing[0]!.name }, { accountIds, role: 'student' });
  await trx('classroom_member').where({ classroom_id: classId }).whereIn('account_id', accountIds).update({ of_group: true });
}

/** Maximum number of classes per tick; the next tick continues. */
const AT_MOST = 500;

/**
 * Updates classes that follow groups, which rosters and directories change. Every worker may call it at any time.
 * @returns number of classes that changed
 */
export async function followGroups(): Promise<number> {
  const behind = await rowsOf<{ id: string }>(
    database(),
    sql`select c.id from classroom c where c.group_id is not null and c.archived_at is null and (
          (select count(*) from classroom_member cm where cm.classroom_id = c.id) < ${MAX_CLASS_MEMBERS}::int and
          exists (select from organisation_group_person gp join organisation_person p on p.id = gp.person_id and p.state = 'joined'
                    join organisation_member m on m.account_id = p.account_id and m.organisation_id = c.organisation_id
                   where gp.group_id = c.group_id
                     and not exists (select from classroom_member cm where cm.classroom_id = c.id and cm.account_id = p.account_id))
          or exists (select from classroom_member cm where cm.classroom_id = c.id and cm.of_group
                        and not exists (select from organisation_group_person gp join organisation_person p on p.id = gp.person_id
                                         where gp.group_id = c.group_id and p.account_id = cm.account_id and p.state = 'joined')))
        limit ${AT_MOST}`,
  );
  for (const { id } of behind)
    await transact(async (trx) => {
      await trx('classroom').where({ id }).forNoKeyUpdate().first('id');
      await followGroup(trx, id);
    });
  return behind.length;
}
