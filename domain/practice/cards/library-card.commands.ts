import type { Knex } from 'knex';
import * as z from 'zod';
import { CARD_LIMITS, CARDS_A_LESSON } from '#contract/practice/cards.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { deliverLessons } from '#domain/courses/content/delivery.commands.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { readLibraryAt } from '#domain/courses/library/library.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql, expression } from '#domain/platform/sql.ts';
import { addCards, lockCards, type NewCards, startCards } from './card.commands.ts';
import { courseCards } from './cards.queries.ts';
import { visiblePassage } from './card-problems.ts';
import { mistakesIn } from './mistakes.queries.ts';

const side = z.string().trim().min(1).max(CARD_LIMITS.front);
const answerSchema = z.object({ flash_cards: z.array(z.object({ front: side, back: side, passage: z.string().trim() })) });

interface OfLesson {
  readonly accountId: string;
  readonly courseId: string;
  /** The lesson's id, or its place in the live version, e.g. `0_1`. */
  readonly lessonId: string;
}

/** A lesson's cards of the library, before anything is stored. */
export interface LibraryCards {
  readonly courseId: string;
  readonly lessonId: string;
  readonly deck: string;
  readonly cards: readonly { readonly guid: string; readonly front: string; readonly back: string; readonly passage: string }[];
}

/** Returns how the library's cards of a lesson are told from others of it: their ids in files begin so. */
const guidsOf = ({ courseId, lessonId }: Pick<LibraryCards, 'courseId' | 'lessonId'>): string => `library ${courseId} ${lessonId} `;

/**
 * Asks the library for the cards of a lesson that it gave, best first, at most as many as a lesson gets. Stores nothing, and must be called
 * outside a transaction.
 * @returns null for a lesson that a service or a person wrote, and while the library does not answer
 * @throws ProductError not_found
 */
export async function findLibraryCards(of: OfLesson): Promise<LibraryCards | null> {
  const { library } = config();
  if (library === null) return null;
  const { courseId, lessonId } = await findLiveLesson(of);
  const [found] = await rowsOf<{ lesson: LessonContent; title: string; language: string }>(
    database(),
    sql`select lesson, course.title, content->>'language' as language
          from course join course_version on course_id = course.id and number = current_version,
               jsonb_path_query(content, '$.modules[*].lessons[*] ? (@.of_library == true)') lesson
         where course.id = ${courseId} and lesson->>'lesson_id' = ${lessonId}`,
  );
  if (!found) return null;
  const { lesson, title, language } = found;
  try {
    const answer = await readLibraryAt(`${library}/cards`, {
      lesson_text: [lesson.content, lesson.key_takeaways.map((point) => `- ${point}`).join('\n')].join('\n\n'),
      mistakes: await mistakesIn(of.accountId, courseId, lesson),
      wanted: { course: title, lesson: lesson.title, language },
    });
    const { flash_cards: cards } = answerSchema.parse(answer);
    return {
      courseId,
      lessonId,
      deck: title.slice(0, CARD_LIMITS.deck),
      cards: cards.slice(0, CARDS_A_LESSON).map(({ front, back, passage }, at) => ({
        guid: `${guidsOf({ courseId, lessonId })}${at + 1}`,
        front,
        back,
        passage: visiblePassage(passage),
      })),
    };
  } catch (error) {
    logger().warn({ err: error }, 'cards: the library does not answer');
    return null;
  }
}

/**
 * Keeps the library's cards of a lesson, in the transaction that completes it: due when the learner's next day begins. Cards of a course of
 * which the learner has declined some are left out, as are those of a lesson that has cards; a full account gets none.
 */
export async function keepLibraryCards(trx: Knex.Transaction, accountId: string, found: LibraryCards | null): Promise<void> {
  if (found === null || found.cards.length === 0) return;
  const { courseId, lessonId } = found;
  if (await trx('declined_cards').where({ account_id: accountId, course_id: courseId }).first('course_id')) return;
  const [day] = await rowsOf<{ next: Date }>(
    trx,
    sql`select ((now() at time zone zone)::date + 1)::timestamp at time zone zone as next
          from (select coalesce((select time_zone from user_settings where account_id = ${accountId}), 'UTC') as zone) here`,
  );
  await addLibraryCards(trx, accountId, found, day!.next).catch((error: unknown) => {
    if (!(error instanceof ProductError && error.code === 'cards.too_many')) throw error;
    logger().info({ account_id: accountId, lesson_id: lessonId }, 'cards: the account is full');
  });
}

/** @param from when they become due; absent: now */
async function addLibraryCards(
  trx: Knex.Transaction,
  accountId: string,
  { courseId, lessonId, deck, cards }: LibraryCards,
  from?: Date,
): Promise<void> {
  await lockCards(trx, accountId);
  if (await trx('flash_card').where({ account_id: accountId, course_id: courseId, lesson_id: lessonId }).first('id')) return;
  await addCards(trx, { accountId, deck, lesson: { courseId, lessonId }, ...(from && { from }) }, cards);
}

/**
 * Keeps or declines the library's cards of a lesson; those that are asked for are due now. Who declines some gets none of the course's later
 * lessons, until they ask for them. Other cards of the lesson, such as one's own, stay.
 * @returns number of cards that the learner now has from the lesson
 * @throws ProductError not_found, also when the library has no cards of the lesson; cards.too_many; refund.under_way
 */
export async function chooseLibraryCards({ keep, ...of }: OfLesson & { readonly keep: boolean }): Promise<{ cards: number }> {
  const { accountId } = of;
  const { courseId, lessonId } = await findLiveLesson(of);
  const found = keep ? await findLibraryCards(of) : null;
  if (keep && (found === null || found.cards.length === 0)) throw notFound('flash cards of this lesson');
  if (keep) await deliverLessons({ accountId, courseId, lessonIds: [lessonId] });
  return transact(async (trx) => {
    const course = { account_id: accountId, course_id: courseId };
    if (found) {
      await trx('declined_cards').where(course).delete();
      await addLibraryCards(trx, accountId, found);
    } else {
      await trx('declined_cards').insert(course).onConflict(['account_id', 'course_id']).ignore();
      await trx('flash_card')
        .where({ ...course, lesson_id: lessonId })
        .where(expression(trx, sql`starts_with(guid, ${guidsOf({ courseId, lessonId })})`))
        .delete();
    }
    const counted = await trx('flash_card')
      .where({ ...course, lesson_id: lessonId })
      .count({ cards: '*' })
      .first();
    return { cards: Number(counted!.cards) };
  });
}

/**
 * Gets the cards of those lessons of a learner's course that have none yet: the library's at once and free, the others by a run.
 * @returns id of the run, or null when nothing is to be written
 * @throws ProductError as `startCards` and `chooseLibraryCards`
 */
export async function orderCards(order: NewCards): Promise<string | null> {
  const { lessons } = await courseCards(order);
  const isWanted = (id: string) => !order.lessons || order.lessons.includes(id);
  for (const { lesson_id: lessonId } of lessons.filter((one) => one.is_free && one.cards === 0 && isWanted(one.lesson_id)))
    await chooseLibraryCards({ ...order, lessonId, keep: true }).catch((error: unknown) => {
      // the library has nothing worth a card in this lesson
      if (!(error instanceof ProductError && error.code === 'not_found')) throw error;
    });
  return startCards(order);
}
