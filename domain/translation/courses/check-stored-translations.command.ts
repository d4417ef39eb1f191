import type { Knex } from 'knex';
import type { Course } from '#contract/courses/courses.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { giveBack } from '#domain/billing/ledger/grant.commands.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { jobIdOf } from '#domain/platform/job-id.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { COURSE_TRANSLATION_KIND } from './course-translation.kind.ts';
import {
  frameOf,
  hashesOfFrame,
  hashesOfLesson,
  textsOfLesson,
  withAnswers,
  withoutAnswers,
  withoutSolution,
  withSolution,
  type FrameTexts,
  type LessonTexts,
  type TranslatedAnswers,
} from './lesson-texts.ts';
import { checkFrame, checkLesson, codeOf } from './store-translation.ts';

/** Maximum number of translations checked per pass; each takes some milliseconds. */
const AT_ONCE = 50;

interface Unchecked {
  readonly course_id: string;
  readonly account_id: string;
  readonly language: string;
}
interface UncheckedLesson extends Unchecked {
  readonly lesson_id: string;
  readonly source_hash: string;
  readonly texts: LessonTexts;
  readonly answers: TranslatedAnswers | null;
  readonly made_at: Date;
}
interface UncheckedFrame extends Unchecked {
  readonly frame: FrameTexts;
  readonly solution: string | null;
  readonly frame_hash: string;
}

/**
 * Checks translations that were stored before the rules existed, each once. A flawed one is no longer shown, and its cost is given back in
 * the same transaction, so that after a kill either both or neither has happened, and the next pass continues.
 * @returns number of translations checked
 */
export async function checkStoredTranslations(): Promise<number> {
  const lessons = await rowsOf<UncheckedLesson>(
    database(),
    sql`select there.course_id, course.account_id, there.language, there.lesson_id, there.source_hash, there.texts, there.answers, there.made_at
          from lesson_translation there join course on course.id = there.course_id
         where there.checked_at is null order by there.course_id, there.language, there.lesson_id limit ${AT_ONCE}`,
  );
  const frames = await rowsOf<UncheckedFrame>(
    database(),
    sql`select there.course_id, course.account_id, there.language, there.frame, there.solution, there.frame_hash
          from course_translation there join course on course.id = there.course_id
         where there.frame is not null and there.frame_checked_at is null order by there.course_id, there.language limit ${AT_ONCE}`,
  );
  const course = coursesOnce();
  for (const row of lessons) await apart(row, async () => settleLesson(row, await course(row)));
  for (const row of frames) await apart(row, async () => settleFrame(row, await course(row)));
  return lessons.length + frames.length;
}

/** A row that cannot be processed must not block the others. */
async function apart({ course_id, language }: Unchecked, settle: () => Promise<void>): Promise<void> {
  try {
    await settle();
  } catch (error) {
    logger().error({ err: error, course_id, language }, 'translation: a stored translation could not be checked');
  }
}

/** Reads each course once per pass; null when its owner no longer has it. */
function coursesOnce(): (row: Unchecked) => Promise<Course | null> {
  const found = new Map<string, Promise<Course | null>>();
  return ({ course_id: courseId, account_id: accountId }) => {
    const course =
      found.get(courseId) ??
      getCourse({ accountId, courseId, isWhole: true, hasAnswers: true }).catch((error: unknown) => {
        if (error instanceof ProductError && error.code === 'not_found') return null;
        throw error;
      });
    found.set(courseId, course);
    return course;
  };
}

/** The translation of a lesson that was changed since is not shown, and has no original to be compared with. */
async function settleLesson(row: UncheckedLesson, course: Course | null): Promise<void> {
  const lesson = course?.modules.flatMap(({ lessons }) => lessons).find(({ lesson_id: id }) => id === row.lesson_id);
  const whole = lesson && textsOfLesson(lesson);
  const [full, bare] = whole ? hashesOfLesson(whole) : [];
  const source = whole && (row.source_hash === full ? whole : row.source_hash === bare ? withoutAnswers(whole) : undefined);
  const isComparable = source !== undefined && row.texts !== null;
  const checked = isComparable ? checkLesson(source, withAnswers(row.texts, row.answers), languagesOf(course!, row)) : null;
  const flaw = typeof checked === 'string' ? checked : null;
  await transact(async (trx) => {
    const changed = await trx('lesson_translation')
      .where({ course_id: row.course_id, language: row.language, lesson_id: row.lesson_id, source_hash: row.source_hash })
      .whereNull('checked_at')
      .update({ checked_at: trx.fn.now(), ...(flaw !== null && { verdict: 'unfaithful' as const, flaw, texts: null, answers: null }) });
    if (changed > 0 && flaw !== null) await giveBackLesson(trx, row, lesson!.title);
  });
}

async function settleFrame(row: UncheckedFrame, course: Course | null): Promise<void> {
  const whole = course && frameOf(course);
  const [full, bare] = whole ? hashesOfFrame(whole) : [];
  const source = whole && (row.frame_hash === full ? whole : row.frame_hash === bare ? withoutSolution(whole) : null);
  const isUntrue =
    source !== null && typeof checkFrame(source, withSolution(row.frame, row.solution), languagesOf(course!, row)) === 'string';
  await database()('course_translation')
    .where({ course_id: row.course_id, language: row.language, frame_hash: row.frame_hash })
    .whereNull('frame_checked_at')
    .update({ frame_checked_at: database().fn.now(), ...(isUntrue && { frame: null, solution: null, frame_hash: null }) });
}

const languagesOf = (course: Course, { language }: Unchecked) => ({ source: codeOf(course.language), target: codeOf(language) });

interface PaidRun {
  readonly id: string;
  readonly attempt: number;
  readonly tokens_charged: number;
  readonly lessons: number;
}

/**
 * Gives back a lesson's cost: its share of the run that translated it, which is the first to end after it was stored. A copied translation
 * cost nothing.
 */
async function giveBackLesson(trx: Knex.Transaction, row: UncheckedLesson, title: string): Promise<void> {
  const [run] = await rowsOf<PaidRun>(
    trx,
    sql`select id, attempt, tokens_charged, greatest(coalesce((result->>'lessons')::int, jsonb_array_length(request->'lessons')), 1) as lessons
          from run
         where account_id = ${row.account_id} and kind = ${COURSE_TRANSLATION_KIND} and status = 'completed'
           and request->>'course_id' = ${row.course_id} and request->>'language' = ${row.language}
           and jsonb_exists(request->'lessons', ${row.lesson_id}::text) and finished_at >= ${row.made_at}
         order by finished_at limit 1`,
  );
  if (!run) return;
  await giveBack(trx, {
    jobId: jobIdOf(run.id, run.attempt),
    centitokens: Math.floor(run.tokens_charged / run.lessons),
    part: row.lesson_id,
    cause: toSentence('Refunded: {title} was not translated faithfully', { title }),
  });
}
