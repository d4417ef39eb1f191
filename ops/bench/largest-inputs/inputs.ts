import { createECDH } from 'node:crypto';
import { TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { bodyBytesOf } from '#contract/platform/body-bytes.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { Sent } from '../attacks/session.ts';
import type { Given } from './state.ts';
import { largestFitting, largestValue, type Schema } from './largest-value.ts';
import { filesFor, formOf, formOfMany, spoken } from './upload-files.ts';

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly body: Schema | null;
  readonly query: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
}

export interface Input {
  readonly description: string;
  /** Created right before it is sent, because a client's ids are new each time. */
  readonly sent: () => Promise<Sent> | Sent;
}

type IdOf = (name: string) => string | undefined;
type Prepare = () => Promise<Given>;

const USUAL_BYTES = 100_000;
/** Texts below this length are filled only with words. */
const LONG = 2_000;
const WORDS = 'Bees fly at dawn and return at dusk. ';
const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
/** Texts that keep a parser, an expression or a renderer busy. */
const HOSTILE: readonly (readonly [description: string, piece: string])[] = [
  ['emphasis that never closes', '*a_'],
  ['brackets', '['],
  ['gaps', '{{c1::'],
  ['quotations', '> '],
  ['addresses', 'https://a.b/(c '],
  ['accents on one letter', '\u0301'],
  ['lines', 'a\n'],
  ['TeX that expands', '$\\def\\a{\\a\\a}\\a$ '],
];
const SEARCHES: readonly (readonly [description: string, piece: string])[] = [
  ['what nothing contains', 'qzxj '],
  ['what everything contains', 'e '],
  ['letters', 'a b c d e f g h i j k l m n o p q r s t u v w x y z '],
  ['wildcards', '%_'],
];
const CURSORS = ['after', 'before', 'cursor', 'page', 'skip'];

/** Fields whose largest value by the schema would be refused by another rule, or would change the account used for the rest. */
const FIELDS: Readonly<Record<string, object>> = {
  setBirthYear: { birth_year: 1990 },
  generateVideo: { duration: 10 },
  generateVideoFromImage: { duration: 10 },
  generateCourse: {
    age: 34,
    review_outline: true,
    academic_framework: null,
    expert_sources: [],
    guardian_agreement: undefined,
    source_ids: undefined,
    ...Object.fromEntries(['specific_skills', 'real_world_applications', 'success_metrics'].map((name) => [name, fill(WORDS, 2_000)])),
  },
  makeAudio: { lessons: undefined },
  makeFlashCards: { lessons: undefined },
  createFlashCard: { source: undefined },
  createNote: { passage: null },
  createPost: { group_id: undefined, category: 'general' },
  createVoiceNote: { audio_data: spoken(20_000), upload_id: undefined, duration: 1, created_at: undefined },
  pauseWork: { paused: false },
  reportTyping: { is_typing: true },
  updateProfile: { email: undefined, bio: fill(WORDS, 300) },
  saveSettings: { quiet_hours: null, notifications: undefined, privacy: undefined, time_zone: 'Europe/Berlin' },
  sendChatMessage: { room_id: undefined, mentions: [] },
  openChatRoom: { group_id: undefined },
  createCheckoutSession: {
    package_id: 'basic_monthly',
    subscription_package: undefined,
    billing_period: undefined,
    organisation_name: undefined,
    origin_url: undefined,
  },
  purchaseTokens: { token_amount: TOKEN_PACKAGES[0]!.tokens, origin_url: undefined },
  saveSignIn: {
    kind: 'saml',
    slug: 'bees',
    issuer: undefined,
    client_id: undefined,
    client_secret: undefined,
    metadata_address: undefined,
    entity_id: undefined,
    sso_address: undefined,
    certificates: undefined,
  },
  createRoster: { removes: 'true', authorise_reason: undefined, look: 'false', encoding: undefined, columns: undefined },
  importFlashCards: { look: 'false', encoding: undefined },
  recordContract: { package_id: 'small_business', starts_on: undefined },
  subscribePush: {
    endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${'a'.repeat(900)}`,
    keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
  },
  createCode: { for_course: undefined, percent: 20, expires_at: null, max_uses: 10 },
  sharePlace: { latitude: 52.5, longitude: 13.4 },
  addLocation: { latitude: 52.5, longitude: 13.4, type: 'Library' },
  createEvent: { latitude: 52.5, longitude: 13.4, price_cents: 0, duration: 60, max_attendees: 30, time_zone: 'Europe/Berlin' },
  actOnPerson: { act: 'give_tokens', tokens: 1, role: undefined, birth_year: undefined },
  planBatch: { from_hour: undefined, until_hour: undefined, by_vendor_batch: false },
  estimateBatch: { from_hour: undefined, until_hour: undefined, by_vendor_batch: false },
  aiMentor: { lesson: undefined, passage: undefined, tutor: undefined, session_id: undefined },
  sendMentorMessage: { lesson: undefined, passage: undefined, tutor: undefined, session_id: undefined },
};

const addressOf = (endpoint: Endpoint, idOf: IdOf, query: readonly (readonly [string, unknown])[] = []): string => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(idOf(name) ?? 'none'));
  return query.length === 0 ? path : `${path}?${query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
};

/** Returns the headers of a request: a browser's cookie, or a launch token instead of the session's. */
const headersOf = ({ cookie, bearer }: Given): Record<string, string> => ({
  ...(typeof cookie === 'string' && { cookie }),
  ...(typeof bearer === 'string' && { authorization: `Bearer ${bearer}` }),
});

const isText = ({ type, format, pattern, enum: options }: Schema) => type === 'string' && !format && !pattern && !options;

/** Tells whether an operation takes a file, a text or a list. */
export const takesInput = ({ endpoint, body, query }: Operation): boolean =>
  endpoint.upload !== undefined || body !== null || query.some(({ schema }) => (schema.anyOf ?? [schema]).some(isText));

/** Returns the inputs of an operation's query: every text at its longest in several ways, every choice once, the longest page. */
function queries({ endpoint, query }: Operation, idOf: IdOf, prepare: Prepare): Input[] {
  const { method } = endpoint;
  const always = query.flatMap(({ name, required, schema }): [string, unknown][] => {
    if (name === 'limit') return [[name, schema.maximum ?? 100]];
    if (!required) return [];
    return [[name, schema.enum?.[0] ?? idOf(name) ?? largestValue(schema, { piece: WORDS, scale: 1, bytes: LONG, idOf })]];
  });
  const input = (description: string, more: readonly (readonly [string, unknown])[]): Input => ({
    description,
    sent: async () => {
      const headers = headersOf(await prepare());
      return {
        method,
        headers,
        address: addressOf(endpoint, idOf, [...always.filter(([name]) => more.every(([own]) => own !== name)), ...more]),
      };
    },
  });
  const shapes = query.flatMap(({ name, schema }) => (schema.anyOf ?? [schema]).map((shape) => ({ name, schema: shape })));
  return [
    input('the longest page', []),
    ...shapes.flatMap(({ name, schema }) => {
      if (schema.enum) return schema.enum.map((value) => input(`${name}=${String(value)}`, [[name, value]]));
      if (!isText(schema) || CURSORS.includes(name) || idOf(name) !== undefined) return [];
      return SEARCHES.map(([description, piece]) => input(`${name}: ${description}`, [[name, fill(piece, schema.maxLength ?? 4_000)]]));
    }),
  ];
}

/** Undeclared content of a given length, which anybody can send. */
const PADDINGS: readonly (readonly [description: string, padding: (length: number) => string])[] = [
  ['padded with numbers', (length) => `[${fill('0,', length - 2)}0]`.replace(',,', ',').replace('00]', '0]')],
  [
    'padded with keys',
    (length) => `{${Array.from({ length: Math.floor(length / 14) - 1 }, (_, at) => `"${String(at).padStart(8, 'k')}":0`).join(',')}}`,
  ],
  ['nested as deep as fits', (length) => '['.repeat(Math.floor(length / 2)) + ']'.repeat(Math.floor(length / 2))],
];

/** Pads a body up to its limit in bytes. */
function padded(smallest: object, bytes: number, padding: (length: number) => string): string {
  const text = JSON.stringify(smallest);
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"padding":${padding(Math.max(100, bytes - Buffer.byteLength(text) - 40))}}`;
}

const hasLongText = (schema: Schema): boolean =>
  (schema.type === 'string' && !schema.enum && !schema.format && (schema.maxLength ?? LONG) >= LONG) ||
  [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].some(hasLongText);

function bodies({ endpoint, body }: Operation & { body: Schema }, idOf: IdOf, prepare: Prepare): Input[] {
  const bytes = bodyBytesOf(endpoint);
  const json = (description: string, text: (fields: Given) => string): Input => ({
    description,
    sent: async () => {
      const state = await prepare();
      const given = Object.entries(state).filter(([name]) => body.properties?.[name]);
      const sent = text({ ...FIELDS[endpoint.name], ...Object.fromEntries(given) });
      const headers = headersOf(state);
      return { method: endpoint.method, address: addressOf(endpoint, idOf), body: sent, type: 'application/json', headers };
    },
  });
  const filled = (piece: string) => (fields: Given) => largestFitting(body, bytes, { piece, idOf }, fields);
  const smallest = (fields: Given) => ({
    ...(largestValue(body, { piece: WORDS, scale: 0, bytes, idOf, isSmallest: true }) as object),
    ...fields,
  });
  return [
    json('words', filled(WORDS)),
    ...(hasLongText(body) ? HOSTILE.map(([description, piece]) => json(description, filled(piece))) : []),
    ...(endpoint.name === 'createVoiceNote'
      ? [json('a recording of 25 MB', (fields) => JSON.stringify({ ...smallest(fields), audio_data: spoken(25_000_000) }))]
      : []),
    ...Object.entries(endpoint.apart ?? {}).flatMap(([name, { as, bytes: most }]) =>
      as === 'file'
        ? []
        : [json(`${name} as long as it may be`, (fields) => JSON.stringify({ ...smallest(fields), [name]: 'x'.repeat(most - 10) }))],
    ),
    ...PADDINGS.map(([description, padding]) => json(description, (fields) => padded(smallest(fields), bytes, padding))),
  ];
}

function uploads({ endpoint, body }: Operation, idOf: IdOf, prepare: Prepare): Input[] {
  const fields = Object.fromEntries(
    Object.entries({
      ...(largestValue({ ...body, type: 'object' }, { piece: WORDS, scale: 1, bytes: 10_000, idOf }) as object),
      ...FIELDS[endpoint.name],
    })
      .filter(([name, value]) => !(name in endpoint.upload!) && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  const address = () => addressOf(endpoint, idOf);
  const most = Object.values(endpoint.upload!).reduce((sum, rule) => sum + rule.bytes * (rule.most ?? 1), USUAL_BYTES);
  const send = (description: string, form: () => ReturnType<typeof formOf> | Promise<ReturnType<typeof formOf>>): Input => ({
    description,
    sent: async () => {
      await prepare();
      return { method: endpoint.method, address: address(), ...(await form()) };
    },
  });
  return [
    ...Object.entries(endpoint.upload!).flatMap(([name, rule]) =>
      filesFor(endpoint.name, rule).map(({ description, type, name: filename = 'file', bytes }) =>
        send(description, async () => formOf(fields, [{ name, type, filename, bytes: await bytes() }])),
      ),
    ),
    send('as many fields as fit', () => formOfMany(most, 'field')),
    send('as many files as fit', () => formOfMany(most, 'file')),
    send('one field as large as all', () => formOf({ deck: 'x'.repeat(most - 1_000) }, [])),
  ];
}

/**
 * Returns the largest inputs of an operation, from its schema and its limits.
 * @param prepare creates what it needs, and returns fields that its body must have to be accepted
 */
export function inputsOf(operation: Operation, idOf: IdOf, prepare: Prepare): Input[] {
  if (operation.endpoint.upload) return uploads(operation, idOf, prepare);
  if (operation.body) return bodies({ ...operation, body: operation.body }, idOf, prepare);
  return queries(operation, idOf, prepare);
}
