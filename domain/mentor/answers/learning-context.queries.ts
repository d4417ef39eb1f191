import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { ADULT_AT } from '#contract/platform/age-rules.ts';
import type { Knex } from 'knex';
import type { StoredPlan } from '#contract/courses/course-plan.contract.ts';
import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import type { MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { openedOfHeldBack } from '#domain/courses/content/held-back.queries.ts';
import { findLiveLesson, lessonIds, type LessonIds } from '#domain/courses/content/live-lesson.queries.ts';
import type { MessageRow } from '#domain/mentor/mentor-message.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { FINAL_TASK } from '#domain/practice/words/words.queries.ts';

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
  /** The course's level, a value of the form's `difficulty`. */
  readonly level: string;
  /** What the learner ordered the course with; null for a course from somebody else. */
  readonly wish: { readonly goal: string; readonly knowledge: string | null; readonly teachingStyle: string | null } | null;
  /** What the course promises. */
  readonly objectives: readonly string[];
  /** Null for a course from before there were plans, and while texts of the course are held back from its buyer. */
  readonly plan: StoredPlan | null;
  /** Whether the course's final task has been handed in. */
  readonly hasHandedIn: boolean;
  readonly lessonId: string;
  readonly lessonTitle: string;
  readonly module: number;
  readonly lesson: number;
  readonly content: string;
  readonly keyTakeaways: readonly string[];
  readonly notes: readonly LearnerNote[];
  /** Titles of the earlier lessons, in order, to which the mentor may refer a learner. */
  readonly earlierLessons: readonly string[];
  /** Titles of the lessons after it, in order. */
  readonly laterLessons: readonly string[];
  /** Ids of this lesson and of those before it. */
  readonly readIds: readonly string[];
  /** The lesson's questions with their right answers; answers are checked with them. */
  readonly quiz: readonly QuizItem[];
  /** Questions of the lesson's quiz whose latest answer was wrong, without those of a final test that is open. */
  readonly mistakes: readonly Mistake[];
}

/** A wrong answer. The options of a question with several are separated by semicolons. */
export interface Mistake {
  readonly question: string;
  readonly chosen: string;
  readonly right: string;
}

const NOTES_SHOWN = 20;
const MINORS: ReadonlySet<string> = new Set(AGE_GROUPS.filter(({ to }) => to < ADULT_AT).map(({ name }) => name));

/**
 * Returns the open lesson of one of the account's courses, with the account's notes on it.
 * @throws ProductError not_found for a course or lesson that is not the account's
 */
export async function learningContext(
  trx: Knex,
  given: { accountId: string; courseId: string; lessonId: string; inTest: readonly QuizItem[] },
): Promise<LearningContext> {
  const { courseId, lessonId } = await findLiveLesson(given, trx);
  const own = sql`account_id = ${given.accountId} and course_id = ${courseId} and lesson_id = ${lessonId}::uuid`;
  const [row] = await rowsOf<ContextRow>(
    trx,
    sql`select course.title as "courseTitle", course.age_group as "ageGroup", contents->>'language' as language,
            lesson->>'title' as "lessonTitle", lesson->>'content' as content, lesson->'key_takeaways' as "keyTakeaways",
            course.difficulty as level, content->'learning_objectives' as objectives,
            case when run.id is not null then jsonb_build_object('goal', run.request->>'learning_goals',
                   'knowledge', run.request->>'current_knowledge', 'teachingStyle', run.request->>'teaching_style') end as wish,
            case when ${openedOfHeldBack(sql`course`)} is null then content->'plan' end as plan,
            exists (select from words_answer where account_id = ${given.accountId} and course_id = ${courseId} and lesson_id is null
                       and question_id = ${FINAL_TASK}) as "hasHandedIn",
            ${lessonIds(sql`contents`)} as ids, jsonb_path_query_array(contents, '$.modules[*].lessons[*].title') as titles,
            coalesce(lesson->'quiz', '[]') as quiz,
            (select coalesce(jsonb_agg(jsonb_build_object('passage', passage->>'quote', 'text', note.text)), '[]')
               from (select passage, text from lesson_note where ${own} order by created_at desc, id desc limit ${NOTES_SHOWN}) note) as notes,
            (select coalesce(jsonb_agg(jsonb_build_object('id', question_id, 'chosen', chosen_ids)), '[]')
               from (select distinct on (question_id) question_id, chosen_ids, is_right from question_answer where ${own}
                      order by question_id, answered_at desc) latest
              where not latest.is_right) as wrong
       from course join course_version on course_id = course.id and number = current_version
       left join run on run.id = course.run_id
      cross join lateral jsonb_path_query_first(content, '$.modules[*].lessons[*] ? (@.lesson_id == $id)',
                                                jsonb_build_object('id', ${lessonId}::text)) lesson
      where course.id = ${courseId}`,
  );
  if (!row) throw notFound('lesson');
  const { ids, titles, wrong, ...lesson } = row;
  const module = ids.findIndex((lessons) => lessons.includes(lessonId));
  const at = ids.flat().indexOf(lessonId);
  return {
    ...lesson,
    earlierLessons: titles.slice(0, at),
    laterLessons: titles.slice(at + 1),
    readIds: ids.flat().slice(0, at + 1),
    mistakes: wrong.flatMap(({ id, chosen }) => mistakeOf(lesson.quiz, id, chosen)).filter((mistake) => !isAsked(mistake, given.inTest)),
    courseId,
    lessonId,
    module,
    lesson: ids[module]!.indexOf(lessonId),
  };
}

type Counted = 'courseId' | 'lessonId' | 'module' | 'lesson' | 'earlierLessons' | 'laterLessons' | 'readIds' | 'mistakes';

interface ContextRow extends Omit<LearningContext, Counted> {
  readonly ids: LessonIds;
  readonly titles: readonly string[];
  readonly wrong: readonly { readonly id: string; readonly chosen: readonly string[] }[];
}

const isAsked = ({ question }: Mistake, items: readonly QuizItem[]) => items.some((item) => item.question === question);

/** Returns a wrong answer in words; none for a question that the lesson no longer has. */
function mistakeOf(quiz: readonly QuizItem[], questionId: string, chosen: readonly string[]): Mistake[] {
  const item = quiz.find(({ id }) => id === questionId);
  if (!item) return [];
  const options = new Map(optionsOf(item).map(({ id, text }) => [id, text]));
  const inWords = (ids: readonly string[]) => ids.flatMap((id) => options.get(id) ?? []).join('; ');
  return [{ question: item.question, chosen: inWords(chosen), right: inWords(rightIdsOf(item)) }];
}

/** A test that is older than so many others has been given up. */
const TESTS_MINDED = 20;

/** Returns the questions of the latest final tests that the account has begun and not handed in, of all its courses. */
export async function questionsInTest(trx: Knex, accountId: string): Promise<QuizItem[]> {
  const tests = await rowsOf<{ readonly questions: QuizItem[] }>(
    trx,
    sql`select questions from final_test where account_id = ${accountId} and finished_at is null
         order by started_at desc limit ${TESTS_MINDED}`,
  );
  return tests.flatMap(({ questions }) => questions);
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
