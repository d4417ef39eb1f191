import { generateCourse } from '#contract/generation/generation.contract.ts';
import { drawCoursePictures } from '#contract/courses/course-pictures.contract.ts';
import * as z from 'zod';
import type { Knex } from 'knex';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { MAX_PICTURES, picturesPrice } from '#contract/billing/price.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { laterTermsSchema } from '#domain/billing/ledger/later-work.commands.ts';
import { forgetPictures, recordMissingPicture } from '#domain/courses/pictures/set-picture.command.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { OWN } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';

const requestSchema = z.object({
  /** The owner of the pictures: the run that writes the course, or a course without one. */
  home_id: z.uuid(),
  /** Keys of places; null: all places of a course that is being written, once its outline exists. */
  places: z.array(z.string()).nullable(),
  /** Maximum number of pictures. */
  most: z.int().min(0).max(MAX_PICTURES),
  /** Whether to also film a clip, as a separate run with its own price. */
  clip: z.boolean(),
  /** The terms on which the clip is filmed; absent without a clip, and in requests from before terms were stored. */
  clip_terms: laterTermsSchema.optional(),
  language: z.enum(FORM_OPTIONS.language_preference),
  /** Age of the audience; null: unknown. */
  age: z.int().nullable(),
});
export type PicturesRequest = z.infer<typeof requestSchema>;

/** A service's plan for one place, as the step `plan` stores it. */
export interface PlannedPicture {
  readonly place: string;
  readonly lessons: readonly string[];
  readonly prompt: string;
  readonly alt: string;
}

/** The name of the clip's place when a service describes it. */
export const CLIP_PLACE = 'clip';

export const PICTURES_KIND = 'course-pictures';

/** Returns the key of the step that draws a place. */
export const pictureStepKey = (place: string): string => `draw:${place}`;

interface Step extends OrderedStep {
  /** For the step `plan`: the places it has found. */
  readonly places: readonly string[] | null;
  readonly films: boolean | null;
}

/** Plans once the outline exists; then draws every picture independently, so that a failed one does not affect the others. */
function order(_context: null, steps: readonly Step[]): Order {
  const known = knownSteps(steps);
  const failedWith = (step: Step, progress: number): Order => ({ add: [], stage: 'drawing', progress, failed: failureOf(step) });
  const plan = known.get('plan');
  if (plan?.state === 'failed') return failedWith(plan, 0);
  if (plan?.state !== 'completed') return { add: known.missing([{ job: 'plan-pictures', key: 'plan' }]), stage: 'waiting', progress: 5 };
  const keys = (plan.places ?? []).map(pictureStepKey);
  const films = plan.films === true;
  const done = keys.filter(known.isEnded);
  const failed = keys.map(known.get).filter((step) => step?.state === 'failed');
  const isFilmed = !films || known.isEnded('clip');
  if (keys.length > 0 && failed.length === keys.length && isFilmed) return failedWith(failed[0]!, 95);
  const close = known.get('close');
  if (close?.state === 'failed') return failedWith(close, 95);
  const wanted: NewStep[] = keys.map((key) => ({ job: 'draw-picture', key }));
  if (films) wanted.push({ job: 'film-course', key: 'clip' });
  if (done.length === keys.length && isFilmed) wanted.push({ job: 'close-pictures', key: 'close' });
  return { add: known.missing(wanted), stage: 'drawing', progress: 10 + Math.floor((85 * done.length) / Math.max(1, keys.length)) };
}

/** Draws a course's pictures while its lessons are written. The course never waits for them, nor fails with them. */
export const coursePicturesKind = defineKind<PicturesRequest, null, Step>({
  name: PICTURES_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['waiting', 'drawing'],
  // it waits for the outline and for the vendor, and must not occupy a slot meanwhile
  parkedStages: ['waiting', 'drawing'],
  begins: { stage: 'queued', progress: 1, message: toSentence('The pictures are waiting for the outline.') },
  price: {
    orderedBy: [generateCourse, drawCoursePictures],
    cost: ({ most }) => picturesPrice(most).centitokens,
    quota: {
      feature: 'imagen_visual',
      units: ({ most }) => picturesPrice(most).units,
      reserved: toSentence('Pictures from your plan are reserved for it.'),
      used: toSentence('It used pictures from your plan.'),
    },
    cause: (about) => toSentence('Pictures: {about}', { about }),
  },
  source: {
    step: sql`jsonb_build_object('places', case when step.key = 'plan' then step.output->'places' end,
                             'films', case when step.key = 'plan' then jsonb_typeof(step.output->'clip') = 'object' end)`,
  },
  order,
  exported: [
    {
      file: 'course-pictures',
      description:
        'Pictures of your courses: what each shows, and what it was drawn from. They are in the files of a course that you take along.',
      table: 'course_picture',
      condition: OWN,
      columns: ['home_id place account_id lessons state media_id thumb_id alt prompt error_code run_id changed_at'],
      key: { changed_at: 'timestamptz', home_id: 'uuid', place: 'text' },
    },
    {
      file: 'course-clips',
      description: 'Which clip stands in which of your courses, and at which lesson.',
      table: 'course_clip',
      condition: OWN,
      columns: ['home_id account_id lesson_id run_id created_at'],
      key: { created_at: 'timestamptz', home_id: 'uuid' },
    },
  ],
  again: {
    completed: { by: drawCoursePictures, makes: 'pictures for the places in the request, such as those without one' },
    failed: { retry: 'Failed pictures; finished ones are kept.' },
    cancelled: { by: drawCoursePictures, makes: 'pictures for the places in the request; finished ones are kept' },
  },
  retryNeeds: sql`exists (select from course where run.request->>'home_id' in (course.id::text, course.run_id::text))
    or exists (select from run home where home.id::text = run.request->>'home_id' and home.status in ('queued','running'))`,
  retryMessage: toSentence('The pictures are being created again.'),
  hooks: {
    /** A failure leaves the course without its pictures, and is stated at their places. */
    async failed(trx, { id: runId, accountId, request }) {
      if (accountId) await recordMissingPictures(trx, { runId, accountId, request: request as PicturesRequest });
    },
    /** The run is stopped together with its course. */
    async stopping(trx, { request }) {
      const { home_id: homeId } = request as PicturesRequest;
      const course = await trx('course').where({ id: homeId }).orWhere({ run_id: homeId }).first('id');
      if (!course) await forgetPictures(trx, homeId);
    },
  },
  reasons: {
    'picture.refused': toSentence('The picture service refused this request because it breaks the service’s rules. You were not charged.'),
    'picture.not_drawable': toSentence('The picture service cannot draw this as it is described. Nothing was charged.'),
    'picture.failed': toSentence('The picture service could not draw this. Nothing was charged. Please try again.'),
    'run.timed_out': toSentence('The picture service took too long. Nothing was charged. Please try again.'),
    'vendors.failed': toSentence('No AI service could describe the pictures. Nothing was charged. Please try again.'),
  },
});

interface LostRun {
  readonly runId: string;
  readonly accountId: string;
  readonly request: PicturesRequest;
}

/** Records, at each place, why a failed run has drawn nothing there; at the cover, if even the plan failed. */
async function recordMissingPictures(trx: Knex.Transaction, { runId, accountId, request }: LostRun): Promise<void> {
  const { home_id: homeId, places, most } = request;
  const steps: { key: string; state: string; error_code: ErrorCode | null; output: { pictures?: PlannedPicture[] } | null }[] = await trx(
    'step',
  )
    .where({ run_id: runId })
    .whereIn('job', ['plan-pictures', 'draw-picture'])
    .select('key', 'state', 'error_code', 'output');
  const plan = steps.find(({ key }) => key === 'plan');
  const isCoverAsked = most > 0 && (places === null || places.includes('cover'));
  const lost = plan?.output?.pictures ?? (isCoverAsked ? [{ place: 'cover', lessons: [] }] : []);
  for (const { place, lessons } of lost) {
    const step = steps.find(({ key }) => key === `draw:${place}`);
    if (step?.state === 'completed') continue;
    const code = step?.error_code ?? plan?.error_code ?? 'picture.failed';
    await recordMissingPicture(trx, { homeId, accountId, place, lessons, runId }, code);
  }
}
