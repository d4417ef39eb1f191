import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { TERMS_VERSION } from '#contract/identity/terms-version.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { SignInReport } from '#contract/organisations/sign-in.contract.ts';
import { lockForKey } from '#domain/identity/accounts/account.queries.ts';
import { takeOverAddress } from '#domain/identity/accounts/email-address.commands.ts';
import { startSecondStep } from '#domain/identity/second-factor/pending-sign-in.ts';
import { invalidateSession } from '#domain/identity/sessions/live-sessions.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import type { SignedIn } from '#domain/identity/sessions/session.commands.ts';
import { recordFailure } from '#domain/organisations/sign-in/failure.commands.ts';
import { joinBySignIn, standingOf } from '#domain/organisations/sign-in/join-by-sign-in.command.ts';
import { findConnection, type Connection } from '#domain/organisations/sign-in/sign-in.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { greetingName } from '#domain/platform/greeting-name.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import type { ArrivedIdentity } from './arrived-identity.ts';
import { decideArrival, isOthers, type Decision } from './decide-arrival.ts';
import type { OrganisationArrival } from './organisation-identity.model.ts';
import { refusedBy, SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';

const gone = () => new ProductError('auth.link_invalid', 'This sign-in has expired or was started in another browser. Please start again.');

interface Fetched {
  readonly token: string;
  /** The secret of the browser's cookie; null without one. */
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
  // it was being read while another provider was set up
  if (row.identity && row.identity.issuer !== connection.issuer) throw gone();
  return { ...row, connection };
}

const endArrival = (trx: Knex.Transaction, { token_hash }: Arrival): Promise<number> =>
  trx('organisation_arrival').where({ token_hash }).delete();

/** Runs work on an arrival; a refusal is counted after it, for the transaction is undone. */
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
 * Signs somebody in whom an organisation's provider has vouched for. The account is the one that the provider's subject is known by; else the
 * one with its address, if the organisation has proved the domain; else a new one, whose terms must be accepted. Whoever is no member becomes
 * one, if the organisation says so and has a seat. The account's own second factor applies as after a password. An arrival that is refused
 * because the terms are not accepted yet, or for a proof, is still good.
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
      // who had not asked for it is not shown what a stranger may have written
      if (!identity) throw refusedBy(problem!.reason, arrival.browser_hash === null ? null : problem!.words);
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
  ended.forEach(invalidateSession);
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

/** @param ended gets the sessions that ended with it */
async function accountOf(trx: Knex.Transaction, deciding: Deciding, ended: string[]): Promise<string> {
  const { connection, identity, decision } = deciding;
  if (decision.way === 'creates') {
    const id = uuidv7();
    await trx('account').insert({
      id,
      email: decision.email,
      ...newPerson(deciding),
      marketing_consent: false,
      email_verified_at: new Date(),
    });
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
    // whoever registered the address has not shown that it is theirs
    const person = newPerson(deciding);
    ended.push(...((await takeOverAddress(trx, accountId, 'organisation')) ?? []));
    await trx('account').where({ id: accountId }).update(person);
  }
  await link(trx, connection, { accountId, identity });
  return accountId;
}

/** Returns the data about a new person. @throws ProductError auth.terms_needed */
function newPerson({ identity, termsAccepted }: Deciding) {
  if (!termsAccepted)
    throw new ProductError('auth.terms_needed', 'You are new here. Please accept the terms and the privacy policy first.');
  return {
    password_hash: null,
    first_name: greetingName(identity.firstName ?? 'Learner', 'Learner'),
    last_name: greetingName(identity.lastName ?? '', ''),
    terms_version: TERMS_VERSION,
    terms_accepted_at: new Date(),
  };
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

/** Lets a provider's person into an account that exists, and tells its owner. */
async function link(trx: Knex.Transaction, connection: Connection, linked: Linked): Promise<void> {
  const { accountId } = linked;
  await insertIdentity(trx, connection, linked);
  await notifyOfSecurityChange(trx, { accountId, change: 'provider_linked', name: connection.name });
  const detail = { organisation: connection.organisationId, issuer: linked.identity.issuer };
  await recordAudit({ actor: `account:${accountId}`, action: 'organisation.connected', subject: `account:${accountId}`, detail }, trx);
}

/**
 * Connects an arrival whose address nobody has proved with the account of who is signed in: that is the proof. Whoever is no member becomes one,
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
      // what nobody asked for here may have been sent by somebody who wants into the account of whoever opens it
      if (arrival.browser_hash === null) throw gone();
      // any other way needs no proof, or has another account
      if ((await decideArrival(trx, connection, identity)).way !== 'asks_for_proof') throw gone();
      const { organisationId } = connection;
      if (await isOthers(trx, { organisationId, issuer: identity.issuer, accountId })) {
        return refuse(connection, new SignInRefused('other_person', identity.subject));
      }
      const standing = await standingOf(trx, connection, { accountId });
      // a provider of strangers must not be talked into an account: its person has the same address, or the account is one of its members
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
 * Returns what came in a Test, and what it would do; nothing is done.
 * @returns null unless this account began it; also what the Test proves, for who has set up the connection
 */
export async function readTestArrival(token: string, accountId: string): Promise<{ report: SignInReport; connection: Connection } | null> {
  const row = await database()('organisation_arrival')
    .where({ token_hash: hashToken(token), tester_id: accountId })
    .where('expires_at', '>', database().fn.now())
    .first('connection_id', 'identity', 'problem');
  const connection = row && (await findConnection(row.connection_id));
  if (!row || !connection) return null;
  const { identity, problem } = row;
  // reads under the locks of a sign-in, and leaves everything as it is
  const decision = identity && (await transact((trx) => decideArrival(trx, connection, identity)));
  const refusal = decision?.way === 'refuses' ? { reason: decision.reason, detail: null, words: null } : null;
  return {
    connection,
    report: {
      problem: problem ? { ...problem, words: problem.words ?? null } : refusal,
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
