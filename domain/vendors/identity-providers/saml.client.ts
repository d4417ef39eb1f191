import { SAML } from '@node-saml/node-saml';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { SIGN_IN_FAILURES, type SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import { restricted, RestrictedFailure } from '#domain/platform/restricted/restricted-process.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import { samlAddresses } from './connection-addresses.ts';
import { browserAnswer, codesIn } from './provider-codes.ts';
import { SignInRefused } from './sign-in-refused.ts';
import type { CertificateFacts, MetadataFacts, ReadCertificate, ReadMetadata, ReadResponse, ResponseFacts } from './saml.task.ts';

/** Size limit of a decoded response or metadata document. The largest real ones have a tenth of it. */
export const SAML_BYTES = 256 * 1024;

/**
 * Each of our processes reads all of them in one restricted process and keeps it between sign-ins, so that a sign-in need not wait for a
 * start.
 */
const readRestricted = restricted({
  module: new URL('saml.task.ts', import.meta.url),
  heapMb: 128,
  memoryBytes: 400_000_000,
  cpuMs: 2_000,
  withinMs: 20_000,
  answerBytes: 1_000,
  processes: 1,
  isFresh: false,
});

const certificates = z.array(z.object({ pem: z.string(), fingerprint: z.string(), startsAt: z.string(), endsAt: z.string() }));
const responseSchema = z.object({
  assertionId: z.string().max(1_000),
  issuer: z.string().max(1_000),
  subject: z.string(),
  subjectFormat: z.string().nullable(),
  expiresAt: z.number(),
  sessionEndsAt: z.string().nullable(),
  attributes: z.record(z.string(), z.array(z.string())),
});
/** A response without an assertion: the status that its browser brought, as known codes. */
const statusSchema = z.object({ refused: z.enum(SIGN_IN_FAILURES), codes: z.string().nullable() });
const metadataSchema = z.object({ entityId: z.string().max(1_000), ssoAddress: z.string().max(2_000), certificates });

/** The turn under which a document is read: many arrivals of one organisation do not delay another's. */
const turnOf = (id: string, isAsked: boolean): TurnOf => ({ accountId: `organisation:${id}`, isAdmitted: isAsked });

async function read<T>(
  facts: ResponseFacts | MetadataFacts | CertificateFacts,
  bytes: Uint8Array,
  { turn, schema }: { turn: TurnOf; schema: z.ZodType<T> },
): Promise<T> {
  if (bytes.length > SAML_BYTES) throw new SignInRefused('unreadable', `it has more than ${SAML_BYTES} bytes`);
  try {
    return schema.parse((await readRestricted({ turn, signal: null, value: facts, bytes: [bytes] })).value);
  } catch (error) {
    if (!(error instanceof RestrictedFailure) || error.reason === 'unavailable') throw error;
    const reason: SignInFailureReason = SIGN_IN_FAILURES.find((known) => known === error.code) ?? 'unreadable';
    throw new SignInRefused(reason, error.message.replace(/^Refused: /, ''));
  }
}

/**
 * Checks a response: its assertion's signature against the current certificates, issuer, audience, recipient, times (2 minutes of skew),
 * and that it answers this request. The caller must check that it is used only once.
 * @param isAsked false: anybody may have sent it unsolicited, so that few may wait
 * @throws SignInRefused
 */
export async function readSamlResponse(id: string, facts: Omit<ResponseFacts, 'kind'>, xml: Uint8Array): Promise<ReadResponse> {
  const turn = turnOf(id, facts.requestId !== null);
  const found = await read({ kind: 'response', ...facts }, xml, { turn, schema: z.union([responseSchema, statusSchema]) });
  if ('refused' in found) {
    const codes = codesIn(found.codes?.split(', ') ?? [], found.codes ?? '');
    throw new SignInRefused(found.refused, browserAnswer(codes), { codes });
  }
  return found;
}

/** Reads the metadata of one identity provider. @throws SignInRefused unreadable */
export const readSamlMetadata = (id: string, xml: Uint8Array): Promise<ReadMetadata> =>
  read({ kind: 'metadata' }, xml, { turn: turnOf(id, false), schema: metadataSchema });

/** Reads certificates as PEM. @throws SignInRefused unreadable */
export const readCertificates = (id: string, pem: string): Promise<ReadCertificate[]> =>
  read({ kind: 'certificates' }, Buffer.from(pem), { turn: turnOf(id, false), schema: certificates });

interface Asked {
  readonly id: string;
  readonly ssoAddress: string;
  readonly relayState: string;
  /** The provider shows no page: it answers at once, or says that it would have to ask. */
  readonly isSilent?: boolean;
}

/** Returns the address a browser visits to sign in, and the id of the request it carries. Requests are not signed. */
export async function askSaml({ id, ssoAddress, relayState, isSilent = false }: Asked): Promise<{ url: string; requestId: string }> {
  const requestId = `_${randomBytes(20).toString('hex')}`;
  const { acs, entityId } = samlAddresses(id);
  const saml = new SAML({
    callbackUrl: acs,
    issuer: entityId,
    entryPoint: ssoAddress,
    // required by the constructor; verification happens in saml.task.ts
    idpCert: 'unused',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    passive: isSilent,
    generateUniqueId: () => requestId,
  });
  return { url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}), requestId };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns our metadata for one connection; many identity providers fetch it from its address. */
export function ownMetadata(id: string): string {
  const { acs, entityId } = samlAddresses(id);
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acs)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
