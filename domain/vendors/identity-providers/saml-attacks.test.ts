import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { readSamlMetadata, readSamlResponse } from './saml.client.ts';
import { samlProvider, WRAPPINGS, type Responding } from './saml-provider.factory.ts';

useTestDatabase();

const provider = samlProvider();
const another = samlProvider({ entityId: 'https://other.example/saml' });
const [acs, audience, requestId] = ['https://learn.example/acs', 'https://learn.example/metadata.xml', '_request'];
const facts = { audience, recipient: acs, issuer: provider.entityId, certificates: [provider.certificate], requestId };
const meant: Responding = {
  requestId,
  acs,
  audience,
  subject: 'ada',
  attributes: { mail: ['ada@school.example'], groups: ['Teachers', 'All'] },
};

const read = (xml: string, more: Partial<typeof facts> = {}) => readSamlResponse('1', { ...facts, ...more }, Buffer.from(xml));
/** Returns the reason for refusing a response; if it was accepted, what was read, for the failure's message. */
const reasonOf = (xml: string, more: Partial<typeof facts> = {}): Promise<unknown> =>
  read(xml, more).then(
    (came) => came,
    (error: { reason: unknown; message: unknown }) => error.reason ?? String(error.message),
  );

describe('a response of the provider', () => {
  it('names the person with all known attributes', async () => {
    const came = await read(provider.respond(meant));
    expect(came).toMatchObject({
      issuer: provider.entityId,
      subject: 'ada',
      attributes: { mail: ['ada@school.example'], groups: ['Teachers', 'All'] },
    });
  });

  it('is read with a signature of the response too, by any of several certificates, and without a request if none is required', async () => {
    expect(await reasonOf(provider.respond({ ...meant, signs: ['Assertion', 'Response'] }))).toMatchObject({ subject: 'ada' });
    expect(await reasonOf(provider.respond(meant), { certificates: [another.certificate, provider.certificate] })).toMatchObject({
      subject: 'ada',
    });
    expect(await reasonOf(provider.respond({ ...meant, requestId: null }), { requestId: null as unknown as string })).toMatchObject({
      subject: 'ada',
    });
  });

  it('may be off by up to two minutes', async () => {
    expect(await reasonOf(provider.respond({ ...meant, from: 110_000, until: 400_000 }))).toMatchObject({ subject: 'ada' });
    expect(await reasonOf(provider.respond({ ...meant, from: -400_000, until: -110_000 }))).toMatchObject({ subject: 'ada' });
    expect(await reasonOf(provider.respond({ ...meant, from: 140_000, until: 400_000 }))).toBe('expired');
    expect(await reasonOf(provider.respond({ ...meant, from: -400_000, until: -140_000 }))).toBe('expired');
  });

  it('keeps a name with a comment in it complete', async () => {
    const xml = provider.respond({ ...meant, subject: 'ada@school.example.evil.example' });
    const cut = xml.replace('ada@school.example.evil.example', 'ada@school.example<!-- -->.evil.example');
    // the signature covers the text without comments: it stays valid, and the subject stays the same
    expect(await reasonOf(cut)).toMatchObject({ subject: 'ada@school.example.evil.example' });
  });

  it('does not identify a person only temporarily', async () => {
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect(await reasonOf(provider.respond({ ...meant, format: transient }))).toMatchObject({ subject: '' });
  });
});

describe('a response is refused', () => {
  it.each(Object.keys(WRAPPINGS))('%s', async (name) => {
    const wrapped = WRAPPINGS[name]!((signs) => provider.respond({ ...meant, signs }), 'ada', 'eve');
    expect(wrapped).toContain('eve');
    expect(['signature', 'unsigned', 'assertion_unsigned', 'unreadable']).toContain(await reasonOf(wrapped));
  });

  it('when nothing is signed, only the response is, or another has signed', async () => {
    expect(await reasonOf(provider.respond({ ...meant, signs: [] }))).toBe('unsigned');
    expect(await reasonOf(provider.respond({ ...meant, signs: ['Response'] }))).toBe('assertion_unsigned');
    expect(await reasonOf(another.respond({ ...meant, issuer: provider.entityId }))).toBe('signature');
  });

  it('when signed content is altered, even in a signed response', async () => {
    expect(await reasonOf(provider.respond({ ...meant, after: (xml) => xml.replace('ada@', 'eve@') }))).toBe('signature');
    const both = provider.respond({ ...meant, signs: ['Assertion', 'Response'] });
    expect(await reasonOf(both.replace('ada@', 'eve@'))).toBe('signature');
  });

  it('when it is signed by SHA-1, or by HMAC with the public certificate as its key', async () => {
    expect(await reasonOf(provider.respond({ ...meant, algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }))).toBe('algorithm');
    const hmac = provider.respond(meant).replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#hmac-sha256');
    expect(await reasonOf(hmac)).toBe('algorithm');
  });

  it('when it is for another audience, recipient, destination or request', async () => {
    expect(await reasonOf(provider.respond({ ...meant, audience: 'https://other.example' }))).toBe('audience');
    expect(await reasonOf(provider.respond({ ...meant, recipient: 'https://other.example/acs' }))).toBe('recipient');
    expect(await reasonOf(provider.respond({ ...meant, destination: 'https://other.example/acs' }))).toBe('recipient');
    expect(await reasonOf(provider.respond({ ...meant, requestId: '_another' }))).toBe('not_asked');
    expect(await reasonOf(provider.respond({ ...meant, requestId: null }))).toBe('not_asked');
    expect(await reasonOf(provider.respond(meant), { requestId: null as unknown as string })).toBe('not_asked');
  });

  it('when another provider responds, or responds in this one’s name', async () => {
    expect(await reasonOf(another.respond(meant))).toBe('signature');
    expect(await reasonOf(provider.respond({ ...meant, issuer: another.entityId }))).toBe('issuer');
  });

  it('when it reports a failed sign-in', async () => {
    const denied = provider.respond({ ...meant, before: (xml) => xml.replace('status:Success', 'status:AuthnFailed') });
    expect(await reasonOf(denied)).toBe('provider_error');
  });

  it('when it has entities, a document type, a processing instruction, or more elements than a response has', async () => {
    const xml = provider.respond(meant);
    const bomb = `<!DOCTYPE r [${Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('')}]>`;
    const strange = [
      bomb + xml.replace('Teachers', '&e20;'),
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('Teachers', '&x;')}`,
      `<?xml-stylesheet href="https://evil.example/"?>${xml}`,
      xml.replace('<samlp:Status>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}<samlp:Status>`),
      xml.replace('<samlp:Status>', `${'<a/>'.repeat(10_000)}<samlp:Status>`),
      'nonsense',
      '',
      '<a/>',
      `${xml}<a/>`,
    ];
    for (const one of strange) expect(await reasonOf(one), one.slice(0, 80)).toBe('unreadable');
    expect(await reasonOf(xml.replace('Teachers', 'x'.repeat(300_000)))).toBe('unreadable');
  });
});

describe('metadata', () => {
  it('contains the entity id, the address for sign-in by redirect, and the certificates with their expiry', async () => {
    const read = await readSamlMetadata('1', Buffer.from(provider.metadata({ certificates: [provider.certificate, another.certificate] })));
    expect(read).toMatchObject({ entityId: provider.entityId, ssoAddress: provider.ssoAddress });
    expect(read.certificates).toHaveLength(2);
    expect(Date.parse(read.certificates[0]!.endsAt)).toBeGreaterThan(Date.now() + 390 * 86_400_000);
  });

  it('of several providers, without a certificate, or with a document type is refused', async () => {
    const xml = provider.metadata();
    const several = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${xml}${another.metadata()}</md:EntitiesDescriptor>`;
    for (const one of [several, provider.metadata({ certificates: [] }), `<!DOCTYPE r>${xml}`, xml.replace(/HTTP-Redirect/, 'SOAP')])
      await expect(readSamlMetadata('1', Buffer.from(one))).rejects.toMatchObject({ reason: 'unreadable' });
  });
});
