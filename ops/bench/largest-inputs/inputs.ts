import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { Sent } from '../attacks/session.ts';
import { largestFitting, largestValue, type Schema } from './largest-value.ts';
import { filesFor, formOf, formOfMany, silence } from './upload-files.ts';

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly body: Schema | null;
  readonly query: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
}

export interface Input {
  readonly description: string;
  /** Made right before it is sent: a client's ids are new each time. */
  readonly sent: () => Promise<Sent> | Sent;
}

type IdOf = (name: string) => string | undefined;

const USUAL_BYTES = 100_000;
/** Texts below this length are filled with words only. */
const LONG = 1_000;
const WORDS = 'Bees fly at dawn and return at dusk. ';
/** What keeps a parser, an expression or a renderer busy. */
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

/** Fields whose largest value by the schema would be refused by another rule, or change the account that is used for the rest. */
const FIELDS: Readonly<Record<string, object>> = {
  setBirthYear: { birth_year: 1990 },
  generateCourse: {
    age: 34,
    review_outline: true,
    academic_framework: null,
    expert_sources: [],
    guardian_agreement: undefined,
    source_ids: undefined,
  },
  createFlashCard: { source: undefined },
  createNote: { passage: null },
  createPost: { group_id: undefined, category: 'general' },
  createVoiceNote: { audio_data: undefined, upload_id: undefined, duration: 1, created_at: undefined },
  pauseWork: { paused: false },
  reportTyping: { is_typing: true },
  updateProfile: { email: undefined },
  saveSettings: { notifications: undefined, privacy: undefined, time_zone: 'Europe/Berlin' },
  sendChatMessage: { room_id: undefined, mentions: [] },
  openChatRoom: { group_id: undefined },
  createCode: { for_course: undefined, percent: 20, expires_at: null, max_uses: 10 },
  sharePlace: { latitude: 52.5, longitude: 13.4 },
  addLocation: { latitude: 52.5, longitude: 13.4, type: 'Library' },
  createEvent: { latitude: 52.5, longitude: 13.4, price_cents: 0, duration: 60, max_attendees: 30, time_zone: 'Europe/Berlin' },
  actOnPerson: { act: 'grant_tokens', tokens: 1, role: undefined, birth_year: undefined },
  planBatch: { from_hour: undefined, until_hour: undefined },
  aiMentor: { lesson: undefined, passage: undefined, tutor: undefined, session_id: undefined },
  sendMentorMessage: { lesson: undefined, passage: undefined, tutor: undefined, session_id: undefined },
};

const addressOf = (endpoint: Endpoint, idOf: IdOf, query: readonly (readonly [string, unknown])[] = []): string => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(idOf(name) ?? 'none'));
  return query.length === 0 ? path : `${path}?${query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
};

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const isText = ({ type, format, pattern, enum: options }: Schema) => type === 'string' && !format && !pattern && !options;

/** Inputs of an operation's query: every text at its longest in several ways, every choice once, the longest page. */
function queries({ endpoint, query }: Operation, idOf: IdOf): Input[] {
  const { method } = endpoint;
  const always = query.flatMap(({ name, required, schema }): [string, unknown][] => {
    if (name === 'limit') return [[name, schema.maximum ?? 100]];
    if (!required) return [];
    return [[name, schema.enum?.[0] ?? idOf(name) ?? largestValue(schema, { piece: WORDS, scale: 1, bytes: LONG, idOf })]];
  });
  const input = (description: string, more: readonly (readonly [string, unknown])[]): Input => ({
    description,
    sent: () => ({
      method,
      address: addressOf(endpoint, idOf, [...always.filter(([name]) => more.every(([own]) => own !== name)), ...more]),
    }),
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

/** A body of undeclared content up to the limit of its bytes: the largest that anybody can send. */
function padded(smallest: object, bytes: number): readonly (readonly [description: string, text: () => string])[] {
  const with_ = (padding: string) => {
    const text = JSON.stringify(smallest);
    return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"padding":${padding}}`;
  };
  const left = bytes - JSON.stringify(smallest).length - 40;
  return [
    ['padded with numbers', () => with_(`[${fill('0,', left - 2)}0]`.replace(',,', ',').replace('00]', '0]'))],
    [
      'padded with keys',
      () => with_(`{${Array.from({ length: Math.floor(left / 14) - 1 }, (_, at) => `"${String(at).padStart(8, 'k')}":0`).join(',')}}`),
    ],
    ['nested as deep as fits', () => with_('['.repeat(Math.floor(left / 2)) + ']'.repeat(Math.floor(left / 2)))],
  ];
}

const hasLongText = (schema: Schema): boolean =>
  (schema.type === 'string' && !schema.enum && !schema.format && (schema.maxLength ?? LONG) >= LONG) ||
  [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].some(hasLongText);

function bodies({ endpoint, body }: Operation & { body: Schema }, idOf: IdOf): Input[] {
  const bytes = endpoint.bodyBytes ?? USUAL_BYTES;
  const json = (description: string, text: () => string): Input => ({
    description,
    sent: () => ({ method: endpoint.method, address: addressOf(endpoint, idOf), body: text(), type: 'application/json' }),
  });
  const fields = FIELDS[endpoint.name] ?? {};
  const filled = (piece: string) => () => largestFitting(body, bytes, { piece, idOf }, fields);
  const smallest = { ...(largestValue(body, { piece: WORDS, scale: 0, bytes, idOf, isSmallest: true }) as object), ...fields };
  return [
    json('words', filled(WORDS)),
    ...(hasLongText(body) ? HOSTILE.map(([description, piece]) => json(description, filled(piece))) : []),
    ...(endpoint.name === 'createVoiceNote'
      ? [
          json('a recording of 25 MB', () =>
            JSON.stringify({ audio_data: `data:audio/wav;base64,${Buffer.from(silence(25_000_000)).toString('base64')}` }),
          ),
        ]
      : []),
    ...padded(smallest, bytes).map(([description, text]) => json(description, text)),
  ];
}

function uploads({ endpoint, body }: Operation, idOf: IdOf): Input[] {
  const fields = Object.fromEntries(
    Object.entries(largestValue({ ...body, type: 'object' }, { piece: WORDS, scale: 1, bytes: 10_000, idOf }) as object)
      .filter(([name]) => !(name in endpoint.upload!))
      .map(([name, value]) => [name, String(value)]),
  );
  const address = () => addressOf(endpoint, idOf);
  const most = Object.values(endpoint.upload!).reduce((sum, rule) => sum + rule.bytes * (rule.most ?? 1), USUAL_BYTES);
  const send = (description: string, form: () => ReturnType<typeof formOf> | Promise<ReturnType<typeof formOf>>): Input => ({
    description,
    sent: async () => ({ method: endpoint.method, address: address(), ...(await form()) }),
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

/** Returns the largest inputs of an operation, from its schema and its limits. */
export function inputsOf(operation: Operation, idOf: IdOf): Input[] {
  if (operation.endpoint.upload) return uploads(operation, idOf);
  if (operation.body) return bodies({ ...operation, body: operation.body }, idOf);
  return queries(operation, idOf);
}
