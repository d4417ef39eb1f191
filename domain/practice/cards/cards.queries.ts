import {
  CARD_LIMITS,
  REVIEW_CARDS,
  type courseFlashCards,
  type DueCard,
  type FlashCard as WireCard,
} from '#contract/practice/cards.contract.ts';
import type { ReviewScope } from '#contract/practice/practice.contract.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { namedLessons } from '#domain/courses/content/course-content.queries.ts';
import { liveContents } from '#domain/courses/content/live-lesson.queries.ts';
import { hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { failureReason } from '#domain/platform/runs/run-error.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { empty, join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { knownLevel, returnsAt } from '../schedule-review.ts';
import type { FlashCard } from './flash-card.model.ts';
import { flashCardsKey } from './flash-cards.kind.ts';

type CardRow = Pick<FlashCard, 'id' | 'deck' | 'front' | 'back' | 'passage' | 'course_id' | 'lesson_id' | 'due_at' | 'reviews' | 'card'> & {
  readonly sort_at: string;
  /** Title of its lesson in the live version of its course; null when the lesson is gone. */
  readonly lesson_title: string | null;
  readonly module: number | null;
  readonly lesson: number | null;
};

const COLUMNS = sql`card.id, card.deck, card.front, card.back, card.passage, card.course_id, card.lesson_id, card.due_at, card.reviews, card.card,
  (card.created_at at time zone 'UTC')::text as sort_at, place.title as lesson_title, (place.module - 1)::int as module, (place.lesson - 1)::int as lesson`;

/** SQL: cards with the place of their lesson. @param cards the statement that selects them */
const withLessons = (cards: Sql, order: Sql): Sql => sql`
  select ${COLUMNS} from (${cards}) card
    left join course on course.id = card.course_id and course.account_id = card.account_id
    left join course_version live on live.course_id = course.id and live.number = course.current_version
    left join lateral (
      select module.place as module, lesson.place as lesson, lesson.value->>'title' as title
        from jsonb_array_elements(live.contents->'modules') with ordinality as module (value, place),
             jsonb_array_elements(module.value->'lessons') with ordinality as lesson (value, place)
       where lesson.value->>'lesson_id' = card.lesson_id::text) place on true
   order by ${order}`;

const NEWEST = sql`card.created_at desc, card.id desc`;

const toCard = (row: CardRow): WireCard => ({
  card_id: row.id,
  deck: row.deck,
  front: row.front,
  back: row.back,
  source:
    row.lesson_title === null
      ? null
      : {
          course_id: row.course_id!,
          lesson_id: row.lesson_id!,
          lesson_title: row.lesson_title,
          module: row.module!,
          lesson: row.lesson!,
          passage: row.passage,
        },
  due_at: row.due_at.toISOString(),
  reviews: row.reviews,
  known: knownLevel(row.card),
});

/** Returns one of the account's cards. @throws ProductError not_found */
export async function getCard({ accountId, cardId }: { accountId: string; cardId: string }): Promise<WireCard> {
  if (!isUuid(cardId)) throw notFound('card');
  const [row] = await rowsOf<CardRow>(
    database(),
    withLessons(sql`select * from flash_card card where account_id = ${accountId} and id = ${cardId}`, NEWEST),
  );
  if (!row) throw notFound('card');
  return toCard(row);
}

interface Page {
  readonly accountId: string;
  readonly deck?: string | undefined;
  /** Every word must occur on one of the card's sides. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Lists cards, newest first. @throws ProductError validation.failed for an invalid cursor */
export async function listCards({ accountId, deck, q, limit, after }: Page) {
  const cursor = after ? decodeCursor(after, 'after') : null;
  const words = wordsOf(q);
  const where = join(
    [
      sql`card.account_id = ${accountId}`,
      ...(deck === undefined ? [] : [sql`card.deck = ${deck}`]),
      ...(words.length === 0 ? [] : [hasEveryWord(sql`card.search_text`, words)]),
    ],
    ' and ',
  );
  const since = cursor ? sql`where (card.created_at, card.id) < ((${cursor.at}::timestamp at time zone 'UTC'), ${cursor.id}::uuid)` : empty;
  // reading the account's cards once gives both the page and the total
  const [found] = await rowsOf<{ total: number; ids: string[] }>(
    database(),
    sql`with found as materialized (select card.id, card.created_at from flash_card card where ${where})
        select (select count(*)::int from found) as total,
               array(select card.id from found card ${since} order by ${NEWEST} limit ${limit + 1})::text[] as ids`,
  );
  const { total, ids } = found!;
  const rows = await rowsOf<CardRow>(
    database(),
    withLessons(sql`select * from flash_card card where account_id = ${accountId} and id = any(${ids}::uuid[])`, NEWEST),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    cards: page.map(toCard),
    next: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
    total,
  };
}

interface Deck {
  readonly deck: string;
  readonly course_id: string | null;
  readonly cards: number;
  readonly due: number;
}

/** Lists decks by name. A deck has a course when all its cards come from that course. */
export const listDecks = (accountId: string, now = new Date()): Promise<Deck[]> =>
  rowsOf<Deck>(
    database(),
    sql`select deck, case when count(distinct course_id) = 1 and count(course_id) = count(*) then (array_agg(course_id))[1] end as course_id,
               count(*)::int as cards, count(*) filter (where due_at <= ${now})::int as due
          from flash_card where account_id = ${accountId} group by deck order by deck`,
  );

/** SQL condition: cards of an account, or only those of a course or deck. */
export const cardsIn = (accountId: string, { course_id: courseId, deck }: ReviewScope = {}): Sql =>
  join(
    [
      sql`account_id = ${accountId}`,
      ...(courseId === undefined ? [] : [sql`course_id::text = ${courseId}`]),
      ...(deck === undefined ? [] : [sql`deck = ${deck}`]),
    ],
    ' and ',
  );

/** Counts the cards that are due now. @returns also when the next one is due */
export async function countDueCards(accountId: string, now: Date, scope?: ReviewScope): Promise<{ due: number; nextAt: Date | null }> {
  const [counted] = await rowsOf<{ due: number; nextAt: Date | null }>(
    database(),
    sql`select count(*) filter (where due_at <= ${now})::int as due, min(due_at) filter (where due_at > ${now}) as "nextAt"
          from flash_card where ${cardsIn(accountId, scope)}`,
  );
  return counted!;
}

/** Lists the cards of a review session, longest overdue first. */
export async function listDueCards(accountId: string, now: Date, most: number = REVIEW_CARDS, scope?: ReviewScope): Promise<DueCard[]> {
  const rows = await rowsOf<CardRow>(
    database(),
    withLessons(
      sql`select * from flash_card where ${cardsIn(accountId, scope)} and due_at <= ${now} order by due_at, id limit ${most}`,
      sql`card.due_at, card.id`,
    ),
  );
  return rows.map((row) => ({ ...toCard(row), returns_at: returnsAt(row.card, now) }));
}

/** Returns how many cards a learner has from each lesson of a course, and the run that is writing some. @throws ProductError not_found */
export async function courseCards(given: { accountId: string; courseId: string }): Promise<AnswerOf<typeof courseFlashCards>> {
  const { courseId, title, contents } = await liveContents(given);
  const counts = await rowsOf<{ lesson_id: string; cards: number }>(
    database(),
    sql`select lesson_id, count(*)::int as cards from flash_card
         where account_id = ${given.accountId} and course_id = ${courseId} and lesson_id is not null group by lesson_id`,
  );
  const cards = new Map(counts.map((row) => [row.lesson_id, row.cards]));
  const free = new Set(config().library === null ? [] : await lessonsOfLibrary(courseId));
  const run = await database()('run')
    .where({ account_id: given.accountId, dedupe_key: flashCardsKey(courseId) })
    .orderBy('created_at', 'desc')
    .first('id', 'status', 'progress', 'error_code', 'error_detail', 'operator_detail');
  const isLive = run !== undefined && ['queued', 'running'].includes(run.status);
  return {
    deck: title.slice(0, CARD_LIMITS.deck),
    lessons: namedLessons(contents).map(({ lesson_id, title }) => ({
      lesson_id,
      title,
      cards: cards.get(lesson_id) ?? 0,
      is_free: free.has(lesson_id),
    })),
    task_id: isLive ? run.id : null,
    progress: isLive ? run.progress : 0,
    problem: run?.status === 'failed' ? (run.error_detail ?? ERRORS[run.error_code as ErrorCode].title) : null,
    reason: run?.status === 'failed' ? failureReason(run) : null,
  };
}

/** Returns the ids of the lessons of a live version that the library gave, and whose cards it has. */
async function lessonsOfLibrary(courseId: string): Promise<string[]> {
  const rows = await rowsOf<{ lesson_id: string }>(
    database(),
    sql`select lesson->>'lesson_id' as lesson_id
          from course join course_version on course_id = course.id and number = current_version,
               jsonb_path_query(content, '$.modules[*].lessons[*] ? (@.of_library == true)') lesson
         where course.id = ${courseId}`,
  );
  return rows.map(({ lesson_id: id }) => id);
}
