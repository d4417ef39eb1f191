import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

/**
 * A SAML identity provider for tests. It builds and signs responses according to the specification, with `xml-crypto`, and malformed ones
 * on request. Limits: it has no pages, does not read our metadata, does not check our requests, and encrypts nothing.
 */
export interface SamlProvider {
  readonly entityId: string;
  readonly ssoAddress: string;
  readonly certificate: string;
  metadata(more?: { certificates?: readonly string[] }): string;
  /** A response as XML; the assertion is signed. */
  respond(given: Responding): string;
}

export interface Responding {
  readonly requestId: string | null;
  readonly acs: string;
  readonly audience: string;
  readonly subject?: string;
  readonly format?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  /** Edits the XML before it is signed, and the whole document afterwards. */
  readonly before?: (xml: string) => string;
  readonly after?: (xml: string) => string;
  readonly signs?: readonly ('Assertion' | 'Response')[];
  readonly recipient?: string;
  readonly destination?: string;
  readonly issuer?: string;
  /** Milliseconds added to the current time. */
  readonly from?: number;
  readonly until?: number;
  readonly assertionId?: string;
  readonly algorithm?: string;
}

const MINUTE = 60_000;
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export function samlProvider({
  entityId = 'https://idp.example/saml',
  until = new Date(Date.now() + 400 * 86_400_000),
} = {}): SamlProvider {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = certificateOf(privateKey, publicKey, until);
  const ssoAddress = `${new URL(entityId).origin}/sso`;
  const base64 = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return {
    entityId,
    ssoAddress,
    certificate,
    metadata: ({ certificates = [certificate] } = {}) =>
      `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
        <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
          ${certificates.map((pem) => `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`).join('')}
          <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ssoAddress}/post"/>
          <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoAddress}"/>
        </md:IDPSSODescriptor>
      </md:EntityDescriptor>`,
    respond: (given) => {
      let xml = (given.before ?? ((same) => same))(responseOf(entityId, given));
      for (const element of given.signs ?? ['Assertion'])
        xml = signed(xml, element, { privateKey, algorithm: given.algorithm ?? RSA_SHA256 });
      return (given.after ?? ((same) => same))(xml);
    },
  };
}

function responseOf(entityId: string, given: Responding): string {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const { requestId, acs, audience, subject = 'subject-1', from = -MINUTE, until = 5 * MINUTE } = given;
  const asked = requestId === null ? '' : ` InResponseTo="${requestId}"`;
  const issuer = `<saml:Issuer>${given.issuer ?? entityId}</saml:Issuer>`;
  const attributes = Object.entries(given.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${randomBytes(16).toString('hex')}" Version="2.0" IssueInstant="${at(from)}" Destination="${given.destination ?? acs}"${asked}>${issuer}` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ID="${given.assertionId ?? `_a${randomBytes(16).toString('hex')}`}" Version="2.0" IssueInstant="${at(from)}">${issuer}` +
    `<saml:Subject><saml:NameID Format="${given.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${subject}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(until)}" Recipient="${given.recipient ?? acs}"${asked}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(from)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion></samlp:Response>`
  );
}

function signed(xml: string, element: string, { privateKey, algorithm }: { privateKey: KeyObject; algorithm: string }): string {
  const xpath = element === 'Response' ? `/*[local-name(.)='Response']` : `/*/*[local-name(.)='Assertion']`;
  const signature = new SignedXml({
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: C14N,
  });
  signature.addReference({
    xpath,
    digestAlgorithm: algorithm.endsWith('sha1') ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', C14N],
  });
  signature.computeSignature(xml, { prefix: 'ds', location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signature.getSignedXml();
}

/** Reads the request that a browser carries to a provider. */
export function readSamlRequest(url: string): { requestId: string; acs: string; audience: string; relayState: string } {
  const { searchParams } = new URL(url);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
  const value = (pattern: RegExp) => pattern.exec(xml)![1]!;
  return {
    requestId: value(/ ID="([^"]+)"/),
    acs: value(/AssertionConsumerServiceURL="([^"]+)"/),
    audience: value(/Issuer[^>]*>([^<]+)</),
    relayState: searchParams.get('RelayState')!,
  };
}

/** Encodes one value in ASN.1 DER. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/** Returns a self-signed certificate as PEM (RFC 5280): Node can read certificates but not create them. */
function certificateOf(privateKey: KeyObject, publicKey: KeyObject, until: Date): string {
  const [INTEGER, BITS, SEQUENCE, SET, UTF8, TIME, OID] = [0x02, 0x03, 0x30, 0x31, 0x0c, 0x18, 0x06];
  const time = (at: Date) => der(TIME, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`));
  const algorithm = der(SEQUENCE, der(OID, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, Buffer.from('550403', 'hex')), der(UTF8, Buffer.from('Identity provider')))));
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1, ...randomBytes(8)])),
    algorithm,
    name,
    der(SEQUENCE, time(new Date(Date.now() - 86_400_000)), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const whole = der(SEQUENCE, body, algorithm, der(BITS, Buffer.from([0]), sign('sha256', body, privateKey)));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
}

/** Returns a response in which the provider signed the assertion, or the whole response. */
export type Sign = (signs: readonly ('Assertion' | 'Response')[]) => string;

/**
 * Takes a response apart, using its provider's namespace prefixes: the signed assertion, the same without its signature, and an altered,
 * unsigned one.
 */
function partsOf(xml: string, who: string, evil: string) {
  const signature = /<(\w+:)?Signature .*?<\/\1?Signature>/s.exec(xml)![0];
  const whole = /<(\w+:)?Assertion .*<\/\1?Assertion>/s.exec(xml)![0];
  const plain = whole.replace(signature, '');
  const forged = plain.replaceAll(who, evil).replace(/ ID="[^"]+"/, ' ID="_evil"');
  return { xml, signature, whole, plain, forged };
}
const inside = (assertion: string, what: string) => assertion.replace(/<\/(\w+:)?Issuer>/, (end) => `${end}${what}`);
const beforeEnd = (element: string, what: string) => element.replace(/<\/[\w:]+>$/, (end) => `${what}${end}`);
const responseRenamed = (xml: string) => xml.replace(/ ID="[^"]+"/, ' ID="_evil_response"');

/**
 * The eight signature-wrapping attacks of Somorovsky et al., "On Breaking SAML: Be Whoever You Want to Be" (2012), as SAML Raider builds
 * them: the signed element stays in the document, and another is offered in its place.
 * @param sign asks the provider for a response
 * @param who is signed in; `evil` is the identity the attacker wants
 */
export const WRAPPINGS: Readonly<Record<string, (sign: Sign, who: string, evil: string) => string>> = {
  'XSW1: a signed response inside the signature of another': (sign, who, evil) => {
    const { xml, signature, whole, forged } = partsOf(sign(['Response']), who, evil);
    const original = xml.replace(signature, '').replace(/^<\?.*?\?>/, '');
    return responseRenamed(xml).replace(whole, forged).replace(signature, beforeEnd(signature, original));
  },
  'XSW2: a signed response before its signature, detached': (sign, who, evil) => {
    const { xml, signature, whole, forged } = partsOf(sign(['Response']), who, evil);
    const original = xml.replace(signature, '').replace(/^<\?.*?\?>/, '');
    return responseRenamed(xml)
      .replace(whole, forged)
      .replace(signature, original + signature);
  },
  'XSW3: another assertion before the signed one': (sign, who, evil) => {
    const { xml, whole, forged } = partsOf(sign(['Assertion']), who, evil);
    return xml.replace(whole, forged + whole);
  },
  'XSW4: the signed assertion inside another': (sign, who, evil) => {
    const { xml, whole, forged } = partsOf(sign(['Assertion']), who, evil);
    return xml.replace(whole, beforeEnd(forged, whole));
  },
  'XSW5: another assertion has the signature, the signed one follows': (sign, who, evil) => {
    const { xml, whole, plain, forged, signature } = partsOf(sign(['Assertion']), who, evil);
    return xml.replace(whole, inside(forged, signature) + plain);
  },
  'XSW6: another assertion has the signature, and it the signed one': (sign, who, evil) => {
    const { xml, whole, plain, forged, signature } = partsOf(sign(['Assertion']), who, evil);
    return xml.replace(whole, inside(forged, beforeEnd(signature, plain)));
  },
  'XSW7: another assertion of the same name among extensions': (sign, who, evil) => {
    const { xml, whole, forged } = partsOf(sign(['Assertion']), who, evil);
    const same = forged.replace('_evil', / ID="([^"]+)"/.exec(whole)![1]!);
    return xml.replace(whole, `<samlp:Extensions>${same}</samlp:Extensions>${whole}`);
  },
  'XSW8: the signed assertion is an object of the signature': (sign, who, evil) => {
    const { xml, whole, plain, forged, signature } = partsOf(sign(['Assertion']), who, evil);
    return xml.replace(whole, inside(forged, beforeEnd(signature, `<ds:Object>${plain}</ds:Object>`)));
  },
};
