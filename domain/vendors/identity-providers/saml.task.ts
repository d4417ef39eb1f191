// Reads documents from an organisation's identity provider, or from somebody posing as it. `saml.client.ts` runs this in a restricted
// process.
import { X509Certificate } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { codesIn } from './provider-codes.ts';

/** Facts about us and the provider that a response is checked against. */
export interface ResponseFacts {
  readonly kind: 'response';
  /** Our entity id, which must be the assertion's audience. */
  readonly audience: string;
  /** Our address, which must be the response's recipient. */
  readonly recipient: string;
  /** The provider's entity id and its current certificates, as PEM. */
  readonly issuer: string;
  readonly certificates: readonly string[];
  /** Id of the request it must answer; null: it must be unsolicited. */
  readonly requestId: string | null;
}
export interface MetadataFacts {
  readonly kind: 'metadata';
}
export interface CertificateFacts {
  readonly kind: 'certificates';
}

export interface ReadResponse {
  readonly assertionId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly subjectFormat: string | null;
  /** ms since 1970. */
  readonly expiresAt: number;
  /** When the session must end (SessionNotOnOrAfter), ISO 8601; null: the provider sets no end. */
  readonly sessionEndsAt: string | null;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}
/** A response that explains why nobody signed in. */
export interface RefusedResponse {
  readonly refused: SignInFailureReason;
  /** The known codes of its status. */
  readonly codes: string | null;
}
export interface ReadCertificate {
  readonly pem: string;
  /** SHA-256. */
  readonly fingerprint: string;
  readonly startsAt: string;
  readonly endsAt: string;
}
export interface ReadMetadata {
  readonly entityId: string;
  readonly ssoAddress: string;
  readonly certificates: readonly ReadCertificate[];
}

/**
 * Carries the reason as `code`; besides it, only the message leaves the process. Of a response it may repeat only what the provider has
 * signed, because a browser brings it, and whoever holds the browser could have written it.
 */
class Refused extends Error {
  readonly code: SignInFailureReason;
  constructor(code: SignInFailureReason, detail: string) {
    super(detail);
    this.name = 'Refused';
    this.code = code;
  }
}

export const work: RestrictedWork = async (value, bytes) => {
  const facts = value as ResponseFacts | MetadataFacts | CertificateFacts;
  const text = decoded(bytes);
  if (facts.kind === 'response') return { value: await readResponse(text, facts) };
  return { value: facts.kind === 'metadata' ? readMetadata(text) : certificatesIn(text) };
};

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('unreadable', 'the text is not UTF-8');
  }
}

/** The libraries' work grows with the square of the number of elements; a response with three hundred groups has five hundred. */
const [DEEPEST, MOST_ELEMENTS, MOST_ATTRIBUTES] = [40, 1_500, 3_000];

/**
 * Walks XML once, in linear time, before anything parses it into a tree. Document types are refused, since neither responses nor metadata
 * have one: no entity can be defined that expands or loads something.
 * @throws Refused unreadable
 */
function screen(
  xml: string,
  open: (tag: SaxesTagNS, depth: number) => void,
  { text, isFetched = false }: { readonly text: (text: string) => void; readonly isFetched?: boolean },
): void {
  let [depth, elements, attributes] = [0, 0, 0];
  const parser = new SaxesParser({ xmlns: true, position: false });
  const refuse = (detail: string): never => {
    throw new Refused('unreadable', detail);
  };
  parser.on('error', (error) => refuse(isFetched ? error.message : 'it is no well-formed XML'));
  parser.on('doctype', () => refuse('it declares a document type'));
  parser.on('processinginstruction', () => refuse('it has a processing instruction'));
  parser.on('opentag', (tag) => {
    [depth, elements, attributes] = [depth + 1, elements + 1, attributes + Object.keys(tag.attributes).length];
    if (depth > DEEPEST || elements > MOST_ELEMENTS || attributes > MOST_ATTRIBUTES) refuse('it has too many elements');
    open(tag, depth);
  });
  parser.on('closetag', () => void (depth -= 1));
  parser.on('text', text);
  parser.on('cdata', text);
  parser.write(xml).close();
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const SKEW_MS = 120_000;
/** Maximum age of an assertion, whatever validity it states. */
const OLDEST_MS = 10 * 60_000;
/** Excludes SHA-1, which is broken, and HMAC, which would accept a public certificate as its key. */
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** Names of refused algorithms. */
const WEAK: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'RSA-SHA1'],
  ['http://www.w3.org/2000/09/xmldsig#sha1', 'SHA-1'],
  ['http://www.w3.org/2000/09/xmldsig#dsa-sha1', 'DSA-SHA1'],
  ['http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'HMAC-SHA1'],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', 'ECDSA-SHA256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-md5', 'RSA-MD5'],
]);

/** The answer to a request that forbade a page, when one was needed (SAML core, 3.2.2.2). */
const NO_PASSIVE = 'urn:oasis:names:tc:SAML:2.0:status:NoPassive';
const LONGEST_MESSAGE = 2_000;

const attributeOf = ({ attributes }: SaxesTagNS, name: string): string | null => attributes[name]?.value ?? null;

/** A response's own claims, possibly unsigned. */
function envelopeOf(xml: string) {
  const found = {
    destination: null as string | null,
    inResponseTo: null as string | null,
    statuses: [] as string[],
    message: '',
    isResponseSigned: false,
    isAssertionSigned: false,
    certificate: '',
  };
  let [inMessage, inCertificate] = [false, false];
  const open = (tag: SaxesTagNS, depth: number): void => {
    inMessage = tag.uri === PROTOCOL && tag.local === 'StatusMessage' && depth === 3;
    inCertificate = tag.uri === DSIG && tag.local === 'X509Certificate' && found.certificate === '';
    if (tag.uri === DSIG && tag.local === 'Signature') {
      found.isResponseSigned ||= depth === 2;
      found.isAssertionSigned ||= depth === 3;
    }
    if (depth === 1) {
      if (tag.local !== 'Response' || tag.uri !== PROTOCOL) throw new Refused('unreadable', 'it is no response');
      if (attributeOf(tag, 'Version') !== '2.0') throw new Refused('unreadable', 'it is not of SAML 2.0');
      [found.destination, found.inResponseTo] = [attributeOf(tag, 'Destination'), attributeOf(tag, 'InResponseTo')];
    }
    if (tag.uri === PROTOCOL && tag.local === 'StatusCode') found.statuses.push(attributeOf(tag, 'Value') ?? '');
    if (tag.uri === DSIG && /^(Signature|Digest)Method$/.test(tag.local) && !ALGORITHMS.has(attributeOf(tag, 'Algorithm') ?? ''))
      throw new Refused('algorithm', `it is signed by ${WEAK.get(attributeOf(tag, 'Algorithm') ?? '') ?? 'another algorithm'}`);
    if (tag.local === 'EncryptedAssertion') throw new Refused('unreadable', 'its assertion is encrypted, which was not asked for');
  };
  const text = (piece: string): void => {
    if (inMessage) found.message = (found.message + piece).slice(0, LONGEST_MESSAGE);
    if (inCertificate) found.certificate += piece;
  };
  screen(xml, open, { text });
  return found;
}

/** An element as the library's XML parser returns it. */
interface Element {
  readonly _?: string;
  readonly $?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}
const childrenOf = (element: Element | undefined, name: string): Element[] =>
  ((element?.[name] ?? []) as (Element | string)[]).map((child) => (typeof child === 'string' ? { _: child } : child));

async function readResponse(xml: string, facts: ResponseFacts): Promise<ReadResponse | RefusedResponse> {
  const envelope = envelopeOf(xml);
  const { destination, inResponseTo, statuses, message } = envelope;
  if (statuses[0] !== SUCCESS) {
    const refused = statuses.includes(NO_PASSIVE) ? 'login_needed' : 'provider_error';
    return { refused, codes: codesIn(statuses, message) };
  }
  const saml = new SAML({
    callbackUrl: facts.recipient,
    issuer: facts.audience,
    audience: facts.audience,
    idpCert: [...facts.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: OLDEST_MS,
  });
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml, 'utf8').toString('base64') })
    .catch((error: unknown) => {
      throw named(error instanceof Error ? error.message : String(error), envelope);
    });
  // from here on only signed content is read
  const assertion = (profile?.getAssertion?.() as { Assertion?: Element } | undefined)?.Assertion;
  const assertionId = assertion?.$?.['ID'];
  if (!assertionId || assertion.$?.['Version'] !== '2.0') throw new Refused('unreadable', 'there is no assertion');
  const issuer = childrenOf(assertion, 'Issuer')[0]?._?.trim() ?? '';
  if (issuer !== facts.issuer) throw new Refused('issuer', `it was issued by ${issuer}`);
  const expiresAt = refuseMisdirected(childrenOf(assertion, 'Subject')[0], facts);
  if (destination !== null && destination !== '' && destination !== facts.recipient)
    throw new Refused('recipient', 'it was sent to another address');
  if (inResponseTo !== null && inResponseTo !== facts.requestId) throw new Refused('not_asked', 'it answers another request');
  const statements = childrenOf(assertion, 'AuthnStatement');
  if (statements.length === 0) throw new Refused('unreadable', 'it does not say that somebody signed in');
  const ends = statements.flatMap(({ $: named }) => named?.['SessionNotOnOrAfter'] ?? []).map((time) => Date.parse(time));
  if (ends.some((end) => Number.isNaN(end) || end <= Date.now())) throw new Refused('expired', 'the session at the provider has ended');
  const name = childrenOf(childrenOf(assertion, 'Subject')[0], 'NameID')[0];
  const format = name?.$?.['Format'] ?? null;
  return {
    assertionId,
    issuer,
    subject: format === TRANSIENT ? '' : (name?._?.trim() ?? ''),
    subjectFormat: format,
    expiresAt,
    sessionEndsAt: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null,
    attributes: attributesOf(assertion),
  };
}

/**
 * Requires a bearer confirmation for our address and request that is valid now.
 * @returns until when it is valid, skew included, in ms since 1970
 */
function refuseMisdirected(subject: Element | undefined, { recipient, requestId }: ResponseFacts): number {
  let reason = new Refused('recipient', 'it has no confirmation for a bearer');
  for (const confirmation of childrenOf(subject, 'SubjectConfirmation')) {
    const { Recipient, NotOnOrAfter, InResponseTo } = childrenOf(confirmation, 'SubjectConfirmationData')[0]?.$ ?? {};
    if (confirmation.$?.['Method'] !== BEARER) continue;
    const until = Date.parse(NotOnOrAfter ?? '');
    if (Recipient !== recipient) reason = new Refused('recipient', `it is for ${Recipient ?? 'nobody'}`);
    else if (Number.isNaN(until) || until + SKEW_MS <= Date.now()) reason = new Refused('expired', `it was valid until ${NotOnOrAfter}`);
    else if ((InResponseTo ?? null) !== requestId) reason = new Refused('not_asked', 'it answers another request, or none');
    else return Math.min(until, Date.now() + OLDEST_MS) + SKEW_MS;
  }
  throw reason;
}

const WORDS: readonly (readonly [RegExp, SignInFailureReason])[] = [
  [/audience/i, 'audience'],
  [/expired|not yet valid|too old|subject confirmation/i, 'expired'],
  [/signature|assertion/i, 'signature'],
];

/** The library's messages about an assertion whose signature is good: the only ones that may repeat its text. */
const OF_SIGNED = /^SAML assertion (?:audience mismatch|expired|not yet valid|has no Audience|AudienceRestriction)/;
/** Its messages that have no variable part. */
const FIXED = /^(?:Invalid (?:document )?signature|Invalid signature: multiple assertions|Missing SAML assertion)$/;

function named(said: string, { isResponseSigned, isAssertionSigned, certificate }: ReturnType<typeof envelopeOf>): Refused {
  const reason = WORDS.find(([words]) => words.test(said))?.[1] ?? 'unreadable';
  const message = OF_SIGNED.test(said) || FIXED.test(said) ? said : 'it cannot be verified';
  if (reason !== 'signature') return new Refused(reason, message);
  if (!isAssertionSigned)
    return isResponseSigned
      ? new Refused('assertion_unsigned', 'the response is signed, and the assertion in it is not')
      : new Refused('unsigned', message);
  return new Refused('signature', `${message}${signedWith(certificate)}`);
}

/** Names the certificate that a response claims to be signed with, so that administrators can compare it with the configured ones. */
function signedWith(base64: string): string {
  try {
    const { fingerprint256, validTo } = new X509Certificate(Buffer.from(base64, 'base64'));
    return `; it names the certificate SHA-256 ${fingerprint256.replaceAll(':', '').toLowerCase()}, which ends ${new Date(validTo).toISOString()}`;
  } catch {
    return '';
  }
}

const [MOST_NAMES, MOST_VALUES, LONGEST_VALUE] = [60, 300, 300];

function attributesOf(assertion: Element): Record<string, string[]> {
  const attributes = childrenOf(assertion, 'AttributeStatement').flatMap((statement) => childrenOf(statement, 'Attribute'));
  return Object.fromEntries(
    attributes.slice(0, MOST_NAMES).map((attribute) => [
      (attribute.$?.['Name'] ?? '').slice(0, LONGEST_VALUE),
      childrenOf(attribute, 'AttributeValue')
        .slice(0, MOST_VALUES)
        .flatMap(({ _: text }) => (text === undefined || text.trim() === '' ? [] : [text.trim().slice(0, LONGEST_VALUE)])),
    ]),
  );
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads the metadata of one identity provider. @throws Refused unreadable */
function readMetadata(xml: string): ReadMetadata {
  const entities: { id: string; sso: string | null; certificates: string[] }[] = [];
  let [entityId, isSigning, inCertificate, isProvider] = ['', false, false, false];
  screen(
    xml,
    (tag) => {
      inCertificate = false;
      if (tag.uri === METADATA && tag.local === 'EntityDescriptor') [entityId, isProvider] = [attributeOf(tag, 'entityID') ?? '', false];
      if (tag.uri === METADATA && /^\w+Descriptor$/.test(tag.local) && !/^(Entity|Entities|Key)/.test(tag.local)) {
        isProvider = tag.local === 'IDPSSODescriptor';
        if (isProvider) entities.push({ id: entityId, sso: null, certificates: [] });
      }
      if (!isProvider) return;
      const entity = entities.at(-1)!;
      if (tag.uri === METADATA && tag.local === 'KeyDescriptor') isSigning = attributeOf(tag, 'use') !== 'encryption';
      if (tag.uri === METADATA && tag.local === 'SingleSignOnService' && attributeOf(tag, 'Binding') === REDIRECT)
        entity.sso ??= attributeOf(tag, 'Location');
      if (tag.uri === DSIG && tag.local === 'X509Certificate' && isSigning) {
        inCertificate = true;
        entity.certificates.push('');
      }
    },
    {
      text: (piece) => {
        const entity = entities.at(-1);
        if (inCertificate && entity) entity.certificates[entity.certificates.length - 1] += piece;
      },
      isFetched: true,
    },
  );
  const [entity, another] = entities;
  if (!entity || another || entity.id === '') throw new Refused('unreadable', `it has ${entities.length} identity providers, not one`);
  if (!entity.sso) throw new Refused('unreadable', 'it has no address for signing in by redirect');
  const pems = entity.certificates.map(
    (base64) => `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/\s/g, '')}\n-----END CERTIFICATE-----\n`,
  );
  return { entityId: entity.id, ssoAddress: entity.sso, certificates: certificatesIn(pems.join('')) };
}

const MOST_CERTIFICATES = 10;

/** Reads certificates as PEM, without duplicates. @throws Refused unreadable */
function certificatesIn(text: string): ReadCertificate[] {
  const found = new Map<string, ReadCertificate>();
  for (const [pem] of text.matchAll(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g)) {
    try {
      const certificate = new X509Certificate(pem);
      if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new Error('its key is not an RSA key');
      const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
      const [startsAt, endsAt] = [certificate.validFrom, certificate.validTo].map((time) => new Date(time).toISOString());
      found.set(fingerprint, { pem: certificate.toString(), fingerprint, startsAt: startsAt!, endsAt: endsAt! });
    } catch (error) {
      throw new Refused('unreadable', `a certificate cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (found.size === 0 || found.size > MOST_CERTIFICATES) throw new Refused('unreadable', `it has ${found.size} certificates`);
  return [...found.values()];
}
