import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { givenFullAccount } from '#domain/settings/export/full-account.factory.ts';
import { openSession, type Session } from '../attacks/session.ts';
import { givenState } from './given-states.ts';
import { PASSWORD, type Given, type Outside } from './state.ts';

const SENTENCE = 'Bees fly at dawn and return at dusk, with pollen for the brood and nectar for the winter. ';

/** An account with data of every kind, and much of every kind that can be large. */
export interface GivenAccount {
  readonly session: Session;
  readonly accountId: string;
  readonly email: string;
  /** Returns an id for a parameter or field of an endpoint; undefined if there is none. */
  idOf(endpoint: Endpoint, name: string): string | undefined;
  /** Reads the ids again, because earlier requests may have deleted rows. */
  refresh(): Promise<void>;
  /** Creates what an operation needs; `idOf` finds its ids from now on. @returns fields that its bodies must have to be accepted */
  prepare(operation: string, outside: Outside): Promise<Given>;
}

/** Copies rows of a table, each with a new id. @param changes SQL by column; `n` is the number of the copy */
async function multiply(
  knex: Knex,
  { table, where, times, changes = {} }: { table: string; where: string; times: number; changes?: Readonly<Record<string, string>> },
): Promise<void> {
  const { rows } = await knex.raw(
    `select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ?
        and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const names: string[] = rows.map(({ name }: { name: string }) => name);
  const values: Readonly<Record<string, string>> = { id: 'gen_random_uuid()', ...changes };
  await knex.raw(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')})
     select ${names.map((name) => values[name] ?? `old."${name}"`).join(', ')}
       from (select * from ${table} where ${where} limit 1) old, generate_series(1, ${times}) n`,
  );
}

const text = (length: number): string => `left(n || ' ' || repeat('${SENTENCE}', ${Math.ceil(length / SENTENCE.length)}), ${length})`;

/** What an account can own in large numbers, by table: copies of the full account's row. */
const MUCH: readonly { table: string; owner?: string; times: number; changes: Readonly<Record<string, string>> }[] = [
  {
    table: 'flash_card',
    times: CARD_LIMITS.cards - 500,
    changes: { guid: `'g' || n`, deck: `'Deck ' || n % 50`, front: text(300), back: text(900), due_at: `now() - n * interval '1 s'` },
  },
  { table: 'lesson_note', times: 5_000, changes: { lesson_id: 'gen_random_uuid()', text: text(4_000) } },
  { table: 'mentor_session', times: 2_000, changes: { title: text(120) } },
  { table: 'voice_note', times: 500, changes: { title: text(200), transcription: text(60_000), run_id: 'null' } },
  {
    table: 'forum_post',
    owner: 'author_id',
    times: 2_000,
    changes: { title: text(200), content: text(20_000), active_at: `now() - n * interval '1 s'` },
  },
  {
    table: 'study_group',
    owner: 'creator_id',
    times: 2_000,
    // nobody can own so many, so they belong to another user
    changes: { name: text(100), description: text(2_000), creator_id: '(select id from account order by id desc limit 1)' },
  },
  {
    table: 'creator_course',
    times: 2_000,
    changes: {
      title: text(200),
      description: text(5_000),
      client_key: `'k' || n`,
      search_text: text(8_000),
      status: `'published'`,
      published_at: 'now()',
      renewed_at: 'now()',
      language: `'english'`,
      age_group: `'Adults'`,
    },
  },
  { table: 'course', times: 500, changes: { title: text(200), description: text(2_000), run_id: 'null' } },
  { table: 'notification', times: 5_000, changes: { cause: `'copy ' || n`, subject: text(200) } },
  {
    table: 'ledger_transaction',
    owner: "kind = 'sale' and owner_id",
    times: 5_000,
    changes: { idempotency_key: `'copy ' || gen_random_uuid()`, request_hash: `'copy ' || n`, change: '100', at: 'now()' },
  },
  { table: 'source', times: 40, changes: { name: text(200), run_id: 'null' } },
  { table: 'text_proposal', times: 2_000, changes: { source: text(500), proposed: text(500) } },
];

/** Tables by the name of an id. If one name means several things, the path decides. */
const BY_PATH: readonly (readonly [path: RegExp, name: string, statement: string])[] = [
  [/^\/api\/auth\/sessions/, 'session_id', 'select id from session where account_id = :me'],
  [/^\/api\/payments/, 'session_id', 'select stripe_session_id as id from billing_order where account_id = :me'],
  [/./, 'session_id', 'select id from mentor_session where account_id = :me'],
  [/^\/api\/(mentor|ai-mentor)/, 'message_id', `select id from mentor_message where account_id = :me and sender = 'user'`],
  [/./, 'message_id', 'select id from chat_message where account_id = :me order by created_at desc'],
  [
    /^\/api\/(creator|market|operator\/market)/,
    'course_id',
    'select id from creator_course where account_id = :me order by published_version desc nulls last, id',
  ],
  [/^\/api\/vertex-ai/, 'task_id', 'select run_id as id from video_clip where account_id = :me'],
  [/^\/api\/course-exports/, 'task_id', 'select run_id as id from course_export where account_id = :me'],
  [
    /^\/api\/courses\/:course_id\/proposals/,
    'task_id',
    `select id from run where account_id = :me and kind = 'lesson' order by created_at desc`,
  ],
  [/./, 'task_id', `select id from run where account_id = :me and kind = 'course' order by created_at desc`],
  [/^\/api\/study-rooms/, 'room_id', 'select id from study_room where account_id = :me'],
  [/./, 'room_id', 'select room_id as id from chat_message where account_id = :me order by created_at desc'],
  [/^\/api\/shared/, 'token', 'select token as id from course_share where account_id = :me'],
  [/^\/api\/voice-notes\/:user_id/, 'user_id', 'select id from account where id = :me'],
  [/^\/api\/creator\/batches/, 'batch_id', 'select run_id as id from batch where creator_id = :me'],
  [/./, 'batch_id', 'select run_id as id from batch'],
  [/^\/api\/operator\/audit/, 'entry_id', 'select id from audit_entry'],
  [/./, 'user2_id', 'select id from account order by id desc'],
  [/./, 'person_id', 'select addressee_id as id from connection where requester_id = :me'],
  [/./, 'note_id', 'select id from lesson_note where account_id = :me'],
  [/./, 'card_id', 'select id from flash_card where account_id = :me'],
  [/./, 'deck', 'select deck as id from flash_card where account_id = :me'],
  [/./, 'post_id', 'select id from forum_post where author_id = :me'],
  [/./, 'reply_id', 'select id from forum_reply where author_id = :me'],
  [/./, 'group_id', 'select id from study_group where creator_id = :me'],
  [/./, 'question_id', 'select id from lesson_question where account_id = :me'],
  [/^\/api\/flash-cards/, 'rating_id', 'select id from flash_card_rating where account_id = :me'],
  [/./, 'rating_id', 'select id from course_rating where account_id = :me'],
  [/./, 'code_id', 'select id from market_code where account_id = :me'],
  [/./, 'passkey_id', 'select id from passkey where account_id = :me'],
  [/./, 'simulation_id', 'select id from simulation where account_id = :me'],
  [/./, 'media_id', 'select id from media_object where account_id = :me'],
  [/./, 'source_id', 'select id from source where account_id = :me'],
  [/./, 'certificate_id', 'select id from certificate where account_id = :me'],
  [/./, 'test_id', 'select id from final_test where account_id = :me'],
  [/./, 'voice_note_id', 'select id from voice_note where account_id = :me'],
  [/./, 'event_id', 'select id from local_event where account_id = :me'],
  [/./, 'location_id', 'select id from study_place where account_id = :me'],
  [/./, 'proposal_id', 'select id from text_proposal where account_id = :me'],
  [/\/organisation\/people\//, 'person_id', 'select id from organisation_person where account_id = :me'],
  [/./, 'roster_id', 'select id from organisation_roster where made_by = :me'],
  [/./, 'token_id', 'select id from organisation_scim_token where made_by = :me'],
  [/./, 'organisation_id', 'select organisation_id as id from organisation_member where account_id = :me'],
  [/./, 'invoice_id', 'select id from billing_payment where account_id = :me'],
  [/./, 'alarm_id', 'select id from billing_alarm where account_id = :me'],
  [/./, 'sales_message_id', 'select id from sales_message'],
  [/./, 'answer_id', 'select id from words_answer where account_id = :me'],
  [/./, 'bulk_id', 'select id from bulk_act'],
  [/./, 'evaluation_id', 'select run_id as id from evaluation order by created_at desc'],
  [/./, 'api_key_id', 'select id from api_key where account_id = :me'],
];

const FIXED: Readonly<Record<string, string>> = {
  month: '2026-11',
  module: '0',
  number: '1',
  part: '0',
  place: 'cover',
  holder: 'account',
  language: 'german',
  provider: 'google',
  service: 'claude',
  forum_id: 'general',
  hash: '0'.repeat(64),
  key: '0'.repeat(16),
  up_to: '1',
  key_id: 'none',
  upload_id: '00000000-0000-4000-8000-000000000000',
};
/** Ids that the client generates: with an existing one, a call would only repeat. */
const MADE_BY_CLIENT = [
  'card_id',
  'note_id',
  'post_id',
  'reply_id',
  'group_id',
  'message_id',
  'question_id',
  'event_id',
  'location_id',
  'answer_id',
  'rating_id',
  'bulk_id',
];
const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

/**
 * Creates the account, with every role. The connection of `domain/platform/database.ts` must be open.
 * @param options `isLarge: false`: it has one row of everything
 */
export async function givenAccount(url: string, knex: Knex, { isLarge = true } = {}): Promise<GivenAccount> {
  // letters only: it is a first name, and seven digits would look like a phone number
  const mark = `bench${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const { accountId, email } = await givenFullAccount(mark);
  await givenTokens(accountId, 10_000_000);
  await knex('second_factor').where({ account_id: accountId }).del();
  await knex('writing_suspension').where({ account_id: accountId }).del();
  await knex('account')
    .where({ id: accountId })
    .update({ roles: ['learner', 'creator', 'operator'] });
  // the full account's alarm has a kind that is never raised
  await knex('billing_alarm').where({ account_id: accountId }).update({ kind: 'order.review' });
  // a fixture's course, and that of who shares with it, comes from a run that never ends: ten of them would occupy all slots of the queue
  await knex('run')
    .where({ kind: 'course', status: 'running', stage: 'queued' })
    .update({ status: 'completed', stage: 'done', finished_at: knex.fn.now() });
  await knex('forum_post').where({ author_id: accountId }).update({ group_id: null, forum_id: 'general' });
  for (const { table, owner = 'account_id', times, changes } of isLarge ? MUCH : [])
    await multiply(knex, { table, where: `${owner} = '${accountId}'`, times, changes });
  await knex.raw(
    `insert into course_version (course_id, number, content)
     select copy.id, copy.current_version, old.content
       from course copy,
            (select content from course_version join course on id = course_id where account_id = :accountId limit 1) old
      where copy.account_id = :accountId and not exists (select from course_version own where own.course_id = copy.id)`,
    { accountId },
  );
  await knex.raw('vacuum analyze');
  const session = await openSession(url, { email, password: PASSWORD });
  await session.json('POST', '/api/community-chat/messages', { message_id: randomUUID(), content: 'Who keeps bees here?' });

  let found = new Map<string, string>();
  let courseId: string | undefined;
  let given: Given = {};
  const refresh = async () => {
    given = {};
    found = new Map();
    for (const [, , statement] of BY_PATH) {
      const { rows } = await knex.raw(`${statement} limit 1`, { me: accountId });
      if (rows[0]) found.set(statement, String(rows[0].id));
    }
    const [course] = await knex('course').where({ account_id: accountId }).orderBy('lesson_count', 'desc').limit(1).select('id');
    courseId = course?.id;
    const lesson = await knex.raw(
      `select content->'modules'->0->'lessons'->0->>'lesson_id' as id from course_version where course_id = ? order by number desc limit 1`,
      [courseId ?? null],
    );
    found.set('lesson', lesson.rows[0]?.id ?? '0_0');
  };
  await refresh();
  return {
    session,
    accountId,
    email,
    refresh,
    prepare: async (operation, outside) => (given = await givenState(operation, { knex, accountId, email, session, outside })),
    idOf: ({ path }, name) => {
      if (typeof given[name] === 'string') return given[name];
      if (['user_id', 'user1_id', 'creator_id', 'member_id'].includes(name)) return accountId;
      if (name === 'lesson_id') return found.get('lesson');
      if (MADE_BY_CLIENT.includes(name) && !namesIn(path).includes(name)) return undefined;
      const row = BY_PATH.find(([pattern, known]) => known === name && pattern.test(path));
      if (row) return found.get(row[2]);
      if (name === 'course_id') return courseId;
      return namesIn(path).includes(name) || name === 'up_to' ? FIXED[name] : undefined;
    },
  };
}
