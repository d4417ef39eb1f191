import { setTimeout as sleep } from 'node:timers/promises';
import { SAML } from '@node-saml/node-saml';
import { readSamlRequest, WRAPPINGS } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { work, type ReadMetadata, type ReadResponse } from '#domain/vendors/identity-providers/saml.task.ts';

// Signs in at SimpleSAMLphp as a browser does, and tries the attacks on what it has signed. `simplesamlphp.sh` starts it.
const base = process.argv[2]!;
const ACS = 'https://learn.example/acs';
type Sp = 'assertion' | 'response' | 'both';

/** A browser with its cookies. */
class Browser {
  private readonly cookies = new Map<string, string>();

  async go(address: string, form?: URLSearchParams): Promise<{ url: string; text: string }> {
    let at = address;
    let body: URLSearchParams | undefined = form;
    for (let steps = 0; steps < 10; steps += 1) {
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        this.cookies.set(name!, value!);
      }
      const location = answer.headers.get('location');
      if (!location) return { url: at, text: await answer.text() };
      [at, body] = [new URL(location, at).href, undefined];
    }
    throw new Error('it redirects in a loop');
  }
}

const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const fieldOf = (html: string, name: string): string => unescaped(new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '');

/** Signs ada in. @returns the response that she takes along, and the request that it answers */
async function signIn(sp: Sp): Promise<{ xml: string; requestId: string }> {
  const saml = new SAML({
    callbackUrl: ACS,
    issuer: `https://learn.example/${sp}`,
    entryPoint: `${base}/saml2/idp/SSOService.php`,
    idpCert: 'unused',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  });
  const url = await saml.getAuthorizeUrlAsync('state', undefined, {});
  const browser = new Browser();
  const form = await browser.go(url);
  const fields = new URLSearchParams({ username: 'ada', password: 'adapass', AuthState: fieldOf(form.text, 'AuthState') });
  const { text } = await browser.go(form.url, fields);
  const response = fieldOf(text, 'SAMLResponse');
  if (response === '') throw new Error(`no response came: ${text.slice(0, 2_000)}`);
  return { xml: Buffer.from(response, 'base64').toString(), requestId: readSamlRequest(url).requestId };
}

let failed = 0;
function tell(what: string, isRight: boolean, came: unknown): void {
  if (!isRight) failed += 1;
  console.log(`${isRight ? 'ok  ' : 'NOT '} ${what}: ${typeof came === 'string' ? came : JSON.stringify(came)}`);
}

for (let tries = 0; tries < 50; tries += 1) {
  if (
    await fetch(base).then(
      () => true,
      () => false,
    )
  )
    break;
  await sleep(100);
}
const text = await (await fetch(`${base}/saml2/idp/metadata.php`)).text();
const { value: metadata } = (await work({ kind: 'metadata' }, Buffer.from(text))) as { value: ReadMetadata };
tell('its metadata', metadata.certificates.length === 1, { ...metadata, certificates: metadata.certificates.map(({ endsAt }) => endsAt) });

interface Tried {
  readonly xml: string;
  readonly requestId: string | null;
  readonly sp: Sp;
  readonly audience?: string;
}
const read = async ({ xml, requestId, sp, audience = `https://learn.example/${sp}` }: Tried): Promise<ReadResponse | string> => {
  const certificates = metadata.certificates.map(({ pem }) => pem);
  const facts = { kind: 'response', audience, recipient: ACS, issuer: metadata.entityId, certificates, requestId };
  return Promise.resolve(work(facts, Buffer.from(xml))).then(
    ({ value }) => value as ReadResponse,
    (error: { code?: string; message: string }) => `refused, ${error.code ?? error.message}`,
  );
};
const isAda = (came: ReadResponse | string): boolean => typeof came === 'object' && came.subject === 'ada';
const isRefused = (came: ReadResponse | string): boolean => typeof came === 'string' && came.startsWith('refused, ');

const signed: Record<Sp, Awaited<ReturnType<typeof signIn>>> = {
  assertion: await signIn('assertion'),
  response: await signIn('response'),
  both: await signIn('both'),
};
for (const sp of ['assertion', 'both'] as const) {
  const came = await read({ ...signed[sp], sp });
  tell(`a sign-in, signed: ${sp}`, isAda(came), typeof came === 'string' ? came : came.attributes);
}
const attacks: Record<string, Tried> = {
  'only the response is signed': { ...signed.response, sp: 'response' },
  'altered after it was signed': { ...signed.both, xml: signed.both.xml.replaceAll('ada@', 'eve@'), sp: 'both' },
  'without its signatures': { ...signed.both, xml: signed.both.xml.replaceAll(/<ds:Signature.*?<\/ds:Signature>/gs, ''), sp: 'both' },
  'for another audience': { ...signed.both, sp: 'both', audience: 'https://other.example' },
  'for another request': { ...signed.both, requestId: '_other', sp: 'both' },
  unasked: { ...signed.both, requestId: null, sp: 'both' },
  'with an entity': { ...signed.both, xml: `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${signed.both.xml}`, sp: 'both' },
};
for (const [name, wrap] of Object.entries(WRAPPINGS)) {
  let sp: Sp = 'assertion';
  const xml = wrap((signs) => signed[(sp = signs[0] === 'Response' ? 'response' : 'assertion')].xml, 'ada', 'eve');
  attacks[name] = { xml, requestId: signed[sp].requestId, sp };
}
for (const [name, tried] of Object.entries(attacks)) {
  const came = await read(tried);
  tell(name, isRefused(came), came);
}
console.log(failed === 0 ? 'All as expected.' : `${failed} not as expected.`);
process.exitCode = failed === 0 ? 0 : 1;
