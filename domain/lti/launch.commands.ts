import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { LAUNCH_HOURS, LAUNCH_PREFIX, type openLtiLaunch, type startLtiLogin } from '#contract/lti/launch.contract.ts';
import type { AnswerOf, BodyOf } from '#contract/platform/endpoint.ts';
import { ERRORS } from '#contract/platform/errors.ts';
import { insertLearner } from '#domain/identity/accounts/account.commands.ts';
import { admitLearner } from '#domain/organisations/member.commands.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { learnerCopy } from './learner-copy.command.ts';
import { readLaunchMessage, type DeepLinkingMessage, type LaunchMessage, type ResourceLinkMessage } from './launch-message.ts';
import { lmsAddress } from './lms-client.ts';
import { linkOf } from './link.commands.ts';
import { makeRosterDue } from './platform.commands.ts';
import { noteLeftOut, noteRefusal } from './problem.commands.ts';
import { gradeEarlier } from './score.commands.ts';
import { activePlatform, addressesOf, type ActivePlatform } from './platform.queries.ts';

/** Minutes that a platform has to complete a launch. */
const LOGIN_MINUTES = 10;
/** Age in minutes at which a teacher's launch causes the member list to be read again. */
const ROSTER_MINUTES = 60;

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Runs a step of a launch and records the reason if it is refused. */
async function noting<T>(platform: ActivePlatform, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProductError) await noteRefusal(platform.id, error);
    throw error;
  }
}

/**
 * Begins a launch at a platform's request (OpenID Connect, §4 of LTI's part of the Security Framework). State and nonce are stored until
 * they come back, once.
 * @returns where the page goes, and what it keeps: `browser` proves that the same browser comes back
 * @throws ProductError not_found, lti.paused, lti.issuer, lti.audience, lti.deployment
 */
export async function startLogin(given: BodyOf<typeof startLtiLogin>): Promise<AnswerOf<typeof startLtiLogin>> {
  const platform = await activePlatform(given.platform_id);
  return noting(platform, async () => {
    if (given.iss !== platform.issuer) throw new ProductError('lti.issuer');
    if (given.client_id !== undefined && given.client_id !== platform.client_id) throw new ProductError('lti.audience');
    const deployment = given.lti_deployment_id;
    if (deployment !== undefined && !platform.adopts_deployment && !platform.deployment_ids.includes(deployment))
      throw new ProductError('lti.deployment');
    const [state, nonce, browser] = [newSecret(), newSecret(), newSecret()];
    await database()('lti_login').insert({
      state_hash: hashToken(state),
      browser_hash: hashToken(browser),
      platform_id: platform.id,
      nonce,
      expires_at: expression(database(), sql`now() + make_interval(mins => ${LOGIN_MINUTES})`),
    });
    const url = new URL(platform.auth_url);
    const params = {
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: platform.client_id,
      redirect_uri: addressesOf(platform.id).launch,
      login_hint: given.login_hint,
      state,
      nonce,
      ...(given.lti_message_hint !== undefined && { lti_message_hint: given.lti_message_hint }),
    };
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    return { url: url.href, state, browser };
  });
}

/** Tells whether a failure is temporary and says nothing about the launch, so that a retry may succeed. */
const isPassing = (error: unknown): boolean => !(error instanceof ProductError) || ERRORS[error.code].status >= 500;

/**
 * Opens a platform's launch. State and nonce work once, even for a refused launch, and again only after a temporary failure. The person
 * gets an account of the organisation: the same one each time, and never one that existed before.
 * @returns the token, which only the page knows
 * @throws ProductError as `readLaunchMessage` and `activePlatform`; lti.state, lti.nonce, lti.target, lti.removed, lti.not_teacher,
 * lti.return, organisation.ended, organisation.seats_full, auth.suspended, course.too_large
 */
export async function openLaunch(given: BodyOf<typeof openLtiLaunch>): Promise<AnswerOf<typeof openLtiLaunch>> {
  const platform = await activePlatform(given.platform_id);
  return noting(platform, async () => {
    const [login] = await database()('lti_login')
      .where({ state_hash: hashToken(given.state), browser_hash: hashToken(given.browser), platform_id: platform.id })
      .delete()
      .returning(['state_hash', 'browser_hash', 'platform_id', 'nonce', 'expires_at']);
    // our clock differs from the database's, which hardly matters for ten minutes
    if (!login || login.expires_at < new Date()) throw new ProductError('lti.state');
    try {
      return await openFor(platform, login.nonce, given.id_token);
    } catch (error) {
      if (isPassing(error))
        await database()('lti_login')
          .insert(login)
          .catch(() => undefined);
      throw error;
    }
  });
}

async function openFor(platform: ActivePlatform, nonce: string, idToken: string): Promise<AnswerOf<typeof openLtiLaunch>> {
  const message = await readLaunchMessage(platform, idToken);
  if (message.nonce !== nonce) throw new ProductError('lti.nonce');
  const token = `${LAUNCH_PREFIX}${newSecret()}`;
  const opened = await transact(async (trx) => {
    await noteLaunch(trx, platform, message);
    const contextId = await storeContext(trx, platform, message);
    const person = await personOf(trx, platform, message);
    const opened =
      message.type === 'deep_linking'
        ? choiceOf(platform, message)
        : await activityOf(trx, { platform, message, contextId, accountId: person.accountId });
    const [session] = await trx('lti_session')
      .insert({
        token_hash: hashToken(token),
        platform_id: platform.id,
        user_id: person.id,
        account_id: person.accountId,
        is_teacher: message.isTeacher,
        ...opened,
        expires_at: expression(trx, sql`now() + make_interval(hours => ${LAUNCH_HOURS})`),
      })
      .returning('expires_at');
    return {
      token,
      expires_at: session!.expires_at.toISOString(),
      opens: message.type === 'deep_linking' ? ('contents' as const) : ('activity' as const),
      language: message.locale,
    };
  });
  await noteLeftOut(platform.id, message.leftOut);
  await gradeEarlier(token);
  return opened;
}

/** Records a platform's launch, and its deployment if none is known yet. @throws ProductError lti.deployment */
async function noteLaunch(trx: Knex.Transaction, { id }: ActivePlatform, { deploymentId }: LaunchMessage): Promise<void> {
  await trx('lti_platform')
    .where({ id, adopts_deployment: true })
    .update({ adopts_deployment: false, deployment_ids: [deploymentId] });
  const [known] = await rowsOf<{ is_known: boolean; is_old: boolean }>(
    trx,
    sql`select ${deploymentId} = any(deployment_ids) as is_known, coalesce(last_launch_at < now() - interval '1 minute', true) as is_old
          from lti_platform where id = ${id}`,
  );
  if (!known?.is_known) throw new ProductError('lti.deployment');
  // not at each launch: a whole class would wait for the row
  if (known.is_old) await trx('lti_platform').where({ id }).update({ last_launch_at: trx.fn.now() });
}

async function storeContext(trx: Knex.Transaction, platform: ActivePlatform, message: LaunchMessage): Promise<string | null> {
  const { context, membershipsUrl, isTeacher } = message;
  if (!context) return null;
  const [row] = await rowsOf<{ id: string; is_old: boolean }>(
    trx,
    sql`insert into lti_context as known (id, platform_id, context_ref, title, memberships_url)
        values (${uuidv7()}, ${platform.id}, ${context.ref}, ${context.title}, ${membershipsUrl})
        on conflict (platform_id, context_ref) do update
           set title = excluded.title, memberships_url = coalesce(excluded.memberships_url, known.memberships_url)
        returning id, coalesce(read_at < now() - make_interval(mins => ${ROSTER_MINUTES}), true) as is_old`,
  );
  if (isTeacher && membershipsUrl && row!.is_old) await makeRosterDue(trx, row!.id);
  return row!.id;
}

interface Person {
  /** Id of `lti_user`. */
  readonly id: string;
  readonly accountId: string;
}

/**
 * Returns the account of a platform's person, creating it with a seat if needed. The address in the message is stored but has no effect,
 * because the platform's operator can write any.
 */
async function personOf(trx: Knex.Transaction, platform: ActivePlatform, message: LaunchMessage): Promise<Person> {
  const { subject, email } = message;
  await lockName(trx, `lti-user:${platform.id}:${subject}`);
  const [known] = await rowsOf<Person & { is_member: boolean; is_suspended: boolean }>(
    trx,
    sql`update lti_user person set last_launch_at = now(), email = ${email} from account
         where person.platform_id = ${platform.id} and person.subject = ${subject} and account.id = person.account_id
     returning person.id, person.account_id as "accountId", account.suspended_at is not null as is_suspended,
               exists (select from organisation_member m where m.account_id = account.id and m.organisation_id = ${platform.organisation_id}) as is_member`,
  );
  if (known?.is_suspended) throw new ProductError('auth.suspended', 'This account is suspended. Please contact us.');
  if (known && !known.is_member) throw new ProductError('lti.removed');
  if (known) {
    await assertPaid(trx, platform.organisation_id);
    return known;
  }
  const accountId = await insertLearner(trx, { firstName: message.givenName, lastName: message.familyName });
  await admitLearner(trx, { organisationId: platform.organisation_id, accountId });
  const id = uuidv7();
  await trx('lti_user').insert({ id, platform_id: platform.id, subject, account_id: accountId, email });
  return { id, accountId };
}

/** @throws ProductError organisation.ended */
async function assertPaid(trx: Knex.Transaction, organisationId: string): Promise<void> {
  const paid = await trx('organisation').where({ id: organisationId }).where('ends_at', '>', trx.fn.now()).first('id');
  if (!paid) throw new ProductError('organisation.ended');
}

function choiceOf(platform: ActivePlatform, message: DeepLinkingMessage) {
  if (!message.isTeacher) throw new ProductError('lti.not_teacher');
  if (!message.acceptsLinks)
    throw new ProductError('lti.message', undefined, { cause: new Error('accept_types: the platform accepts no links') });
  const returnUrl = lmsAddress(message.returnUrl);
  if (!returnUrl || !platform.origins.includes(returnUrl.origin)) throw new ProductError('lti.return');
  return {
    deep_linking: JSON.stringify({
      deployment_id: message.deploymentId,
      return_url: message.returnUrl,
      accepts_many: message.acceptsMany,
      accepts_line_item: message.acceptsLineItem,
      data: message.data,
    }),
  };
}

interface Opening {
  readonly platform: ActivePlatform;
  readonly message: ResourceLinkMessage;
  readonly contextId: string | null;
  readonly accountId: string;
}

async function activityOf(trx: Knex.Transaction, { platform, message, contextId, accountId }: Opening) {
  const placementId = placementIn(platform, message.targetLinkUri);
  const placement = placementId && (await trx('lti_placement').where({ id: placementId, platform_id: platform.id }).first());
  if (!placement) throw new ProductError('lti.target');
  const courseId = await learnerCopy(trx, { placement, accountId, organisationId: platform.organisation_id });
  const linkId = await linkOf(trx, { platformId: platform.id, message, contextId, placementId: placement.id });
  return { link_id: linkId, placement_id: placement.id, course_id: courseId };
}

/** Returns the placement that one of our addresses opens, ignoring anything that a platform has appended; null for other addresses. */
function placementIn(platform: ActivePlatform, targetLinkUri: string): string | null {
  if (!URL.canParse(targetLinkUri)) return null;
  const { origin, pathname } = new URL(targetLinkUri);
  const start = openingAddress(platform.id, '');
  const address = `${origin}${pathname.replace(/\/$/, '')}`;
  const id = address.startsWith(start) ? address.slice(start.length) : '';
  return isUuid(id) ? id : null;
}

/** Returns the address that opens a placement; only platforms use it. */
export const openingAddress = (platformId: string, placementId: string): string =>
  `${config().publicOrigin}/lti/${platformId}/open/${placementId}`;
