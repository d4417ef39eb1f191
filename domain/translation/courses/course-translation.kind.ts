import * as z from 'zod';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { translationCost, translateCourse } from '#contract/translation/course-translation.contract.ts';
import { notifyOfEnd } from '#domain/notifications/notification.commands.ts';
import { knownSteps, orderItems } from '#domain/platform/runs/known-steps.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { sql } from '#domain/platform/sql.ts';

const requestSchema = z.object({
  course_id: z.uuid(),
  /** The version to translate. */
  version: z.int(),
  language: z.enum(FORM_OPTIONS.language_preference),
  /** Ids of the missing or changed lessons. */
  lessons: z.array(z.uuid()),
  /** Whether to translate the texts outside the lessons. */
  has_frame: z.boolean(),
  /** Whether to extract names and terms first. */
  has_names: z.boolean(),
});
export type CourseTranslationRequest = z.infer<typeof requestSchema>;

export const COURSE_TRANSLATION_KIND = 'course-translation';
/** A second service judges every fifth lesson. */
const JUDGED_EVERY = 5;

type Context = Pick<CourseTranslationRequest, 'lessons' | 'has_frame' | 'has_names'>;
interface Step extends OrderedStep {
  readonly is_poor: boolean;
}

/** Extracts names first; then translates every lesson and the texts outside them; a lesson that was judged poor once more; then ends the run. */
function order({ lessons, has_frame, has_names }: Context, steps: readonly Step[]): Order {
  const known = knownSteps(steps);
  const wanted: NewStep[] = [];
  if (has_names) wanted.push({ job: 'find-names', key: 'names' });
  if (!has_names || known.isEnded('names')) {
    if (has_frame) wanted.push({ job: 'translate-frame', key: 'frame' });
    const label = (place: number) => `lesson ${place + 1} of ${lessons.length}`;
    lessons.forEach((id, place) => wanted.push({ job: 'translate-lesson', key: `lesson-${id}`, itemId: id, label: label(place) }));
    lessons.forEach((id, place) => {
      if (place % JUDGED_EVERY !== 0 || !known.isDone(`lesson-${id}`)) return;
      wanted.push({ job: 'judge-translation', key: `judge-${id}`, itemId: id, label: label(place) });
      if (known.get(`judge-${id}`)?.is_poor) wanted.push({ job: 'translate-lesson', key: `again-${id}`, itemId: id, label: label(place) });
    });
  }
  const isOver = (!has_names || known.isEnded('names')) && wanted.every(({ key }) => known.isEnded(key));
  const texts = [...(has_frame ? ['frame'] : []), ...lessons.map((id) => `lesson-${id}`)];
  const failed = texts.flatMap((key) => known.get(key) ?? []).filter(({ state }) => state === 'failed');
  return {
    ...orderItems({ known, wanted, isOver, failed, total: texts.length, close: { job: 'close-translation', key: 'close' } }),
    stage: 'translating',
    progress: 5 + Math.floor((90 * texts.filter(known.isEnded).length) / Math.max(1, texts.length)),
  };
}

/** Translates a course lesson by lesson; translated lessons can be read at once and are charged per lesson. */
export const courseTranslationKind = defineKind<CourseTranslationRequest, Context, Step>({
  name: COURSE_TRANSLATION_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['translating'],
  begins: { stage: 'translating', progress: 5, message: toSentence('The course is being translated.') },
  price: {
    orderedBy: [translateCourse],
    cost: ({ lessons }) => translationCost(lessons.length),
    quota: null,
    cause: (about) => toSentence('Translation: {about}', { about }),
  },
  source: {
    context: sql`jsonb_build_object('lessons', run.request->'lessons', 'has_frame', run.request->'has_frame', 'has_names', run.request->'has_names')`,
    step: sql`jsonb_build_object('is_poor', coalesce((step.output->>'is_poor')::boolean, false))`,
  },
  order,
  retryNeeds: sql`exists (select from course where course.id = (run.request->>'course_id')::uuid)`,
  retryMessage: toSentence('The translation continues.'),
  hooks: notifyOfEnd('translation', async (_, { request }) => (request as CourseTranslationRequest).course_id),
  /** Translated lessons are kept and charged. */
  async keep(trx, { id: runId, request }) {
    const delivered = await deliveredOf(trx, runId);
    if (delivered === 0) return false;
    const { lessons } = request as CourseTranslationRequest;
    await completeRun(trx, { runId, stopped: true, result: { lessons: delivered }, share: shareOf(delivered, lessons.length) });
    return true;
  },
});

/** Returns the number of lessons a run has translated. */
export async function deliveredOf(trx: Parameters<NonNullable<typeof courseTranslationKind.keep>>[0], runId: string): Promise<number> {
  const row = await trx('step').where({ run_id: runId, state: 'completed' }).where('key', 'like', 'lesson-%').count({ n: 'id' }).first();
  return Number(row?.['n'] ?? 0);
}

/** Returns the share of the reservation for some of the lessons. */
export const shareOf =
  (delivered: number, requested: number) =>
  (reserved: number): number =>
    requested === 0 ? 0 : Math.floor((reserved * delivered) / requested);
