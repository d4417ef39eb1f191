import { createHash } from 'node:crypto';
import {
  FORECAST_DAYS,
  REVIEW_SIZE,
  type reviewForecast as forecastEndpoint,
  type ReviewScope,
  type listAnswers as answersEndpoint,
  type listReview as reviewEndpoint,
  type ReviewCard,
} from '#contract/practice/practice.contract.ts';
import { kindOf, optionsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { coverOf } from '#domain/courses/pictures/course-pictures.queries.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { REVIEW_CARDS } from '#contract/practice/cards.contract.ts';
import { cardsIn, countDueCards, listDueCards } from './cards/cards.queries.ts';
import { questionsIn, shareOfDay } from './day-share.queries.ts';
import { fromAnswers, quizOf, scoreOf } from './answer-question.command.ts';
import type { QuestionAnswer } from './question-answer.model.ts';

/** Lists a user's latest answers to the questions of a live lesson. @throws ProductError not_found */
export async function listAnswers(given: {
  accountId: string;
  courseId: string;
  lessonId: string;
}): Promise<AnswerOf<typeof answersEndpoint>> {
  const { courseId, lessonId } = await findLiveLesson(given);
  const quiz = await quizOf(database(), courseId, lessonId);
  const lesson = { accountId: given.accountId, courseId, lessonId, quiz };
  const answers = await rowsOf<Pick<QuestionAnswer, 'question_id' | 'chosen_ids' | 'is_right' | 'answered_at'> & { attempts: number }>(
    database(),
    sql`select distinct on (question_id) question_id, chosen_ids, is_right, answered_at, count(*) over (partition by question_id)::int as attempts
          ${fromAnswers(lesson)} order by question_id, answered_at desc`,
  );
  return {
    answers: answers.map((row) => ({ ...row, answered_at: row.answered_at.toISOString() })),
    score: await scoreOf(database(), lesson),
  };
}

/** Counts the questions and flash cards for today: those due now, up to fifteen minutes. */
export async function countDue(accountId: string, now = new Date(), timeZone = 'UTC'): Promise<number> {
  const { questions, flashCards } = await shareOfDay({ accountId, timeZone, now });
  return questions + flashCards;
}

/**
 * Lists due questions and flash cards, the hardest of the last day first, then the longest overdue, up to one session and, unless `more` are
 * wanted, up to the fifteen minutes of a day. Cards of questions that are no longer in the live version are deleted. The number of
 * statements does not depend on the number of courses.
 */
export async function listReview({
  accountId,
  scope = {},
  timeZone = 'UTC',
  more = false,
  now = new Date(),
}: {
  accountId: string;
  scope?: ReviewScope;
  timeZone?: string;
  more?: boolean;
  now?: Date;
}): Promise<AnswerOf<typeof reviewEndpoint>> {
  const ofDay = await shareOfDay({ accountId, scope, timeZone, now });
  const share = more ? { questions: REVIEW_SIZE, flashCards: REVIEW_CARDS, waiting: 0 } : ofDay;
  const size = Math.min(REVIEW_SIZE, share.questions);
  const rows = await rowsOf<Row>(
    database(),
    sql`select due.*, course.title as course_title, live.contents->>'language' as language, place.module - 1 as module, place.lesson - 1 as lesson,
            place.content->>'title' as lesson_title, question, ${coverOf(sql`course`)} as cover
       from review_card due
       join course on course.id = due.course_id
       join course_version live on live.course_id = course.id and live.number = course.current_version
      cross join lateral (
        select module.place as module, lesson.place as lesson, lesson.content
          from jsonb_array_elements(live.content->'modules') with ordinality as module (content, place),
               jsonb_array_elements(module.content->'lessons') with ordinality as lesson (content, place)
         where lesson.content->>'lesson_id' = due.lesson_id::text) place
      cross join lateral jsonb_array_elements(place.content->'quiz') question
      where ${questionsIn(accountId, scope)} and due.due_at <= ${now} and question->>'id' = due.question_id
      order by due.again_on is null, due.due_at, due.course_id, due.question_id limit ${size}`,
  );
  const [counted] = await rowsOf<{ due: number; next_at: Date | null }>(
    database(),
    sql`select count(*) filter (where due_at <= ${now})::int as due, min(due_at) filter (where due_at > ${now}) as next_at
          from review_card due where ${questionsIn(accountId, scope)}`,
  );
  const { due, next_at: nextAt } = counted!;
  // fewer than are due: the missing questions were removed, and their cards would stay due for ever
  if (rows.length < Math.min(size, due)) {
    const forgotten = await forgetGone(accountId, now);
    if (forgotten > 0) return listReview({ accountId, scope, timeZone, more, now });
  }
  const day = now.toISOString().slice(0, 10);
  const [flashCards, counts] = await Promise.all([
    listDueCards(accountId, now, Math.min(REVIEW_CARDS, share.flashCards), scope),
    countDueCards(accountId, now, scope),
  ]);
  const [next] = [nextAt, counts.nextAt].filter((at) => at !== null).toSorted((one, other) => one.getTime() - other.getTime());
  return {
    due: due + counts.due,
    next_at: next?.toISOString() ?? null,
    waiting: share.waiting,
    cards: rows.map((row) => toCard(row, day)),
    flash_cards: flashCards,
  };
}

interface Forecast extends ReviewScope {
  readonly accountId: string;
  /** IANA name of the time zone at whose midnight days begin. */
  readonly timeZone: string;
  readonly now?: Date;
}

/** Counts the reviews of each of the next days; today includes overdue ones. */
export async function forecastReview({
  accountId,
  timeZone,
  now = new Date(),
  ...scope
}: Forecast): Promise<AnswerOf<typeof forecastEndpoint>> {
  const dayOf = (at: Sql): Sql => sql`(${at} at time zone ${timeZone})::date`;
  const days = await rowsOf<{ day: string; again: number; questions: number; flash_cards: number; due: number }>(
    database(),
    sql`with coming as (
          select due.due_at, true as is_question, again_on is not null as is_again from review_card due where ${questionsIn(accountId, scope)}
          union all select due_at, false, false from flash_card where ${cardsIn(accountId, scope)})
        select to_char(day, 'YYYY-MM-DD') as day, count(coming.due_at)::int as due,
               count(*) filter (where is_again and due_at <= ${now})::int as again,
               count(*) filter (where is_question and due_at <= ${now})::int as questions,
               count(*) filter (where not is_question and due_at <= ${now})::int as flash_cards
          from generate_series(0, ${FORECAST_DAYS - 1}::int) n
         cross join lateral (select ${dayOf(sql`${now}::timestamptz`)} + n as day) one
          left join coming on greatest(${dayOf(sql`coming.due_at`)}, ${dayOf(sql`${now}::timestamptz`)}) = day
         group by day order by day`,
  );
  const [today] = days;
  const { waiting } = await shareOfDay({ accountId, scope, timeZone, now });
  return {
    again: today!.again,
    questions: today!.questions,
    flash_cards: today!.flash_cards,
    waiting,
    days: days.map(({ day, due }) => ({ day, due })),
  };
}

/** Deletes due cards of questions that the live version of their course does not have. @returns number of cards deleted */
async function forgetGone(accountId: string, now: Date): Promise<number> {
  const deleted = await rowsOf(
    database(),
    sql`delete from review_card card where account_id = ${accountId} and due_at <= ${now} and not exists (
          select from course join course_version live on live.course_id = course.id and live.number = course.current_version,
                 jsonb_path_query(live.content, '$.modules[*].lessons[*]') lesson, jsonb_array_elements(lesson->'quiz') item
           where course.id = card.course_id and lesson->>'lesson_id' = card.lesson_id::text and item->>'id' = card.question_id)
        returning card.question_id`,
  );
  return deleted.length;
}

interface Row extends Omit<ReviewCard, 'options' | 'due_at' | 'question' | 'kind'> {
  readonly due_at: Date;
  readonly question: QuizItem;
}

const toCard = ({ question, due_at, ...row }: Row, day: string): ReviewCard => ({
  course_id: row.course_id,
  course_title: row.course_title,
  cover: row.cover,
  language: row.language,
  lesson_id: row.lesson_id,
  lesson_title: row.lesson_title,
  module: Number(row.module),
  lesson: Number(row.lesson),
  question_id: row.question_id,
  kind: kindOf(question),
  question: question.question,
  // true comes before false
  options:
    question.kind === 'true_false' ? optionsOf(question) : shuffled(optionsOf(question), `${day} ${row.lesson_id} ${row.question_id}`),
  due_at: due_at.toISOString(),
});

/** Shuffles deterministically, so that a reload does not move options while a user is about to click. */
const shuffled = <T extends { readonly id: string }>(options: readonly T[], seed: string): T[] =>
  options
    .map((option) => ({ option, at: createHash('sha256').update(`${seed} ${option.id}`).digest('hex') }))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ option }) => option);
