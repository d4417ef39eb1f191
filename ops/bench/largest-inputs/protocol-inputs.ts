import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { scopesOf } from '#contract/identity/key-scopes.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { createScimToken } from '#domain/organisations/scim/scim-token.commands.ts';
import { samlProvider, type SamlProvider } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import type { Sent } from '../attacks/session.ts';
import { ownOrganisation } from './business-states.ts';
import type { GivenAccount } from './given-account.ts';
import type { Input } from './inputs.ts';
import { largestFitting, type Schema } from './largest-value.ts';

/** The largest messages, by door name, for doors with a protocol of their own, which the OpenAPI document does not describe. */
export type ProtocolInputs = Readonly<Record<string, readonly Input[]>>;

const WORDS = 'Bees fly at dawn and return at dusk. ';
const fill = (length: number, piece = WORDS): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const json = (content: unknown): string => JSON.stringify(content);
const FORM = 'application/x-www-form-urlencoded';

/** Room for the parts of a body around its long part. */
const AROUND = 2_000;

const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const SCIM_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const SCIM_PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
/** Maximum number of members in a directory's request. */
const MEMBERS = 10_000;

const GET = (description: string, address: string, headers: Record<string, string> = {}): Input => ({
  description,
  sent: () => ({ method: 'GET', address, headers }),
});

function scimInputs(token: string, ids: { user: string; group: string }): ProtocolInputs {
  const headers = { authorization: `Bearer ${token}` };
  const send = (description: string, method: string, address: string, content: () => unknown): Input => ({
    description,
    sent: () => ({ method, address: `/scim/v2/${address}`, body: json(content()), type: 'application/scim+json', headers }),
  });
  const user = (more: object) => ({ schemas: [SCIM_USER], userName: `${randomUUID()}@example.com`, ...more });
  const members = () => Array.from({ length: MEMBERS }, () => ({ value: randomUUID() }));
  const patch = (...Operations: object[]) => ({ schemas: [SCIM_PATCH], Operations });
  const filters = [
    fill(4_000, 'userName eq "a" or ') + 'userName eq "b"',
    `${'('.repeat(1_000)}active eq true${')'.repeat(1_000)}`,
    `emails.value co "${fill(3_000, 'a')}"`,
  ];
  const listed = (kind: string) =>
    filters.map((filter) =>
      GET(`a filter: ${filter.slice(0, 20)}`, `/scim/v2/${kind}?count=1000&filter=${encodeURIComponent(filter)}`, headers),
    );
  return {
    scimUsers: [
      send('a user with long names', 'POST', 'Users', () => user({ name: { givenName: fill(40_000), familyName: fill(40_000) } })),
      send('a user with many addresses', 'POST', 'Users', () =>
        user({ emails: Array.from({ length: 900 }, (_, at) => ({ value: `${at}@example.com`, type: 'work' })) }),
      ),
      send('a user of many values', 'POST', 'Users', () => user({ roles: Array.from({ length: 48_000 }, () => 1) })),
      send('a PATCH of many operations', 'PATCH', `Users/${ids.user}`, () =>
        patch(...Array.from({ length: 450 }, (_, at) => ({ op: 'replace', path: 'name.givenName', value: `Bee ${at}` }))),
      ),
      send('a PATCH whose path is long', 'PATCH', `Users/${ids.user}`, () =>
        patch({ op: 'replace', path: `emails[${fill(90_000, 'type eq "work" or ')}]`, value: 'x' }),
      ),
      GET('the longest page', '/scim/v2/Users?count=1000', headers),
      ...listed('Users'),
    ],
    scimGroups: [
      send('a group of 10,000 unknown members', 'POST', 'Groups', () => ({
        schemas: [SCIM_GROUP],
        displayName: `Bees ${randomUUID()}`,
        members: members(),
      })),
      send('a group of 20,000 members', 'POST', 'Groups', () => ({
        schemas: [SCIM_GROUP],
        displayName: `Bees ${randomUUID()}`,
        members: [...members(), ...members()],
      })),
      send('a group of one person 10,000 times', 'POST', 'Groups', () => ({
        schemas: [SCIM_GROUP],
        displayName: `Bees ${randomUUID()}`,
        members: Array.from({ length: MEMBERS }, () => ({ value: ids.user })),
      })),
      send('a PATCH that adds 10,000', 'PATCH', `Groups/${ids.group}`, () => patch({ op: 'add', path: 'members', value: members() })),
      send('a PATCH of 10,000 operations', 'PATCH', `Groups/${ids.group}`, () =>
        patch(...members().map(({ value }) => ({ op: 'remove', path: `members[value eq "${value}"]` }))),
      ),
      send('a name as long as the body', 'PUT', `Groups/${ids.group}`, () => ({
        schemas: [SCIM_GROUP],
        displayName: fill(1_490_000),
        members: [],
      })),
      ...listed('Groups'),
    ],
    scimService: [GET('every schema', '/scim/v2/Schemas', headers)],
  };
}

/** A tool as an agent sees it. */
interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
}

const MCP_BYTES = 128_000;
const ofAgent = (key: string) => ({ authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' });

function mcpInputs(key: string, tools: readonly Tool[]): readonly Input[] {
  const headers = ofAgent(key);
  const message = (description: string, method: string, params: () => object): Input => ({
    description,
    sent: (): Sent => ({
      method: 'POST',
      address: '/mcp',
      body: json({ jsonrpc: '2.0', id: 1, method, params: params() }),
      type: 'application/json',
      headers,
    }),
  });
  const initialize = (experimental: unknown) => ({
    protocolVersion: '2025-06-18',
    clientInfo: { name: 'agent', version: '1' },
    capabilities: { experimental },
  });
  const nested = (depth: number): object => {
    let value: object = {};
    for (let at = 0; at < depth; at += 1) value = { a: value };
    return value;
  };
  const call = (description: string, name: string, given: object) => message(description, 'tools/call', () => ({ name, arguments: given }));
  return [
    message('capabilities as deep as they may be', 'initialize', () => initialize(nested(18))),
    message('capabilities nested 1,700 deep', 'initialize', () => initialize(nested(1_700))),
    message('capabilities with as many names as there may be', 'initialize', () =>
      initialize(Object.fromEntries(Array.from({ length: 1_900 }, (_, at) => [fill(50, `k${at}`), {}]))),
    ),
    message('capabilities with 9,000 names', 'initialize', () =>
      initialize(Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, {}]))),
    ),
    message('the list of tools', 'tools/list', () => ({})),
    message('the list of resources', 'resources/list', () => ({})),
    ...tools.flatMap(({ name, inputSchema }) =>
      [WORDS, '*a_', '{{c1::'].map((piece) =>
        call(
          `${name}, as long as fits, of ${piece.slice(0, 6)}`,
          name,
          JSON.parse(largestFitting(inputSchema, MCP_BYTES - AROUND, { piece, idOf: () => undefined })) as object,
        ),
      ),
    ),
    call('a tool that is not there', fill(MCP_BYTES - AROUND), {}),
    message('a method that is not there', fill(MCP_BYTES - AROUND), () => ({})),
  ];
}

const oauthInputs: readonly Input[] = [
  ...['/oauth/token', '/oauth/revoke'].map((address): Input => ({
    description: `a form as long as it may be, ${address}`,
    sent: () => ({
      method: 'POST',
      address,
      type: FORM,
      body: `grant_type=authorization_code&client_id=a&code=${fill(15_000, 'a')}&token=a`,
    }),
  })),
  {
    description: 'a form of many names',
    sent: () => ({ method: 'POST', address: '/oauth/token', type: FORM, body: fill(15_900, 'a=b&') }),
  },
  GET(
    'a long way to the page of consent',
    `/oauth/authorize?response_type=code&client_id=a&scope=${fill(6_000, 'learn%20')}&state=${fill(6_000, 'a')}`,
  ),
  GET('the metadata', '/.well-known/oauth-authorization-server'),
];

/** Returns a signed message of an organisation's provider, as long as the door accepts. */
function samlInputs(provider: SamlProvider, connectionId: string, origin: string): readonly Input[] {
  const acs = `${origin}/sign-in/organisation/${connectionId}/acs`;
  const asked = { requestId: null, acs, audience: `${origin}/sign-in/organisation/${connectionId}` };
  const post = (description: string, xml: () => string): Input => ({
    description,
    sent: () => ({
      method: 'POST',
      address: `/sign-in/organisation/${connectionId}/acs`,
      type: FORM,
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml()).toString('base64'), RelayState: 'a' }).toString(),
    }),
  });
  const attributes = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, [fill(40), fill(40)]]));
  return [
    post('a response of many attributes', () => provider.respond({ ...asked, attributes: attributes(1_500) })),
    post('a response of one long attribute', () => provider.respond({ ...asked, attributes: { a: [fill(500_000)] } })),
    post('elements that are nested', () => `${'<a>'.repeat(70_000)}${'</a>'.repeat(70_000)}`),
    post('entities that expand', () => {
      const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
      return `<!DOCTYPE a [<!ENTITY e0 "bee">${entities}]><a>&e20;</a>`;
    }),
    post('namespaces', () => `<a ${Array.from({ length: 15_000 }, (_, at) => `xmlns:n${at}="urn:${at}"`).join(' ')}/>`),
    {
      description: 'no message, as long as the door takes',
      sent: () => ({
        method: 'POST',
        address: `/sign-in/organisation/${connectionId}/acs`,
        type: FORM,
        body: `SAMLResponse=${fill(790_000, 'A')}`,
      }),
    },
  ];
}

function ltiInputs(platformId: string): readonly Input[] {
  const page = (step: string, body: string): Input => ({
    description: `${step}, a form as long as it may be`,
    sent: () => ({ method: 'POST', address: `/lti/${platformId}/${step}`, type: FORM, body }),
  });
  return [
    page('login', `iss=${fill(20_000, 'a')}&login_hint=${fill(20_000, '<')}`),
    page('launch', `id_token=${fill(31_000, 'a.')}&state=${fill(9_000, 'a')}`),
    GET('a registration', `/lti/${platformId}/register?code=a&openid_configuration=${fill(6_000, 'a')}`),
  ];
}

/** For pages and files, whose only input is the address. */
const LONG_QUERY = fill(6_000, 'bees ').replaceAll(' ', '%20');
const PAGES: ProtocolInputs = {
  certificatePages: [GET('a long id', `/certificates/${fill(6_000, 'a')}`, { accept: 'text/html' })],
  marketPages: [
    GET('a long search', `/market?q=${LONG_QUERY}`, { accept: 'text/html' }),
    GET('the feed', '/market/feed.xml'),
    GET('the map of addresses', '/sitemap.xml'),
  ],
  staticFiles: [GET('a page', `/terms?q=${LONG_QUERY}`, { accept: 'text/html' })],
  unknownAddress: [
    {
      description: 'a body that nobody reads',
      sent: () => ({ method: 'POST', address: `/nowhere/${fill(4_000, 'a')}`, type: 'application/json', body: json(fill(1_800_000)) }),
    },
  ],
  docsPage: [GET('the page', '/api/docs')],
  appleReturn: [
    {
      description: 'a form as long as it may be',
      sent: () => ({ method: 'POST', address: '/sign-in/apple', type: FORM, body: `state=${fill(7_000, 'a')}&code=${fill(8_000, 'b')}` }),
    },
  ],
  stripeWebhook: [
    {
      description: 'an event that nobody signed',
      sent: () => ({
        method: 'POST',
        address: '/api/webhooks/stripe',
        type: 'application/json',
        body: json({ id: 'evt_1', data: fill(900_000) }),
        headers: { 'stripe-signature': `t=1,v1=${fill(6_000, 'a')}` },
      }),
    },
  ],
};

/** Gives the account what each protocol needs: an organisation with a directory, a sign-in and a learning platform, and a key. */
export async function protocolInputs(knex: Knex, { account, origin }: { account: GivenAccount; origin: string }): Promise<ProtocolInputs> {
  const { session, accountId } = account;
  await knex('account').where({ id: accountId }).update({ birth_year: 1980 });
  const organisationId = await ownOrganisation({ knex, accountId, email: account.email });
  const scimToken = await createScimToken(accountId);
  const scim = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${scimToken}` };
    const answer = await session.send({
      method: 'POST',
      address: `/scim/v2/${path}`,
      body: json(body),
      type: 'application/scim+json',
      headers,
    });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text()}`);
    return (JSON.parse(answer.text()) as { id: string }).id;
  };
  const user = await scim('Users', { schemas: [SCIM_USER], userName: `${randomUUID()}@example.com` });
  const group = await scim('Groups', { schemas: [SCIM_GROUP], displayName: 'Bees', members: [{ value: user }] });
  const { platform } = await session.json<{ platform: { platform_id: string } }>('POST', '/api/organisation/lms', {
    name: 'Our Moodle',
    product: 'moodle',
    authorised: true,
  });
  const provider = samlProvider({ entityId: 'https://idp.bench.example/saml' });
  await session.json('PUT', '/api/organisation/sign-in', {
    kind: 'saml',
    slug: `bees${randomUUID().slice(0, 8)}`,
    metadata: provider.metadata(),
    allows_unsolicited: true,
    joins: true,
    attributes: { subject: '', email: '', first_name: '', last_name: '', role: '' },
    roles: [],
  });
  await knex('api_key').where({ account_id: accountId }).del();
  const { secret } = await givenKey({ accountId, scopes: scopesOf('account') });
  const listing = json({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const listed = await session.send({ method: 'POST', address: '/mcp', body: listing, type: 'application/json', headers: ofAgent(secret) });
  const [answered = listed.text()] = listed.text().match(/\{"(?:jsonrpc|result).*/) ?? [];
  const { tools } = (JSON.parse(answered) as { result: { tools: Tool[] } }).result;
  return {
    ...scimInputs(scimToken, { user, group }),
    mcp: mcpInputs(secret, tools),
    oauth: oauthInputs,
    samlReturn: samlInputs(provider, organisationId, origin),
    ltiPages: ltiInputs(platform.platform_id),
    ...PAGES,
  };
}
