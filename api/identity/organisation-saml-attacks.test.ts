import { createHmac, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInCalls, type Began } from '#api/organisations/sign-in.factory.ts';
import { useTestApi } from '#api/testing/test-api.ts';
import {
  readSamlRequest,
  samlProvider,
  WRAPPINGS,
  type Responding,
  type SamlProvider,
} from '#domain/vendors/identity-providers/saml-provider.factory.ts';

const api = useTestApi();
const { post, givenSchool, verify, save, mode, begin, postSaml, arrivalOf, enter, comeBySaml } = signInCalls(api);
const knex = (table: string) => api.database.knex(table);

const DOMAIN = 'attacked.example';
const provider = samlProvider({ entityId: 'https://idp.attacked.example/saml' });
/** The attacker's own provider, whose metadata is not stored here. */
const evil = samlProvider({ entityId: provider.entityId });
/** The attacker's organisation, whose provider says whatever the attacker wants. */
const theirs = samlProvider({ entityId: 'https://idp.attacker.example/saml' });
let id: string;
let theirId: string;
/** The account that the attacker wants. */
let vera: string;

beforeAll(async () => {
  const school = await givenSchool('Attacked School', DOMAIN);
  ({ id } = school);
  await save(school.owner, { kind: 'saml', slug: 'attacked', metadata: provider.metadata() });
  await verify(school.owner, DOMAIN);
  await mode(school.owner, 'offered');
  vera = (await comeBySaml(id, provider, { subject: 'vera', attributes: { mail: [`vera@${DOMAIN}`] }, terms: true })).json.user.user_id;
  const attackers = await givenSchool('Attackers', 'attacker.example');
  theirId = attackers.id;
  await save(attackers.owner, { kind: 'saml', slug: 'attackers', metadata: theirs.metadata(), allows_unsolicited: true });
  await verify(attackers.owner, 'attacker.example');
  await mode(attackers.owner, 'offered');
});

type Asked = Pick<Responding, 'requestId' | 'acs' | 'audience'>;
/** Returns the response to post to a sign-in that the attacker began; `mallory` can sign in, and wants to be `vera`. */
type Attack = (asked: Asked, began: Began) => string | { xml: string; relayState?: string; to?: string };

/** Returns Mallory's honest response, changed before or after it is signed. */
const mallorys = (asked: Asked, more: Partial<Responding> = {}, by: SamlProvider = provider) =>
  by.respond({ ...asked, subject: 'mallory', attributes: { mail: [`mallory@${DOMAIN}`] }, ...more });
/** Returns a response by another provider that names Vera. */
const veras = (asked: Asked, more: Partial<Responding> = {}, by: SamlProvider = provider) =>
  by.respond({ ...asked, subject: 'vera', attributes: { mail: [`vera@${DOMAIN}`] }, ...more });

const algorithm = (name: string) => (xml: string) => xml.replace(/(SignatureMethod Algorithm=")[^"]+/, `$1${name}`);
const MALLORY = />mallory</;
/** HMAC over the signed part, with the public certificate as the key. */
const byPublicKey = (asked: Asked) => {
  const named = algorithm('http://www.w3.org/2001/04/xmldsig-more#hmac-sha256')(mallorys(asked)).replace(MALLORY, '>vera<');
  const info = /<ds:SignedInfo.*?<\/ds:SignedInfo>/s.exec(named)![0];
  const key = new X509Certificate(provider.certificate).publicKey.export({ type: 'spki', format: 'pem' });
  return named.replace(/(<ds:SignatureValue>)[^<]+/, `$1${createHmac('sha256', key).update(info).digest('base64')}`);
};
const withCertificate = (xml: string, { certificate }: SamlProvider) =>
  xml.replace(
    '</ds:Signature>',
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`,
  );
const part = (xml: string, pattern: RegExp) => pattern.exec(xml)![0];

const ATTACKS: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    Object.entries(WRAPPINGS).map(([name, wrap]) => [
      name,
      (asked: Asked) => wrap((signs) => mallorys(asked, { signs }), 'mallory', 'vera'),
    ]),
  ),
  'XSW9: the signed assertion in the extensions, another in its place': (asked) => {
    const xml = mallorys(asked);
    const whole = part(xml, /<saml:Assertion .*<\/saml:Assertion>/s);
    const forged = whole
      .replace(/<ds:Signature .*<\/ds:Signature>/s, '')
      .replace(/ ID="[^"]+"/, ' ID="_e"')
      .replaceAll('mallory', 'vera');
    return xml.replace(whole, `<samlp:Extensions>${whole}</samlp:Extensions>${forged}`);
  },
  'XSW10: two assertions, the second unsigned': (asked) => {
    const xml = mallorys(asked);
    const whole = part(xml, /<saml:Assertion .*<\/saml:Assertion>/s);
    const forged = whole
      .replace(/<ds:Signature .*<\/ds:Signature>/s, '')
      .replace(/ ID="[^"]+"/, ' ID="_e"')
      .replaceAll('mallory', 'vera');
    return xml.replace(whole, whole + forged);
  },
  'a comment that cuts the name': (asked) => mallorys(asked, { subject: 'vera.mallory' }).replace('vera.mallory', 'vera<!-- -->.mallory'),
  'a comment that cuts the address': (asked) =>
    mallorys(asked, { attributes: { mail: [`vera@${DOMAIN}.mallory.example`] } }).replaceAll(
      `${DOMAIN}.mallory`,
      `${DOMAIN}<!-- -->.mallory`,
    ),
  'a processing instruction that cuts the name': (asked) =>
    mallorys(asked, { subject: 'vera.mallory' }).replace('vera.mallory', 'vera<?x y?>.mallory'),
  'an element that cuts the name': (asked) => mallorys(asked, { subject: 'vera.mallory' }).replace('vera.mallory', 'vera<saml:x/>.mallory'),
  'an altered name': (asked) => mallorys(asked).replace(MALLORY, '>vera<'),
  'an altered name in a signed response': (asked) => mallorys(asked, { signs: ['Assertion', 'Response'] }).replace(MALLORY, '>vera<'),
  'an unsigned assertion in a signed response': (asked) => veras(asked, { signs: ['Response'] }),
  'an unsigned assertion in a response signed before it was put in': (asked) => {
    const signed = mallorys(asked, { signs: ['Response'] });
    return signed.replace(
      '</samlp:Response>',
      `${part(veras(asked, { signs: [] }), /<saml:Assertion .*<\/saml:Assertion>/s)}</samlp:Response>`,
    );
  },
  'no signature': (asked) => veras(asked, { signs: [] }),
  'an empty signature': (asked) =>
    mallorys(asked)
      .replace(/(<ds:SignatureValue>)[^<]+/, '$1')
      .replace(MALLORY, '>vera<'),
  'a signature that refers to nothing': (asked) =>
    mallorys(asked)
      .replace(/(<ds:Reference URI=")[^"]*/, '$1')
      .replace(MALLORY, '>vera<'),
  'a signature without a reference': (asked) =>
    mallorys(asked)
      .replace(/<ds:Reference .*<\/ds:Reference>/s, '')
      .replace(MALLORY, '>vera<'),
  'a transform that leaves nothing to sign': (asked) =>
    mallorys(asked)
      .replace(
        /<ds:Transform Algorithm="http:\/\/www.w3.org\/2001\/10\/xml-exc-c14n#"\/>/,
        '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>false()</ds:XPath></ds:Transform>',
      )
      .replace(MALLORY, '>vera<'),
  'a signature by the attacker’s key': (asked) => veras(asked, {}, evil),
  'a signature by the attacker’s key, with its certificate': (asked) => withCertificate(veras(asked, {}, evil), evil),
  'HMAC with the public key': (asked) => byPublicKey(asked),
  'SHA-1': (asked) => veras(asked, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  'SHA-1 as the digest': (asked) => mallorys(asked).replace(/(DigestMethod Algorithm=")[^"]+/, '$1http://www.w3.org/2000/09/xmldsig#sha1'),
  MD5: (asked) => algorithm('http://www.w3.org/2001/04/xmldsig-more#rsa-md5')(veras(asked)),
  'no algorithm': (asked) => algorithm('none')(veras(asked)),
  'another audience': (asked) => veras(asked, { audience: 'https://other.example/metadata.xml' }),
  'no audience': (asked) =>
    veras(asked, { before: (xml) => xml.replace(/<saml:AudienceRestriction>.*?<\/saml:AudienceRestriction>/s, '') }),
  'no conditions': (asked) => veras(asked, { before: (xml) => xml.replace(/<saml:Conditions .*?<\/saml:Conditions>/s, '') }),
  'another recipient': (asked) => veras(asked, { recipient: 'https://other.example/acs' }),
  'no recipient': (asked) => veras(asked, { before: (xml) => xml.replace(/ Recipient="[^"]*"/, '') }),
  'another destination': (asked) => veras(asked, { destination: 'https://other.example/acs' }),
  'no confirmation': (asked) =>
    veras(asked, { before: (xml) => xml.replace(/<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/s, '') }),
  'a confirmation for the holder of a key': (asked) => veras(asked, { before: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }),
  'a time that is over': (asked) => veras(asked, { from: -900_000, until: -600_000 }),
  'a time that is not yet': (asked) => veras(asked, { from: 600_000, until: 900_000 }),
  'a confirmation without an end': (asked) =>
    veras(asked, { before: (xml) => xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') }),
  'an assertion of a year ago that is valid for ever': (asked) => veras(asked, { from: -365 * 86_400_000, until: 365 * 86_400_000 }),
  'another request': (asked) => veras({ ...asked, requestId: '_another' }),
  'no request': (asked) => veras({ ...asked, requestId: null }),
  'a request that only the response names': (asked) =>
    veras(
      { ...asked, requestId: null },
      { after: (xml) => xml.replace(' Version="2.0"', ` InResponseTo="${asked.requestId}" Version="2.0"`) },
    ),
  'another issuer': (asked) => veras(asked, { issuer: theirs.entityId }),
  'no issuer in the assertion': (asked) =>
    veras(asked, { before: (xml) => xml.replace(/(<saml:Assertion [^>]*>)<saml:Issuer>.*?<\/saml:Issuer>/s, '$1'), signs: ['Response'] }),
  'nobody signed in': (asked) => veras(asked, { before: (xml) => xml.replace(/<saml:AuthnStatement .*?<\/saml:AuthnStatement>/s, '') }),
  'a refusal that has an assertion': (asked) => veras(asked, { before: (xml) => xml.replace('status:Success', 'status:Requester') }),
  'SAML 1.1': (asked) => veras(asked, { before: (xml) => xml.replace(/(<saml:Assertion [^>]*Version=")2.0/, '$11.1') }),
  'an encrypted assertion': (asked) =>
    veras(asked, { after: (xml) => xml.replace('<saml:Assertion ', '<saml:EncryptedAssertion/><saml:Assertion ') }),
  'an assertion without its response': (asked) =>
    part(veras(asked), /<saml:Assertion .*<\/saml:Assertion>/s).replace(
      '<saml:Assertion ',
      '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ',
    ),
  'a request for logging out': (asked) => veras(asked).replaceAll('samlp:Response', 'samlp:LogoutRequest'),
  'the relay state of another organisation': (asked, { url }) => ({
    xml: veras(asked, {}, theirs),
    relayState: readSamlRequest(url).relayState,
    to: theirId,
  }),
  'another organisation’s provider': (asked) => veras(asked, {}, theirs),
  'another organisation’s provider in this one’s name': (asked) => veras(asked, { issuer: provider.entityId }, theirs),
  'no relay state': (asked) => ({ xml: veras(asked), relayState: '' }),
  'an address as the relay state': (asked) => ({ xml: veras(asked), relayState: 'https://evil.example/' }),
};

const sessions = async () => (await knex('session').where({ account_id: vera })).length;

describe('a SAML response signs nobody in to someone else’s account', () => {
  it.each(Object.keys(ATTACKS))('%s', async (name) => {
    const before = await sessions();
    const started = await begin(id);
    const { relayState, ...asked } = readSamlRequest(started.url);
    const attack = ATTACKS[name]!(asked, started);
    const { xml, relayState: relayed = relayState, to = id } = typeof attack === 'string' ? { xml: attack } : attack;
    const answer = await postSaml(to, xml, relayed);
    expect(answer.status).toBe(303);
    // it always leads to one of our pages
    expect(answer.headers.location).toMatch(/^\/sign-in\/organisation\//);
    const arrival = arrivalOf(answer);
    const came = arrival === null ? null : await enter(arrival, started, true);
    expect([200, 202], came?.text).not.toContain(came?.json.user?.user_id === vera ? came.status : 0);
    expect(await sessions()).toBe(before);
    // a truncated name leads to Mallory's account, and nobody gets Vera's address
    expect(await knex('organisation_identity').where({ account_id: vera }).pluck('subject')).toEqual(['vera']);
    await knex('organisation_identity').whereNot({ account_id: vera }).where({ organisation_id: id }).delete();
  });

  it('and honest ones still work', async () => {
    expect((await comeBySaml(id, provider, { subject: 'vera' })).json.user.user_id).toBe(vera);
  });

  it('when replayed: the same form, for a new request, and in another browser', async () => {
    const started = await begin(id);
    const { relayState, ...asked } = readSamlRequest(started.url);
    const xml = veras(asked);
    const stolen = arrivalOf(await postSaml(id, xml, relayState))!;
    const before = await sessions();
    // the attacker has seen the form and its target, but not the cookie
    for (const cookie of [undefined, '', 'a'.repeat(43), (await begin(id)).cookie])
      expect((await enter(stolen, { cookie })).status).not.toBe(200);
    expect(arrivalOf(await postSaml(id, xml, relayState))).toBe(null);
    const again = await begin(id);
    const replayed = arrivalOf(await postSaml(id, xml, readSamlRequest(again.url).relayState))!;
    expect((await enter(replayed, again)).json.code).toBe('auth.organisation_refused');
    expect(await sessions()).toBe(before);
    // of ten concurrent attempts, one gets in
    const both = await Promise.all(Array.from({ length: 10 }, () => enter(stolen, started)));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('and neither does the response of an OpenID provider at the address of a SAML provider', async () => {
    const started = await begin(id);
    const { relayState: state } = readSamlRequest(started.url);
    const answer = await post(`/api/auth/organisation/${id}/finish`, { state, code: 'code', iss: provider.entityId }, started);
    expect(answer.json.code).toBe('auth.organisation_refused');
    // and the started sign-in continues
    expect(arrivalOf(await postSaml(id, veras(readSamlRequest(started.url)), state))).not.toBe(null);
  });

  it('with a certificate that has expired, or was removed from the metadata', async () => {
    const old = samlProvider({ entityId: provider.entityId, until: new Date(Date.now() + 86_400_000) });
    const owner = {
      accessToken: (await post('/api/auth/login', { email: `owner@${DOMAIN}`, password: 'correct horse battery' })).json.access_token,
    };
    const both = provider.metadata({ certificates: [provider.certificate, old.certificate] });
    await save(owner as never, { kind: 'saml', slug: 'attacked', metadata: both });
    expect((await comeBySaml(id, old, { subject: 'vera' })).status).toBe(200);
    await knex('organisation_certificate')
      .where('ends_at', '<', new Date(Date.now() + 2 * 86_400_000))
      .update({ ends_at: new Date(0) });
    expect((await comeBySaml(id, old, { subject: 'vera' })).json.code).toBe('auth.organisation_refused');
    await save(owner as never, { kind: 'saml', slug: 'attacked', metadata: provider.metadata() });
    expect((await comeBySaml(id, old, { subject: 'vera' })).json.code).toBe('auth.organisation_refused');
  });
});
