import type { Knex } from 'knex';
import { safePath } from '#contract/platform/safe-path.ts';
import { recordFailure } from '#domain/organisations/sign-in/failure.commands.ts';
import { findConnection, type Connection } from '#domain/organisations/sign-in/sign-in.queries.ts';
import { database, isUniqueViolation } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { hashToken, newToken } from '#domain/platform/links/secret-link.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { assertTenant, assertUsableIssuer } from './assert-tenant.ts';
import { identityOf, lacking, type ArrivedIdentity } from './arrived-identity.ts';
import { samlAddresses } from '#domain/vendors/identity-providers/connection-addresses.ts';
import { askOidc, readOidcAnswer, type OidcProvider } from '#domain/vendors/identity-providers/oidc.client.ts';
import type { OrganisationArrival, OrganisationAttempt } from './organisation-identity.model.ts';
import { askSaml, readSamlResponse, SAML_BYTES } from '#domain/vendors/identity-providers/saml.client.ts';
import { browserAnswer, codesIn } from '#domain/vendors/identity-providers/provider-codes.ts';
import { refusedBy, SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';

const LIFE = sql`interval '10 minutes'`;

/** Returns a connection's settings for the OpenID client. */
export const oidcOf = ({ id, issuer, clientId, secret }: Connection): OidcProvider => ({ id, issuer, clientId: clientId ?? '', secret });

interface Begun {
  readonly connectionId: string;
  /** The screen to open afterwards; addresses elsewhere are ignored. */
  readonly next: string | null;
  /** The account whose Test it is; null for a sign-in. */
  readonly testerId: string | null;
  /** The provider must not show a page: it either signs in a known person, or reports that it would have to ask. */
  readonly isSilent?: boolean;
  /** The person's address, as a hint for the provider. */
  readonly hint?: string | undefined;
}

/**
 * Begins a sign-in at an organisation's provider.
 * @returns the address to go to, and a secret for a cookie, so that only the browser that started can finish
 * @throws ProductError not_found unless the organisation offers the sign-in or it is a Test; auth.provider_away
 */
export async function beginOrganisationSignIn({
  connectionId,
  next,
  testerId,
  ...asking
}: Begun): Promise<{ url: string; browser: string }> {
  const connection = await findConnection(connectionId);
  if (!connection || (connection.mode === 'off' && testerId === null)) throw notFound('sign-in');
  const browser = newToken();
  const { url, state, ...kept } = await ask(connection, { ...asking, isTest: testerId !== null });
  await database()('organisation_attempt').insert({
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
    connection_id: connection.id,
    ...kept,
    next: safePath(next),
    tester_id: testerId,
    expires_at: expression(database(), sql`now() + ${LIFE}`),
  });
  return { url, browser };
}

async function ask(connection: Connection, asking: Pick<Begun, 'isSilent' | 'hint'> & { isTest: boolean }) {
  if (connection.kind === 'saml') {
    const state = newToken();
    const { url, requestId } = await askSaml({ id: connection.id, ssoAddress: connection.ssoAddress!, relayState: state, ...asking });
    return { url, state, request_id: requestId };
  }
  try {
    assertUsableIssuer(connection);
    const { url, state, nonce, codeVerifier } = await askOidc(oidcOf(connection), asking);
    return { url, state, nonce, code_verifier: codeVerifier };
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    await recordFailure(connection.organisationId, error);
    throw new ProductError('auth.provider_away', 'Your organisation’s sign-in cannot be reached. Please try again later.', {
      cause: error,
    });
  }
}

type Taken = Pick<OrganisationAttempt, 'browser_hash' | 'nonce' | 'code_verifier' | 'request_id' | 'next' | 'tester_id'>;

/** Uses an attempt up, whatever the outcome. Null when there is none, or it has expired. */
async function takeAttempt(connectionId: string, state: string, browser?: string): Promise<Taken | null> {
  const [taken] = await database()('organisation_attempt')
    .where({
      state_hash: hashToken(state),
      connection_id: connectionId,
      ...(browser !== undefined && { browser_hash: hashToken(browser) }),
    })
    .delete()
    .returning<(Taken & { is_valid: boolean })[]>([
      'browser_hash',
      'nonce',
      'code_verifier',
      'request_id',
      'next',
      'tester_id',
      expression(database(), sql`expires_at > now() as is_valid`),
    ]);
  return taken?.is_valid ? taken : null;
}

/** Stores an arrival for the page that fetches it. @returns its token */
async function arrive(
  connection: Connection,
  attempt: Pick<Taken, 'browser_hash' | 'next' | 'tester_id'> | null,
  came: { identity: ArrivedIdentity } | { problem: NonNullable<OrganisationArrival['problem']> },
): Promise<string> {
  const token = newToken();
  await database()('organisation_arrival').insert({
    token_hash: hashToken(token),
    browser_hash: attempt?.browser_hash ?? null,
    connection_id: connection.id,
    tester_id: attempt?.tester_id ?? null,
    next: attempt?.next ?? null,
    identity: 'identity' in came ? JSON.stringify(came.identity) : null,
    problem: 'problem' in came ? JSON.stringify(came.problem) : null,
    expires_at: expression(database(), sql`now() + ${LIFE}`),
  });
  return token;
}

/** Reads an answer and stores the arrival. A refusal is counted and stored as the arrival's problem, so that its page can explain it. */
async function arrivalOf(
  connection: Connection,
  attempt: Taken | null,
  read: () => Promise<ArrivedIdentity>,
): Promise<{ arrival: string; isTest: boolean; refused: SignInRefused | null }> {
  const isTest = attempt?.tester_id != null;
  try {
    return { arrival: await arrive(connection, attempt, { identity: await read() }), isTest, refused: null };
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    await recordFailure(connection.organisationId, error);
    const { reason, message: detail, words, codes } = error;
    const problem = { reason, detail, words, codes };
    return { arrival: await arrive(connection, attempt, { problem }), isTest, refused: error };
  }
}

export interface OidcReturn {
  readonly connectionId: string;
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  /** The provider's error, instead of a code. */
  readonly error?: string | undefined;
  /** Its description, of which only known codes are read: anybody can have written it. */
  readonly description?: string | undefined;
  /** The secret in the browser's cookie, or null. */
  readonly browser: string | null;
}

/**
 * Handles an OpenID provider's redirect to the browser that started, and asks the provider for the person.
 * @throws ProductError not_found, auth.organisation_refused
 */
export async function finishOidc({
  connectionId,
  state,
  code,
  iss,
  error,
  description,
  browser,
}: OidcReturn): Promise<{ arrival: string; isTest: boolean }> {
  const connection = await findConnection(connectionId);
  if (!connection) throw notFound('sign-in');
  // an attempt at a SAML provider must not end here: its entity id would be used as an OpenID issuer
  const isAnswer = browser !== null && connection.kind === 'oidc';
  const attempt = !isAnswer ? null : await takeAttempt(connection.id, state, browser);
  if (!attempt) {
    await recordFailure(
      connection.organisationId,
      new SignInRefused('other_browser', 'the answer came to another browser, twice, or too late'),
    );
    throw refusedBy('other_browser');
  }
  const { arrival, isTest, refused } = await arrivalOf(connection, attempt, async () => {
    if (code === undefined) {
      // answers to silent requests only: the person has no session at the provider
      const reason = error !== undefined && NEEDS_PERSON.has(error) ? 'login_needed' : 'provider_error';
      const codes = codesIn(error === undefined ? [] : [error], description ?? '');
      throw new SignInRefused(reason, browserAnswer(codes), { codes });
    }
    assertUsableIssuer(connection);
    const given = { state, code, iss, nonce: attempt.nonce ?? '', codeVerifier: attempt.code_verifier ?? '' };
    const { clientId, issuer, attributes: names, roles } = connection;
    const facts = { hasRules: roles.length > 0, clientId };
    const came = await readOidcAnswer(oidcOf(connection), given, (attributes) => lacking(attributes, names, facts));
    await assertTenant(connection, came.attributes, 'sign_in');
    return identityOf({ issuer, clientId, ...came }, names, roles);
  });
  if (refused && !isTest) throw refusedBy(refused.reason, refused.codes);
  return { arrival, isTest };
}

/** Errors that answer a silent request (OpenID Connect Core, 3.1.2.6): the person has to be asked. */
const NEEDS_PERSON: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * Handles the form that a SAML provider let a browser post: checks it, and stores it for the browser that started.
 * @param given `response` in Base64
 * @returns the arrival, which may have a problem; null for an unrequested response, which is not read
 * @throws ProductError not_found; limits.rate for too many unrequested responses at once
 */
export async function takeSamlResponse(given: {
  connectionId: string;
  response: string;
  relayState: string;
}): Promise<{ arrival: string; isTest: boolean } | null> {
  const connection = await findConnection(given.connectionId);
  if (connection?.kind !== 'saml') throw notFound('sign-in');
  const attempt = given.relayState === '' ? null : await takeAttempt(connection.id, given.relayState);
  // an unrequested response is not read, because reading takes time
  if (!attempt && (!connection.allowsUnsolicited || connection.mode === 'off')) {
    await recordFailure(
      connection.organisationId,
      new SignInRefused('not_asked', 'a response came that nobody had asked for, twice, or too late'),
    );
    return null;
  }
  return arrivalOf(connection, attempt, async () => {
    const xml = Buffer.from(given.response, 'base64');
    if (xml.length === 0 || xml.length > SAML_BYTES) throw new SignInRefused('unreadable', `it has ${xml.length} bytes`);
    const { acs, entityId } = samlAddresses(connection.id);
    const { issuer, certificates } = connection;
    const facts = { audience: entityId, recipient: acs, issuer, certificates, requestId: attempt?.request_id ?? null };
    const read = await readSamlResponse(connection.id, facts, xml);
    await assertTenant(connection, read.attributes, 'sign_in');
    await useOnce(connection.id, read.assertionId, read.expiresAt);
    return identityOf(
      {
        issuer: read.issuer,
        subject: read.subject,
        attributes: read.attributes,
        ...(read.sessionEndsAt !== null && { sessionEndsAt: read.sessionEndsAt }),
        ...((read.subjectFormat === EMAIL_FORMAT || read.subjectFormat === null) && { otherEmail: read.subject }),
      },
      connection.attributes,
      connection.roles,
    );
  });
}

/** Marks a provider's assertion as used. @throws SignInRefused replayed */
export async function useOnce(connectionId: string, assertionId: string, expiresAt: number): Promise<void> {
  try {
    await database()('used_assertion').insert({
      connection_id: connectionId,
      assertion_hash: hashToken(assertionId),
      expires_at: new Date(expiresAt),
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new SignInRefused('replayed', 'the assertion was used before');
  }
}

/** Ends the sign-ins in progress at a connection, in the caller's transaction. @param id of the connection */
export async function endArrivals(trx: Knex.Transaction, id: string): Promise<void> {
  await trx('organisation_attempt').where({ connection_id: id }).delete();
  await trx('organisation_arrival').where({ connection_id: id }).delete();
}
