import type { AuditAction } from '#contract/platform/audit-actions.ts';
import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import {
  LTI_LIMITS,
  LTI_REGISTRATION_HOURS,
  type addLtiPlatform,
  type changeLtiPlatform,
  type LtiPlatform,
} from '#contract/lti/platforms.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { isTaken } from '#domain/courses/content/taken-course.queries.ts';
import { findAllowed, lockAllowed } from '#domain/membership/membership.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { lmsAddress } from './lms-client.ts';
import { findContext, ownPlatform, readPlatforms } from './platform.queries.ts';

const HOURS = sql`make_interval(hours => ${LTI_REGISTRATION_HOURS})`;

/**
 * Prepares the registration of a platform for the caller's organisation, and records that the caller answers for its learners.
 * @returns the platform, and the address at which it registers itself, which is stored nowhere
 * @throws ProductError organisation.none, organisation.not_allowed, organisation.ended, lti.too_many
 */
export async function addPlatform(
  given: Omit<BodyOf<typeof addLtiPlatform>, 'authorised'> & { readonly accountId: string },
): Promise<{ platform: LtiPlatform; registration_url: string }> {
  const { accountId, name, product } = given;
  return transact(async (trx) => {
    const organisation = await lockAllowed(trx, accountId, 'set_up_lms');
    if (!organisation.active)
      throw new ProductError('organisation.ended', toSentence('The plan of {name} has ended.', { name: organisation.name }));
    const { organisationId } = organisation;
    const taken = await trx('lti_platform').where({ organisation_id: organisationId }).count({ count: '*' }).first();
    if (Number(taken!['count']) >= LTI_LIMITS.platforms) throw new ProductError('lti.too_many');
    const id = uuidv7();
    const { code, columns } = newRegistration(trx);
    await trx('lti_platform').insert({
      id,
      organisation_id: organisationId,
      name,
      product,
      state: 'waiting',
      authorised_by: accountId,
      ...columns,
    });
    await audit(trx, { accountId, organisationId, action: 'lti.platform_added', platformId: id });
    return { platform: await readOne(trx, id), registration_url: registrationUrl(id, code) };
  });
}

function newRegistration(trx: Knex.Transaction) {
  const code = randomBytes(32).toString('base64url');
  return { code, columns: { registration_hash: hashToken(code), registration_expires_at: expression(trx, sql`now() + ${HOURS}`) } };
}

const registrationUrl = (id: string, code: string): string => `${config().publicOrigin}/lti/${id}/register?code=${code}`;

const readOne = async (trx: Knex.Transaction, id: string): Promise<LtiPlatform> => (await readPlatforms(trx, sql`platform.id = ${id}`))[0]!;

interface OfPlatform {
  readonly accountId: string;
  readonly platformId: string;
}

/** Creates a new registration address for a platform; the earlier one no longer works. @returns the address @throws as `ownPlatform` */
export async function renewRegistration(given: OfPlatform): Promise<string> {
  return transact(async (trx) => {
    const { id } = await ownPlatform(trx, given);
    const { code, columns } = newRegistration(trx);
    await trx('lti_platform').where({ id }).update(columns);
    return registrationUrl(id, code);
  });
}

/**
 * Registers a platform by hand, or changes it. A new issuer means that the platform has moved: its people stay, its open launches end, and the
 * services at its old address are not called again, which would send them tokens of the new one; the next launch of a link names new ones.
 * @throws ProductError validation.failed for an address that cannot be called; as `ownPlatform`
 */
export async function changePlatform(given: BodyOf<typeof changeLtiPlatform> & OfPlatform): Promise<LtiPlatform> {
  const { accountId, platformId, paused, origins, token_audience, deployment_ids, ...fields } = given;
  const { name, issuer, client_id, ...called } = fields;
  const wrong = Object.entries(called).filter(([, address]) => !lmsAddress(address));
  const wrongOrigins = origins.flatMap((origin, at) => (lmsAddress(origin) ? [] : [`origins.${at}`]));
  const errors = [...wrong.map(([path]) => path), ...wrongOrigins].map((path) =>
    fieldProblem(path, 'Must be an https address on the public internet, without a port.'),
  );
  const [first] = errors;
  if (first) throw new ProductError('validation.failed', first.message, { data: { errors } });
  return transact(async (trx) => {
    const { id, organisation_id, issuer: before } = await ownPlatform(trx, { accountId, platformId });
    if (before !== null && before !== issuer) await forgetServices(trx, id);
    await trx('lti_platform')
      .where({ id })
      .update({
        name,
        // compared with the claim letter by letter
        issuer,
        client_id,
        ...called,
        token_audience: token_audience ?? null,
        audience_used: null,
        origins: [...new Set(origins.map((origin) => lmsAddress(origin)!.origin))],
        deployment_ids: [...new Set(deployment_ids)],
        adopts_deployment: deployment_ids.length === 0,
        state: paused ? 'paused' : 'active',
      });
    await audit(trx, { accountId, organisationId: organisation_id, action: 'lti.platform_changed', platformId: id });
    return readOne(trx, id);
  });
}

async function forgetServices(trx: Knex.Transaction, platformId: string): Promise<void> {
  const of = { platform_id: platformId };
  await trx('lti_login').where(of).delete();
  await trx('lti_session').where(of).delete();
  await trx('lti_link').where(of).update({ lineitem_url: null, lineitems_url: null });
  await trx('lti_context').where(of).update({ memberships_url: null, due_at: null });
}

/** Removes a platform. Its learners keep their accounts and work. @throws as `ownPlatform` */
export async function removePlatform(given: OfPlatform): Promise<void> {
  await transact(async (trx) => {
    const { id, organisation_id: organisationId } = await ownPlatform(trx, given);
    await trx('lti_platform').where({ id }).delete();
    await audit(trx, { accountId: given.accountId, organisationId, action: 'lti.platform_removed', platformId: id });
  });
}

const audit = (
  trx: Knex.Transaction,
  { accountId, organisationId, action, platformId }: OfPlatform & { readonly organisationId: string; readonly action: AuditAction },
): Promise<void> =>
  recordAudit({ actor: `account:${accountId}`, action, subject: `organisation:${organisationId}`, detail: { platform: platformId } }, trx);

interface Offer {
  readonly course_id: string;
  readonly title: string;
  readonly author: string;
  readonly is_own: boolean;
}

/** Lists the courses that people of the caller's organisation offer. @throws ProductError organisation.none, organisation.not_allowed */
export async function listOffers(accountId: string): Promise<Offer[]> {
  const { organisationId } = await findAllowed(accountId, 'teach');
  return offersOf(database(), { accountId, organisationId });
}

const offersOf = (store: Knex, { accountId, organisationId }: { accountId: string; organisationId: string }): Promise<Offer[]> =>
  rowsOf<Offer>(
    store,
    sql`select offer.course_id, course.title, trim(author.first_name || ' ' || author.last_name) as author,
               offer.account_id = ${accountId} as is_own
          from lti_offer offer join course on course.id = offer.course_id join account author on author.id = offer.account_id
          join organisation_member member on member.account_id = offer.account_id and member.organisation_id = offer.organisation_id
         where offer.organisation_id = ${organisationId} order by offer.created_at desc, course.id limit ${LTI_LIMITS.offers}`,
  );

interface OfCourse {
  readonly accountId: string;
  readonly courseId: string;
}

/**
 * Offers one of the caller's courses to the teachers of their organisation.
 * @throws ProductError as `listOffers`; not_found, market.not_yours for another creator's course, lti.too_many
 */
export async function offerCourse({ accountId, courseId }: OfCourse): Promise<Offer[]> {
  return transact(async (trx) => {
    const course = await ownCourse(trx, { accountId, courseId });
    const { organisationId } = await lockAllowed(trx, accountId, 'teach');
    if (course.is_taken) throw new ProductError('market.not_yours', 'This course was made by another creator, so you cannot offer it.');
    const taken = await trx('lti_offer').where({ organisation_id: organisationId }).count({ count: '*' }).first();
    if (Number(taken!['count']) >= LTI_LIMITS.offers) throw new ProductError('lti.too_many');
    await trx('lti_offer').insert({ organisation_id: organisationId, course_id: course.id, account_id: accountId }).onConflict().ignore();
    return offersOf(trx, { accountId, organisationId });
  });
}

async function ownCourse(store: Knex, { accountId, courseId }: OfCourse) {
  const [course] = await rowsOf<{ id: string; is_taken: boolean }>(
    store,
    sql`select id, ${isTaken(sql`course`, accountId)} as is_taken from course where id = ${courseIdOf(courseId)} and account_id = ${accountId}`,
  );
  if (!course) throw notFound('course');
  return course;
}

/**
 * Withdraws one of the caller's offers; a missing one is no error.
 * @throws ProductError not_found for another person's course; as `listOffers`
 */
export async function withdrawOffer(given: OfCourse): Promise<Offer[]> {
  const { id } = await ownCourse(database(), given);
  await database()('lti_offer').where({ course_id: id, account_id: given.accountId }).delete();
  return listOffers(given.accountId);
}

/** Requests that a context's member list be read again. @throws as `findContext`; ProductError lti.no_roster */
export async function requestRoster({ accountId, contextId }: { accountId: string; contextId: string }): Promise<void> {
  const { has_roster } = await findContext(accountId, contextId);
  if (!has_roster) throw new ProductError('lti.no_roster');
  await transact(async (trx) => {
    await trx('lti_context').where({ id: contextId }).update({ due_at: trx.fn.now() });
    await makeRosterDue(trx, contextId);
  });
}

/** Schedules reading a context's member list, in the caller's transaction. */
export async function makeRosterDue(trx: Knex.Transaction, contextId: string): Promise<void> {
  await trx('lti_context')
    .where({ id: contextId })
    .update({
      due_at: expression(trx, sql`coalesce(due_at, now())`),
      // a process that is reading the list now recognises its claim by these
      attempts: expression(trx, sql`case when lease_until > now() then attempts else 0 end`),
    });
  await announceJob(trx, 'lti-rosters');
}
