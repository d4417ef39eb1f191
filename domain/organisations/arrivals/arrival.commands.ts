import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { SignInReport } from '#contract/organisations/sign-in.contract.ts';
import { insertVouched, renewVouched } from '#domain/identity/accounts/account.commands.ts';
import { lockForKey } from '#domain/identity/accounts/account.queries.ts';
import { takeOverAddress } from '#domain/identity/accounts/email-address.commands.ts';
import { startSecondStep } from '#domain/identity/second-factor/pending-sign-in.commands.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import { forgetSessions, type SignedIn } from '#domain/identity/sessions/session.commands.ts';
import { recordFailure } from '#domain/organisations/sign-in/failure.commands.ts';
import { joinBySignIn, standingOf } from '#domain/organisations/sign-in/join-by-sign-in.command.ts';
import { findConnection, type Connection } from '#domain/organisations/sign-in/sign-in.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { notifyOfSecurityChange } from '#domain/identity/notify-of-security-change.command.ts';
import type { ArrivedIdentity } from './arrived-identity.ts';
import { decideArrival, isOthers, type Decision } from './decide-arrival.ts';
import type { OrganisationArrival } from './organisation-identity.model.ts';
import { refusedBy, SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';

const gone = () => new ProductError('auth.link_invalid', 'This sign-in has expired or was started in another browser. Please start again.');

interface Fetched {
  readonly token: string;
  /** The secret in the browser's cookie, or null. */
  readonly browser: string | null;
}

type Arrival = Pick<OrganisationArrival, 'token_hash' | 'browser_hash' | 'connection_id' | 'tester_id' | 'identity' | 'problem' | 'next'>;

/** Locks an arrival of this browser. @throws ProductError auth.link_invalid */
async function lockArrival(trx: Knex.Transaction, { token, browser }: Fetched): Promise<Arrival & { connection: Connection }> {
  const row = await trx('organisation_arrival')
    .where({ token_hash: hashToken(token) })
    .where('expires_at', '>', trx.fn.now())
    .forUpdate()
    .first('token_hash', 'browser_hash', 'connection_id', 'tester_id', 'identity', 'problem', 'next');
  const isHere = row && (row.browser_hash === null || (browser !== null && row.browser_hash.equals(hashToken(browser))));
  const connection = isHere ? await findConnection(row.connection_id, trx) : null;
  if (!isHere || !connection) throw gone();
  // another provider was set up while this arrival was being read
  if (row.identity && row.identity.issuer !== connection.issuer) throw gone();
  return { ...row, connection };
}

const endArrival = (trx: Knex.Transaction, { token_hash }: Arrival): Promise<number> =>
  trx('organisation_arrival').where({ token_hash }).delete();

/** Runs `work` on an arrival. A refusal is counted afterwards, because its transaction is rolled back. */
async function counted<T>(work: (refuse: (connection: Connection, refused: SignInRefused) => never) => Promise<T>): Promise<T> {
  let of: { connection: Connection; refused: SignInRefused } | null = null;
  try {
    return await work((connection, refused) => {
      of = { connection, refused };
      throw refusedBy(refused.reason);
    });
  } catch (error) {
    const found = of as { connection: Connection; refused: SignInRefused } | null;
    if (found) await recordFailure(found.connection.organisationId, found.refused);
    throw error;
  }
}

interface Entering extends Fetched {
  readonly termsAccepted: boolean;
  readonly userAgent: string;
}

/**
 * Signs in a person whom an organisation's provider vouches for: with the account that the provider's subject is linked to; else the
 * account with the address, if the organisation has verified the domain; else a new one, for which the terms must be accepted. A person who
 * is no member becomes one, if the organisation allows that and has a seat. The account's own second factor applies as after a password. An
 * arrival can be tried again after auth.terms_needed and auth.proof_needed.
 * @returns also the path to land on
 * @throws ProductError auth.link_invalid, auth.terms_needed, auth.proof_needed, auth.organisation_refused, auth.suspended
 */
export async function enterByOrganisation(entering: Entering): Promise<{ signedIn: SignedIn; next: string | null }> {
  const ended: string[] = [];
  const entered = await counted((refuse) =>
    transact(async (trx) => {
      const arrival = await lockArrival(trx, entering);
      const { connection, identity, problem } = arrival;
      if (arrival.tester_id !== null) throw gone();
      if (!identity) throw refusedBy(problem!.reason, problem!.codes);
      if (connection.mode === 'off') throw gone();
      const decision = await decideArrival(trx, connection, identity);
      if (decision.way === 'asks_for_proof') throw proofNeeded(identity);
      if (decision.way === 'refuses')
        return refuse(connection, new SignInRefused(decision.reason, `${identity.email ?? identity.subject}`));
      const accountId = await accountOf(trx, { connection, identity, decision, termsAccepted: entering.termsAccepted }, ended);
      await joinBySignIn(trx, connection, { accountId, standing: decision.standing, role: identity.role, isUnsaid: identity.isRoleUnsaid });
      await endArrival(trx, arrival);
      await trx('account').where({ id: accountId }).forShare().first('id');
      const { sessionEndsAt, providerSession = null } = identity;
      const endsAt = sessionEndsAt === undefined ? null : new Date(sessionEndsAt);
      const cameBy = { organisationId: connection.organisationId, endsAt, providerSession };
      const pending = await startSecondStep(trx, accountId, cameBy);
      const opened = pending ? null : await openSession(accountId, entering.userAgent, trx, cameBy);
      return { signedIn: opened ? { accountId, ...opened } : { pending: pending! }, next: arrival.next };
    }),
  );
  forgetSessions(ended);
  return entered;
}

const proofNeeded = ({ email }: ArrivedIdentity) =>
  new ProductError(
    'auth.proof_needed',
    email === null
      ? toSentence('Your organisation’s sign-in sent no email address. Sign in to your account once, and it is connected.')
      : toSentence('Your organisation has not verified the domain of your address. Sign in to your account once to connect it.'),
  );

interface Deciding {
  readonly connection: Connection;
  readonly identity: ArrivedIdentity;
  readonly decision: Extract<Decision, { way: 'known' | 'creates' }>;
  readonly termsAccepted: boolean;
}

/** @param ended collects the sessions that this sign-in ends */
async function accountOf(trx: Knex.Transaction, deciding: Deciding, ended: string[]): Promise<string> {
  const { connection, identity, decision } = deciding;
  if (decision.way === 'creates') {
    assertAccepted(deciding);
    const id = await insertVouched(trx, { email: decision.email, firstName: identity.firstName, lastName: identity.lastName });
    await insertIdentity(trx, connection, { accountId: id, identity });
    return id;
  }
  const { accountId } = decision;
  if (!decision.isNew) {
    const { issuer, subject, email } = identity;
    await trx('organisation_identity')
      .where({ organisation_id: connection.organisationId, issuer, subject })
      .update({ last_used_at: trx.fn.now(), email });
    return accountId;
  }
  if (decision.isUnproven) {
    // the person who registered the address has not proved that it is theirs
    assertAccepted(deciding);
    ended.push(...((await takeOverAddress(trx, accountId, 'organisation')) ?? []));
    await renewVouched(trx, accountId, identity);
  }
  await link(trx, connection, { accountId, identity });
  return accountId;
}

/** Requires that a new user has accepted the terms. @throws ProductError auth.terms_needed */
function assertAccepted({ termsAccepted }: Deciding): void {
  if (!termsAccepted)
    throw new ProductError('auth.terms_needed', 'You are new here. Please accept the terms and the privacy policy first.');
}

interface Linked {
  readonly accountId: string;
  readonly identity: ArrivedIdentity;
}

async function insertIdentity(trx: Knex.Transaction, { organisationId }: Connection, { accountId, identity }: Linked): Promise<void> {
  const { issuer, subject, email } = identity;
  const row = { organisation_id: organisationId, issuer, subject, account_id: accountId, email };
  await trx('organisation_identity').insert({ ...row, last_used_at: trx.fn.now() });
}

/** Deletes an account's links to organisations' providers, in the caller's transaction. @returns number of links deleted */
export const forgetIdentities = async (trx: Knex.Transaction, accountId: string): Promise<number> =>
  trx('organisation_identity').where({ account_id: accountId }).delete();

/** Links a provider's person to an existing account, and informs its owner. */
async function link(trx: Knex.Transaction, connection: Connection, linked: Linked): Promise<void> {
  const { accountId } = linked;
  await insertIdentity(trx, connection, linked);
  await notifyOfSecurityChange(trx, { accountId, change: 'provider_linked', name: connection.name });
  const detail = { organisation: connection.organisationId, issuer: linked.identity.issuer };
  await recordAudit({ actor: `account:${accountId}`, action: 'organisation.connected', subject: `account:${accountId}`, detail }, trx);
}

/**
 * Links an arrival with an unproved address to the signed-in account; being signed in is the proof. A person who is no member becomes one,
 * as by signing in.
 * @returns the path to land on
 * @throws ProductError auth.link_invalid, auth.organisation_refused, auth.address_unproven, auth.token_invalid
 */
export async function connectOrganisation(given: Fetched & { accountId: string; sessionId: string }): Promise<{ next: string | null }> {
  const { accountId } = given;
  return counted((refuse) =>
    transact(async (trx) => {
      await lockForKey(trx, given);
      const arrival = await lockArrival(trx, given);
      const { connection, identity } = arrival;
      if (arrival.tester_id !== null || !identity || connection.mode === 'off') throw gone();
      // an arrival that nobody here asked for may come from an attacker who wants access to the account of the person opening it
      if (arrival.browser_hash === null) throw gone();
      // every other decision needs no proof, or concerns another account
      if ((await decideArrival(trx, connection, identity)).way !== 'asks_for_proof') throw gone();
      const { organisationId } = connection;
      if (await isOthers(trx, { organisationId, issuer: identity.issuer, accountId })) {
        return refuse(connection, new SignInRefused('other_person', identity.subject));
      }
      const standing = await standingOf(trx, connection, { accountId });
      // nobody may be talked into linking a stranger's provider: the address must be the account's, or the account be a member already
      const account = await trx('account').where({ id: accountId }).first('email');
      if (standing !== 'member' && account?.email !== identity.email)
        return refuse(connection, new SignInRefused('other_person', `${identity.email ?? identity.subject} is not the account's address`));
      if (standing !== 'member' && standing !== 'joins') return refuse(connection, new SignInRefused(standing, identity.subject));
      await link(trx, connection, { accountId, identity });
      await joinBySignIn(trx, connection, { accountId, standing, role: identity.role, isUnsaid: identity.isRoleUnsaid });
      await endArrival(trx, arrival);
      return { next: arrival.next };
    }),
  );
}

/**
 * Returns the data that arrived in a Test and what a sign-in with it would do; changes nothing.
 * @returns null unless this account started the Test; also the connection that the Test proves
 */
export async function readTestArrival(token: string, accountId: string): Promise<{ report: SignInReport; connection: Connection } | null> {
  const row = await database()('organisation_arrival')
    .where({ token_hash: hashToken(token), tester_id: accountId })
    .where('expires_at', '>', database().fn.now())
    .first('connection_id', 'identity', 'problem');
  const connection = row && (await findConnection(row.connection_id));
  if (!row || !connection) return null;
  const { identity, problem } = row;
  // reads under the locks of a sign-in, and changes nothing
  const decision = identity && (await transact((trx) => decideArrival(trx, connection, identity)));
  const refusal = decision?.way === 'refuses' ? { reason: decision.reason, detail: null, words: null } : null;
  return {
    connection,
    report: {
      problem: problem ? { reason: problem.reason, detail: problem.detail, words: problem.words ?? null } : refusal,
      issuer: identity?.issuer ?? null,
      subject: identity?.subject ?? null,
      email: identity?.email ?? null,
      first_name: identity?.firstName ?? null,
      last_name: identity?.lastName ?? null,
      role: identity?.role ?? null,
      attributes: Object.entries(identity?.attributes ?? {}).map(([name, values]) => {
        const reading = identity?.readings?.find((one) => one.name === name);
        return { name, values: values.slice(0, 20), taken_as: reading?.taken_as ?? null, why: reading?.why ?? null };
      }),
      outcome: decision && outcomeOf(decision),
    },
  };
}

function outcomeOf(decision: Decision): NonNullable<SignInReport['outcome']> {
  if (decision.way === 'refuses') return 'refuses';
  if (decision.way !== 'known') return decision.way;
  if (decision.isNew) return 'connects';
  return decision.standing === 'joins' ? 'joins' : 'signs_in';
}
