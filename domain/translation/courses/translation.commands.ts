import type { Knex } from 'knex';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { deliverLessons } from '#domain/courses/content/delivery.commands.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import type { TranslatedName } from '#contract/translation/course-translation.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { COURSE_TRANSLATION_KIND } from './course-translation.kind.ts';
import { assertTranslationService } from '../translation-service.queries.ts';
import {
  emptyTranslationState,
  findTranslationStates,
  liveTranslations,
  translationKey,
  type CourseLanguage,
} from './course-translations.queries.ts';
import {
  answersOf,
  charactersOf,
  frameIn,
  frameOf,
  hashesOfFrame,
  hashesOfLesson,
  lessonIn,
  textsOfLesson,
  withAnswers,
  withoutAnswers,
  withoutSolution,
  withSolution,
  type FrameTexts,
  type LessonTexts,
  type Say,
  type TranslatedAnswers,
} from './lesson-texts.ts';
import { jsonOrNull } from './store-translation.ts';
import { escapePattern } from '#domain/platform/prose/escape-pattern.ts';

interface TranslationKey {
  readonly accountId: string;
  readonly courseId: string;
  readonly language: CourseLanguage;
}

/**
 * Starts translating everything of a course that is untranslated or stale, or one lesson of it. What another run of the account translates
 * meanwhile is left to that run. A repeat meanwhile returns the same run; with an idempotency key also after it has ended. Lessons that a
 * stopped run has translated are only judged.
 * @param given `lessonId`: the only lesson, by its permanent id, or `0_1` in the live version; `batchId`: its batch, in which case the installation pays unless the batch is the owner's own, and no notification is sent;
 * `byVendorBatch`: its calls may wait for the vendors' batch services
 * @returns its id, or null when everything is translated
 * @throws ProductError not_found, also for a lesson; validation.failed for the course's own language, translation.not_configured, tokens.insufficient,
 * spend.user_cap, spend.install_cap
 */
export async function startTranslation({
  accountId,
  courseId,
  language,
  lessonId: asked,
  requestId,
  idempotencyKey,
  batchId,
  byVendorBatch,
  ownerPays = false,
}: TranslationKey & {
  lessonId?: string;
  requestId: string;
  idempotencyKey: string | undefined;
  batchId?: string;
  byVendorBatch?: boolean;
  ownerPays?: boolean;
}): Promise<string | null> {
  const course = await getCourse({ accountId, courseId, isWhole: true, hasAnswers: true });
  const lessonId = asked && (await findLiveLesson({ accountId, courseId, lessonId: asked })).lessonId;
  if (course.language === language) throw new ProductError('validation.failed', 'The course is written in this language.');
  const key = { course_id: course.course_id, language };
  const fingerprint = { ...key, ...(lessonId !== undefined && { lesson_id: lessonId }) };
  const earlier = await findRunByKey(database(), { accountId, key: idempotencyKey, fingerprint });
  if (earlier) return earlier;
  const { stale, missing, isFrameStale, hasNames } = (await findTranslationStates(course)).get(language) ?? emptyTranslationState(course);
  const all = batchId === undefined ? await liveTranslations({ accountId, courseId: course.course_id }) : [];
  const live = all.filter((one) => one.language === language);
  const open = [...stale, ...missing].filter((id) => lessonId === undefined || id === lessonId);
  const runOf = (id: string) => live.find(({ lessons: ids }) => ids.includes(id));
  const lessons = open.filter((id) => !runOf(id));
  const hasFrame = lessonId === undefined && isFrameStale && !live.some((one) => one.has_frame);
  if (lessons.length === 0 && !hasFrame) return (open.length > 0 ? runOf(open[0]!) : live.find((one) => one.has_frame))?.id ?? null;
  assertTranslationService();
  await deliverLessons({ accountId, courseId, lessonIds: lessons });
  const payerId = ownerPays ? accountId : null;
  const { runId } = await acceptRun({
    kind: COURSE_TRANSLATION_KIND,
    accountId,
    request: {
      ...key,
      version: course.version,
      lessons,
      has_frame: hasFrame,
      has_names: !hasNames,
      translated: await leftTranslated(course, language, lessons),
    },
    subject: course.title,
    requestId,
    idempotencyKey,
    fingerprint,
    // a batch does not wait for the owner's own run; the later of the two finds less to do
    dedupeKey: batchId === undefined ? translationKey(course.course_id, language, lessonId) : null,
    ...(batchId !== undefined && {
      parentId: batchId,
      lane: 'batch' as const,
      byVendorBatch,
      payerId,
      cappedId: payerId,
      notifiedId: null,
    }),
    begin: async (trx, run_id) => {
      await trx('course_translation')
        .insert({ ...key, run_id })
        .onConflict(['course_id', 'language'])
        .merge({ run_id });
    },
  });
  return runId;
}

/** Returns the lessons that are translated as they are now and wait for a judge, with the characters that it reads of each. */
async function leftTranslated(course: Course, language: CourseLanguage, lessons: readonly string[]): Promise<Record<string, number>> {
  const rows = await rowsOf<{ lesson_id: string; source_hash: string; texts: LessonTexts; answers: TranslatedAnswers | null }>(
    database(),
    sql`select lesson_id, source_hash, texts, answers from lesson_translation there
         where course_id = ${course.course_id} and language = ${language} and verdict = 'pending' and texts is not null
           and lesson_id = any(${lessons}::uuid[])
           and not exists (select from run where run.id = there.run_id and status in ('queued', 'running'))`,
  );
  const all = new Map(course.modules.flatMap((module) => module.lessons).map((lesson) => [lesson.lesson_id, textsOfLesson(lesson)]));
  return Object.fromEntries(
    rows.flatMap(({ lesson_id: id, source_hash: hash, texts, answers }) => {
      const source = all.get(id);
      return source && hash === hashesOfLesson(source)[0] ? [[id, charactersOf(source, withAnswers(texts, answers))]] : [];
    }),
  );
}

/**
 * Sets the translations of names and terms. In existing translations the old word is replaced by the new one, outside code and formulas;
 * later translations get them in the prompt.
 * @throws ProductError not_found
 */
export async function editNames({
  accountId,
  courseId,
  language,
  names,
}: TranslationKey & { names: readonly TranslatedName[] }): Promise<void> {
  const { course_id } = await getCourse({ accountId, courseId });
  const key = { course_id, language };
  await transact(async (trx) => {
    const row = await trx('course_translation').where(key).forUpdate().first('names', 'frame', 'solution');
    if (!row) throw notFound('translation');
    const say = replacing((row.names ?? []) as TranslatedName[], names);
    const frame = row.frame ? frameIn(withSolution(row.frame as FrameTexts, row.solution), say) : null;
    await trx('course_translation')
      .where(key)
      .update({
        names: JSON.stringify(names),
        frame: jsonOrNull(frame && withoutSolution(frame)),
        solution: frame?.final_task?.solution ?? null,
      });
    const lessons: { lesson_id: string; texts: LessonTexts; answers: TranslatedAnswers | null }[] = await trx('lesson_translation')
      .where(key)
      .whereNotNull('texts')
      .forUpdate()
      .select('lesson_id', 'texts', 'answers');
    for (const { lesson_id, texts: before, answers } of lessons) {
      const whole = withAnswers(before, answers);
      const next = lessonIn(whole, say);
      if (JSON.stringify(next) !== JSON.stringify(whole))
        await trx('lesson_translation')
          .where({ ...key, lesson_id })
          .update({ texts: JSON.stringify(withoutAnswers(next)), answers: jsonOrNull(answersOf(next)) });
    }
  });
}

/** Returns a function that replaces old words by new ones, longest first, as whole words in scripts that have words. */
function replacing(before: readonly TranslatedName[], after: readonly TranslatedName[]): Say {
  const next = new Map(after.map(({ source, target }) => [source, target]));
  const changes = before
    .flatMap(({ source, target }) => (next.has(source) && next.get(source) !== target ? [[target, next.get(source)!] as const] : []))
    .toSorted(([one], [other]) => other.length - one.length);
  if (changes.length === 0) return (prose) => prose;
  const words = new Map(changes);
  const escaped = changes.map(([old]) => escapePattern(old)).join('|');
  const pattern = new RegExp(String.raw`(\x60[^\x60]*\x60)|(?<![\p{L}\p{N}])(?:${escaped})(?![\p{L}\p{N}])`, 'gu');
  return (prose) => prose.replaceAll(pattern, (found, code?: string) => code ?? words.get(found) ?? found);
}

/**
 * Copies the translations of a course to its copy, as far as they match the copied text, in the caller's transaction. The copy's existing
 * translations of that text stay.
 * @param content the text of the copy; its lessons have the ids of the original's
 */
export async function copyTranslations(
  trx: Knex.Transaction,
  { from, to, content }: { from: string; to: string; content: CourseContent },
): Promise<void> {
  const lessons = content.modules.flatMap((module) => module.lessons);
  const isFrame = sql`frame_hash = any(${[...hashesOfFrame(frameOf(content))]}::text[])`;
  await rowsOf(
    trx,
    sql`insert into course_translation (course_id, language, names, frame, solution, frame_hash, frame_checked_at, made_at)
     select ${to}, language, names, case when ${isFrame} then frame end, case when ${isFrame} then solution end,
            case when ${isFrame} then frame_hash end, frame_checked_at, made_at
       from course_translation where course_id = ${from}
         on conflict (course_id, language) do update
            set frame = excluded.frame, solution = excluded.solution, frame_hash = excluded.frame_hash, frame_checked_at = excluded.frame_checked_at
      where course_translation.frame_hash is distinct from excluded.frame_hash and excluded.frame_hash is not null`,
  );
  const hashed = lessons.flatMap((lesson) => hashesOfLesson(textsOfLesson(lesson)).map((hash) => [lesson.lesson_id, hash] as const));
  const now = new Map(hashed.map((one) => [one.join(' '), one]));
  await rowsOf(
    trx,
    sql`insert into lesson_translation (course_id, language, lesson_id, source_hash, texts, answers, untranslated, service, judged_by, self_judged, verdict, checked_at, made_at)
     select ${to}, t.language, t.lesson_id, t.source_hash, t.texts, t.answers, t.untranslated, t.service, t.judged_by, t.self_judged, t.verdict, t.checked_at, t.made_at
       from lesson_translation t
       join unnest(cast(${[...now.values()].map(([id]) => id)} as uuid[]), cast(${[...now.values()].map(([, hash]) => hash)} as text[])) as now (lesson_id, hash) on now.lesson_id = t.lesson_id and now.hash = t.source_hash
      where t.course_id = ${from} and t.verdict = 'faithful'
         on conflict (course_id, language, lesson_id) do update
            set source_hash = excluded.source_hash, texts = excluded.texts, answers = excluded.answers, untranslated = excluded.untranslated, service = excluded.service,
                judged_by = excluded.judged_by, self_judged = excluded.self_judged, verdict = excluded.verdict, flaw = null,
                checked_at = excluded.checked_at, run_id = null, made_at = excluded.made_at
          where lesson_translation.source_hash <> excluded.source_hash or lesson_translation.verdict <> 'faithful'`,
  );
}

interface TakeBack {
  readonly courseId: string;
  readonly language: CourseLanguage;
  /** The run that translated. */
  readonly runId: string;
}

/**
 * Deletes a run's translations of a course, whose lessons are then shown in the course's own language. Later translations stay. Repeating
 * it changes nothing.
 */
export async function revertTranslation({ courseId, language, runId }: TakeBack): Promise<void> {
  await rowsOf(
    database(),
    sql`delete from lesson_translation there using run
      where run.id = ${runId} and there.course_id = ${courseId} and there.language = ${language} and there.made_at <= run.finished_at
        and there.lesson_id in (select item_id from step where run_id = run.id and job = 'translate-lesson' and state = 'completed')`,
  );
}
