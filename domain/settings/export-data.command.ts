import { PRODUCT } from '#contract/product.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { runKinds } from '#domain/platform/runs/engine.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { ACCOUNT_PARTS } from './export/account-parts.ts';
import { ORGANISATION_PARTS } from './export/organisation-parts.ts';
import { BILLING_PARTS } from './export/billing-parts.ts';
import { COMMUNITY_PARTS } from './export/community-parts.ts';
import { COURSE_PARTS } from './export/course-parts.ts';
import { EXCLUDED_TABLES } from './export/excluded-tables.ts';
import { type ExportPart, OWN, WITHHELD, columnsOf } from '#domain/platform/export-part.ts';
import { LEARNING_PARTS } from './export/learning-parts.ts';
import { zipFiles, type ZippedFile } from '#domain/platform/archives/zip-files.ts';

/** The user's shared position, and the events and places that they add and visit. */
const PLACES_PARTS: readonly ExportPart[] = [
  {
    file: 'shared-place',
    description:
      'The square of 500 m in which you let yourself be found, and what is shown with it. Rows and columns are those of the grid.',
    table: 'learner_position',
    condition: OWN,
    columns: ['account_id cell_y cell_x subjects status shared_at updated_at'],
    key: { account_id: 'uuid' },
  },
  {
    file: 'arranged-events',
    description: 'Events you arranged.',
    table: 'local_event',
    condition: OWN,
    columns: [
      'id account_id title description event_type location_name address cell_y cell_x starts_at ends_at time_zone max_attendees price_cents is_sample cancelled_at created_at',
    ],
    key: { id: 'uuid' },
  },
  {
    file: 'event-seats',
    description: 'Events you have a seat at, or wait for one.',
    table: 'event_attendance',
    condition: OWN,
    columns: ['event_id account_id state confirmation_code order_id created_at'],
    withheld: { held_until: WITHHELD.machine },
    key: { event_id: 'uuid' },
  },
  {
    file: 'study-places',
    description: 'Places to study that you added.',
    table: 'study_place',
    condition: OWN,
    columns: ['id account_id name description address cell_y cell_x type hours amenities is_sample created_at'],
    key: { id: 'uuid' },
  },
  {
    file: 'study-place-ratings',
    description: 'Your ratings of places to study.',
    table: 'study_place_rating',
    condition: OWN,
    columns: ['place_id account_id stars rated_at'],
    key: { place_id: 'uuid' },
  },
];

/** The user's chat messages. */
const CHAT_PARTS: readonly ExportPart[] = [
  {
    file: 'chat-rooms',
    description: 'Chats with people you are connected with. Your messages are in chat-messages.json.',
    table: 'chat_room',
    condition: ':me in (t.first_id, t.second_id)',
    columns: ['id kind first_id second_id created_at'],
    withheld: { group_id: 'of rooms of a group', study_id: 'of rooms of a call', last_change: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'chat-messages',
    description: 'Messages you wrote in chats.',
    table: 'chat_message',
    condition: OWN,
    columns: ['id room_id account_id place content mentions created_at edited_at deleted_at'],
    withheld: { changed: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'chat-read',
    description: 'Up to where you have read each chat.',
    table: 'chat_read',
    condition: OWN,
    columns: ['account_id room_id place'],
    key: { room_id: 'uuid' },
  },
  {
    file: 'study-rooms',
    description: 'Study rooms you made.',
    table: 'study_room',
    condition: OWN,
    columns: ['id account_id name created_at ended_at'],
    withheld: { client_key: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'study-room-visits',
    description: 'Study rooms you were in.',
    table: 'study_participant',
    condition: OWN,
    columns: ['room_id account_id joined_at seen_at left_at'],
    key: { room_id: 'uuid' },
  },
];

/** Messages, questions and answers between creators and their students. */
const MARKET_PARTS: readonly ExportPart[] = [
  {
    file: 'market-codes',
    description: 'Percentage codes that you made.',
    table: 'market_code',
    condition: OWN,
    columns: ['id account_id creator_course_id code percent max_uses expires_at ended_at created_at'],
    key: { id: 'uuid' },
  },
  {
    file: 'market-code-uses',
    description: 'Codes of creators that you used.',
    table: 'market_code_use',
    condition: 't.order_id in (select id from billing_order where account_id = :me)',
    columns: ['order_id code_id list_cents created_at'],
    key: { order_id: 'uuid' },
  },
  {
    file: 'course-messages',
    description: 'What you wrote to the students of your courses.',
    table: 'course_message',
    condition: OWN,
    columns: ['id creator_course_id account_id subject text recipients sent_at'],
    key: { id: 'uuid' },
  },
  {
    file: 'course-messages-received',
    description: 'Which messages of creators you were sent.',
    table: 'course_message_to',
    condition: OWN,
    columns: ['message_id account_id told_at'],
    withheld: { attempts: WITHHELD.machine, due_at: WITHHELD.machine, given_up_at: WITHHELD.machine, last_error: WITHHELD.operator },
    key: { message_id: 'uuid' },
  },
  {
    file: 'lesson-questions',
    description: 'What you asked at lessons, and the answers.',
    table: 'lesson_question',
    condition: OWN,
    columns: ['id creator_course_id lesson_id account_id text answer answered_at created_at'],
    key: { id: 'uuid' },
  },
];

/** The translations that the user proposed. */
const TRANSLATION_PARTS: readonly ExportPart[] = [
  {
    file: 'text-proposals',
    description: 'Better texts that you proposed for the interface in other languages.',
    table: 'text_proposal',
    condition: OWN,
    columns: ['id account_id language source proposed state created_at decided_at'],
    withheld: { decided_by: WITHHELD.operator },
    key: { id: 'uuid' },
  },
];

/**
 * Exports everything stored about a user as a zip (EXP-01, G56): `README.txt` and one list per table. It is read from the database while
 * the caller consumes it, and audited before it begins.
 * @throws ProductError not_found when the account does not exist; the stream fails when the database stays unavailable
 */
export async function exportData(accountId: string): Promise<AsyncIterable<Uint8Array>> {
  const account = await database()('account').where({ id: accountId }).first('email', 'email_verified_at');
  if (!account) throw notFound('account');
  await recordAudit({ actor: `account:${accountId}`, action: 'account.exported', subject: `account:${accountId}` });
  const at = new Date();
  return zipFiles(filesOf({ accountId, address: account.email_verified_at === null ? '' : account.email }, at), at);
}

function* filesOf(exported: Exported, at: Date): Generator<ZippedFile> {
  const parts = exportParts();
  yield { name: 'README.txt', text: [exportReadme(parts, EXCLUDED_TABLES, at)] };
  for (const part of parts) yield { name: `${part.file}.json`, text: listOf(readPart(part, exported)) };
}

/** Formats lines of JSON as a list. */
async function* listOf(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const lines of pages) {
    if (lines.length === 0) continue;
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Every file of a data export, in order; kinds of work declare their own (`exported`). */
export const exportParts = (): readonly ExportPart[] => [
  ...ACCOUNT_PARTS,
  ...ORGANISATION_PARTS,
  ...COURSE_PARTS,
  ...MARKET_PARTS,
  ...TRANSLATION_PARTS,
  ...LEARNING_PARTS,
  ...runKinds().flatMap(({ exported }) => exported),
  ...COMMUNITY_PARTS,
  ...CHAT_PARTS,
  ...PLACES_PARTS,
  ...BILLING_PARTS,
];

/** Returns the text that explains what an export contains, and what it omits and why. @param at its creation time */
function exportReadme(parts: readonly ExportPart[], notExported: Readonly<Record<string, string>>, at: Date): string {
  const withheld = parts.flatMap(({ file, withheld = {} }) =>
    Object.entries(withheld).map(([column, why]) => `${file}: ${column} (${why})`),
  );
  return [
    `Your data at ${PRODUCT}, ${at.toISOString()}`,
    '',
    'Every file is a list in JSON, one entry a line; an empty list means that nothing of the kind is stored.',
    'Times carry their offset from UTC. Amounts that end in _cents are US cents. Tokens are counted in hundredths: 1250 is 12.50 tokens.',
    '',
    ...parts.flatMap(({ file, description }) => [`${file}.json`, `  ${description}`]),
    '',
    'Not in these files:',
    ...withheld.map((line) => `  ${line}`),
    '',
    'Not exported at all:',
    ...Object.entries(notExported).map(([table, why]) => `  ${table}: ${why}`),
    '',
  ].join('\n');
}

/** A short outage of the database must not break a long download. */
const PATIENCE_MS = 15_000;
const USUAL_PAGE = 500;

/** Owner of the exported rows. */
interface Exported {
  readonly accountId: string;
  /** Empty when it is not verified. */
  readonly address: string;
}

/**
 * Streams a user's rows of one part, page by page, each row as one line of JSON. Holds no connection or transaction between pages, so a
 * caller may read slowly. Rows written meanwhile may or may not be included.
 */
async function* readPart(part: ExportPart, { accountId: me, address }: Exported): AsyncGenerator<readonly string[]> {
  const rows = part.page ?? USUAL_PAGE;
  let place: string[] | null = null;
  for (;;) {
    const statement = pageOf(part, place !== null);
    const bound = { me, address, rows, ...Object.fromEntries((place ?? []).map((value, index) => [`at${index}`, value])) };
    const page: { line: string; place: string[] }[] = await retryWhileDatabaseUnavailable(PATIENCE_MS, async () => {
      const { rows: found } = await database().raw(statement, bound);
      return found;
    });
    yield page.map(({ line }) => line);
    place = page.at(-1)?.place ?? null;
    if (page.length < rows) return;
  }
}

function pageOf(part: ExportPart, isLater: boolean): string {
  const { table, condition, key } = part;
  const values = columnsOf(part)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ');
  const names = Object.keys(key).map((name) => `t.${name}`);
  const last = Object.values(key).map((type, index) => `cast(:at${index} as ${type})`);
  return `select json_build_object(${values})::text as line, array[${names.map((name) => `${name}::text`).join(', ')}] as place
            from ${table} t where (${condition}) ${isLater ? `and (${names.join(', ')}) > (${last.join(', ')})` : ''}
           order by ${names.join(', ')} limit :rows`;
}
