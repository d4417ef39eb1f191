import { REVIEW_SECONDS } from '#contract/courses/study-minutes.ts';
import type { ReviewScope } from '#contract/practice/practice.contract.ts';
import { database } from '#domain/platform/database.ts';
import { join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { cardsIn } from './cards/cards.queries.ts';

/** SQL condition: questions of an account, or only those of a course; a deck has none. */
export const questionsIn = (accountId: string, { course_id: courseId, deck }: ReviewScope): Sql =>
  join(
    [
      sql`due.account_id = ${accountId}`,
      ...(courseId === undefined ? [] : [sql`due.course_id::text = ${courseId}`]),
      ...(deck === undefined ? [] : [sql`false`]),
    ],
    ' and ',
  );

export type Due = 'question' | 'flash_card';

/** A learner's review for one day: the numbers of questions and flash cards, and how many wait for another day. */
export interface DayShare {
  readonly questions: number;
  readonly flashCards: number;
  readonly waiting: number;
}

/**
 * Fills the rest of a day's fifteen minutes with due items in order, stopping at the first that no longer fits, so that nothing less urgent
 * comes before it.
 * @param due most urgent first; no more than fit into a day are needed
 * @param all total number of due items
 * @param spentSeconds time the learner has already reviewed today
 */
export function fillDay(due: readonly Due[], all: number, spentSeconds: number): DayShare {
  const counts = { question: 0, flash_card: 0 };
  let left = REVIEW_SECONDS.day - spentSeconds;
  for (const kind of due) {
    left -= REVIEW_SECONDS[kind];
    if (left < 0) break;
    counts[kind] += 1;
  }
  return { questions: counts.question, flashCards: counts.flash_card, waiting: all - counts.question - counts.flash_card };
}

/** Number of the shortest items that fill a day. */
const MOST_A_DAY = Math.ceil(REVIEW_SECONDS.day / Math.min(REVIEW_SECONDS.question, REVIEW_SECONDS.flash_card));

export interface OfDay {
  readonly accountId: string;
  readonly scope?: ReviewScope;
  /** IANA name of the time zone at whose midnight the day began. */
  readonly timeZone: string;
  readonly now: Date;
}

/** Returns the part of all due items that belongs to a learner's day. */
export async function shareOfDay({ accountId, scope = {}, timeZone, now }: OfDay): Promise<DayShare> {
  const [[due], spentSeconds] = await Promise.all([
    rowsOf<{ first: Due[] | null; total: number }>(
      database(),
      sql`with due as materialized (
            (select again_on is null as is_later, due_at, course_id::text || question_id as place, 'question' as kind from review_card due
              where ${questionsIn(accountId, scope)} and due_at <= ${now})
            union all
            (select true, due_at, id::text, 'flash_card' from flash_card where ${cardsIn(accountId, scope)} and due_at <= ${now}))
          select (select count(*)::int from due) as total,
                 (select array_agg(kind order by is_later, due_at, place)
                    from (select * from due order by is_later, due_at, place limit ${MOST_A_DAY}) one) as first`,
    ),
    secondsToday(accountId, timeZone, now),
  ]);
  return fillDay(due!.first ?? [], due!.total, spentSeconds);
}

/** Returns a learner's review time since midnight, in seconds. The first answer to a question belongs to its lesson and does not count. */
async function secondsToday(accountId: string, timeZone: string, now: Date): Promise<number> {
  const midnight = sql`(((${now}::timestamptz at time zone ${timeZone})::date)::timestamp at time zone ${timeZone})`;
  const [counted] = await rowsOf<{ questions: number; flash_cards: number }>(
    database(),
    sql`select (select count(*)::int from question_answer answer
                 where account_id = ${accountId} and answered_at >= ${midnight} and answered_at <= ${now}
                   and exists (select from question_answer earlier
                                where earlier.account_id = answer.account_id and earlier.course_id = answer.course_id
                                  and earlier.lesson_id = answer.lesson_id and earlier.question_id = answer.question_id
                                  and earlier.answered_at < answer.answered_at)) as questions,
               (select count(*)::int from flash_card_rating
                 where account_id = ${accountId} and rated_at >= ${midnight} and rated_at <= ${now} and undone_at is null) as flash_cards`,
  );
  return counted!.questions * REVIEW_SECONDS.question + counted!.flash_cards * REVIEW_SECONDS.flash_card;
}
