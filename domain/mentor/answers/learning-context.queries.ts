import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { ADULT_AT } from '#contract/platform/age-rules.ts';
import type { Knex } from 'knex';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import type { MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { findLiveLesson, lessonIds, type LessonIds } from '#domain/courses/content/live-lesson.queries.ts';
import type { MessageRow } from '#domain/mentor/mentor-message.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** An earlier question and its answer. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}

/** The learner's own note on a lesson. */
interface LearnerNote {
  readonly passage: string | null;
  readonly text: string;
}

/** The mentor's knowledge of the open lesson. Module and lesson count from 0. */
export interface LearningContext {
  readonly courseId: string;
  readonly courseTitle: string;
  /** A value of the form's `language_preference`. */
  readonly language: string;
  readonly ageGroup: string;
  readonly lessonId: string;
  readonly lessonTitle: string;
  readonly module: number;
  readonly lesson: number;
  readonly content: string;
  readonly keyTakeaways: readonly string[];
  readonly notes: readonly LearnerNote[];
  /** Titles of the earlier lessons, in order, to which the mentor may refer a learner. */
  readonly earlierLessons: readonly string[];
  /** The lesson's questions with their right answers, which no engine is told; answers are checked with them. */
  readonly quiz: readonly QuizItem[];
  /** Questions of the lesson's quiz whose latest answer was wrong. */
  readonly mistakes: readonly { readonly question: string; readonly chosen: string }[];
}

const NOTES_SHOWN = 20;
const MINORS: ReadonlySet<string> = new Set(AGE_GROUPS.filter(({ to }) => to < ADULT_AT).map(({ name }) => name));

/**
 * Returns the open lesson of one of the account's courses, with the account's notes on it.
 * @throws ProductError not_found for a course or lesson that is not the account's
 */
export async function learningContext(
  trx: Knex,
  given: { accountId: string; courseId: string; lessonId: string },
): Promise<LearningContext> {
  const { courseId, lessonId } = await findLiveLesson(given, trx);
  const own = sql`account_id = ${given.accountId} and course_id = ${courseId} and lesson_id = ${lessonId}::uuid`;
  const [row] = await rowsOf<
    Omit<LearningContext, 'courseId' | 'lessonId' | 'module' | 'lesson' | 'earlierLessons'> & {
      readonly ids: LessonIds;
      readonly titles: readonly string[];
    }
  >(
    trx,
    sql`select course.title as "courseTitle", course.age_group as "ageGroup", contents->>'language' as language,
            lesson->>'title' as "lessonTitle", lesson->>'content' as content, lesson->'key_takeaways' as "keyTakeaways",
            ${lessonIds(sql`contents`)} as ids, jsonb_path_query_array(contents, '$.modules[*].lessons[*].title') as titles,
            coalesce(lesson->'quiz', '[]') as quiz,
            (select coalesce(jsonb_agg(jsonb_build_object('passage', passage->>'quote', 'text', note.text)), '[]')
               from (select passage, text from lesson_note where ${own} order by created_at desc, id desc limit ${NOTES_SHOWN}) note) as notes,
            (select coalesce(jsonb_agg(jsonb_build_object('question', item->>'question', 'chosen', coalesce(chosen.texts, ''))), '[]')
               from (select distinct on (question_id) question_id, chosen_ids, is_right from question_answer where ${own}
                      order by question_id, answered_at desc) latest
               join lateral jsonb_array_elements(lesson->'quiz') item on item->>'id' = latest.question_id
              cross join lateral (
                select string_agg(option->>'text', '; ' order by place) as texts
                  from unnest(latest.chosen_ids) with ordinality as given (id, place)
                  join jsonb_array_elements(item->'options') option on option->>'id' = given.id) chosen
              where not latest.is_right) as mistakes
       from course join course_version on course_id = course.id and number = current_version
      cross join lateral jsonb_path_query_first(content, '$.modules[*].lessons[*] ? (@.lesson_id == $id)',
                                                jsonb_build_object('id', ${lessonId}::text)) lesson
      where course.id = ${courseId}`,
  );
  if (!row) throw notFound('lesson');
  const { ids, titles, ...lesson } = row;
  const module = ids.findIndex((lessons) => lessons.includes(lessonId));
  const earlierLessons = titles.slice(0, ids.flat().indexOf(lessonId));
  return { ...lesson, earlierLessons, courseId, lessonId, module, lesson: ids[module]!.indexOf(lessonId) };
}

/** Returns the part of the context that the learner sees. */
export const toKnowledge = (context: LearningContext): NonNullable<MentorMessage['knows']> => ({
  course_id: context.courseId,
  course_title: context.courseTitle,
  lesson_id: context.lessonId,
  lesson_title: context.lessonTitle,
  module: context.module,
  lesson: context.lesson,
  notes: context.notes.length,
});

/**
 * Tells whether the mentor must treat the learner as a minor: because of the course's audience, or unless the year of birth proves
 * otherwise (A17).
 */
export async function isForMinor(trx: Knex, accountId: string, context: LearningContext | null): Promise<boolean> {
  if (context && MINORS.has(context.ageGroup)) return true;
  const account = await trx('account').where({ id: accountId }).first('birth_year');
  return account?.birth_year == null || new Date().getUTCFullYear() - account.birth_year <= ADULT_AT;
}

/** Number of earlier turns in a prompt. */
const TURNS = 10;

/** Returns the last turns before a question, oldest first, each with its newest answer. */
export async function historyBefore(trx: Knex, question: Pick<MessageRow, 'id' | 'session_id' | 'created_at'>): Promise<Turn[]> {
  const turns = await rowsOf<Turn>(
    trx,
    sql`select question.text as question, answer.text as answer
          from mentor_message question
         cross join lateral (select text from mentor_message
                              where session_id = question.session_id and reply_to = question.id and state in ('sent', 'stopped')
                                and safety is null and text <> ''
                              order by created_at desc, id desc limit 1) answer
         where question.session_id = ${question.session_id} and question.sender = 'user'
           and question.created_at < ${question.created_at} and question.id <> ${question.id}
         order by question.created_at desc, question.id desc limit ${TURNS}`,
  );
  return turns.toReversed();
}
