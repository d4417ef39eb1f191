import { REVIEW_SECONDS, type ReviewScope } from '#contract/practice/practice.contract.ts';
import { database } from '#domain/platform/database.ts';
import { join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { cardsIn } from './cards/cards.queries.ts';

/** The condition for the questions of an account, or of a course of its. A deck has none. */
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

/** A learner's review for one day: the number of questions and flash cards, and how many wait for another day. */
export interface DayShare {
  readonly questions: number;
  readonly flashCards: number;
  readonly waiting: number;
}

/**
 * Fills what is left of a day's fifteen minutes with what is due, in its order, so that nothing less urgent passes something more urgent.
 * @param due most urgent first; as many as a day can hold are enough
 * @param all how many are due altogether
 * @param spentSeconds what the learner has reviewed today already
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

/** So many of the shortest fill a day. */
const MOST_A_DAY = Math.ceil(REVIEW_SECONDS.day / Math.min(REVIEW_SECONDS.question, REVIEW_SECONDS.flash_card));

export interface OfDay {
  readonly accountId: string;
  readonly scope?: ReviewScope;
  /** IANA name: the day began at midnight there. */
  readonly timeZone: string;
  readonly now: Date;
}

/** Says what of all that is due a learner's day asks for. */
export async function shareOfDay({ accountId, scope = {}, timeZone, now }: OfDay): Promise<DayShare> {
  const [[due], spentSeconds] = await Promise.all([
    rowsOf<{ first: Due[] | null; total: number }>(
      database(),
      sql`with due as materialized (
            (select due_at, course_id::text || question_id as place, 'question' as kind from review_card due
              where ${questionsIn(accountId, scope)} and due_at <= ${now})
            union all
            (select due_at, id::text, 'flash_card' from flash_card where ${cardsIn(accountId, scope)} and due_at <= ${now}))
          select (select count(*)::int from due) as total,
                 (select array_agg(kind order by due_at, place) from (select * from due order by due_at, place limit ${MOST_A_DAY}) one) as first`,
    ),
    secondsToday(accountId, timeZone, now),
  ]);
  return fillDay(due!.first ?? [], due!.total, spentSeconds);
}

/** A learner's review time since midnight, in seconds. The first answer to a question belongs to its lesson and does not count. */
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
