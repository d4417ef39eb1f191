import { getCourse } from '#domain/courses/content/course.queries.ts';
import type { TranslatedName } from '#contract/translation/course-translation.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { COURSE_TRANSLATION_KIND } from './course-translation.kind.ts';
import { assertTranslationService } from '../translation-service.queries.ts';
import { emptyTranslationState, findTranslationStates, translationKey, type CourseLanguage } from './course-translations.queries.ts';
import { frameIn, lessonIn, type FrameTexts, type LessonTexts, type Say } from './lesson-texts.ts';

interface TranslationKey {
  readonly accountId: string;
  readonly courseId: string;
  readonly language: CourseLanguage;
}

/**
 * Starts translating everything of a course that is untranslated or stale. A repeat meanwhile returns the same run; with an idempotency key
 * also after it has ended.
 * @param given `batchId`: its batch: the installation pays unless it is the owner's own, and no notification is sent; `byVendorBatch`: its
 *   calls may wait for the vendors' batch services
 * @returns its id; null when everything is translated
 * @throws ProductError not_found, validation.failed for the course's own language, translation.not_configured, tokens.insufficient, spend.user_cap, spend.install_cap
 */
export async function startTranslation({
  accountId,
  courseId,
  language,
  requestId,
  idempotencyKey,
  batchId,
  byVendorBatch,
  ownerPays = false,
}: TranslationKey & {
  requestId: string;
  idempotencyKey: string | undefined;
  batchId?: string;
  byVendorBatch?: boolean;
  ownerPays?: boolean;
}): Promise<string | null> {
  const course = await getCourse({ accountId, courseId });
  if (course.language === language) throw new ProductError('validation.failed', 'The course is written in this language.');
  const key = { course_id: course.course_id, language };
  const earlier = await findRunByKey(database(), { accountId, key: idempotencyKey, fingerprint: key });
  if (earlier) return earlier;
  const { stale, missing, isFrameStale, hasNames } = (await findTranslationStates(course)).get(language) ?? emptyTranslationState(course);
  if (stale.length + missing.length === 0 && !isFrameStale) return null;
  assertTranslationService();
  const payerId = ownerPays ? accountId : null;
  const { runId } = await acceptRun({
    kind: COURSE_TRANSLATION_KIND,
    accountId,
    request: { ...key, version: course.version, lessons: [...stale, ...missing], has_frame: isFrameStale, has_names: !hasNames },
    subject: course.title,
    requestId,
    idempotencyKey,
    fingerprint: key,
    // a batch does not wait for its owner's own run: the later one finds less to do
    dedupeKey: batchId === undefined ? translationKey(course.course_id, language) : null,
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
    const row = await trx('course_translation').where(key).forUpdate().first('names', 'frame');
    if (!row) throw notFound('translation');
    const say = replacing((row.names ?? []) as TranslatedName[], names);
    const frame = row.frame ? JSON.stringify(frameIn(row.frame as FrameTexts, say)) : null;
    await trx('course_translation')
      .where(key)
      .update({ names: JSON.stringify(names), frame });
    const lessons: { lesson_id: string; texts: LessonTexts }[] = await trx('lesson_translation')
      .where(key)
      .forUpdate()
      .select('lesson_id', 'texts');
    for (const { lesson_id, texts } of lessons) {
      const next = JSON.stringify(lessonIn(texts, say));
      if (next !== JSON.stringify(texts))
        await trx('lesson_translation')
          .where({ ...key, lesson_id })
          .update({ texts: next });
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
  const escaped = changes.map(([old]) => old.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  const pattern = new RegExp(String.raw`(\x60[^\x60]*\x60)|(?<![\p{L}\p{N}])(?:${escaped})(?![\p{L}\p{N}])`, 'gu');
  return (prose) => prose.replaceAll(pattern, (found, code?: string) => code ?? words.get(found) ?? found);
}
