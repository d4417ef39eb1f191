import type { Knex } from 'knex';
import { clipPrice } from '#contract/billing/price.ts';
import { picturesOf } from '#contract/generation/course-cost.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { termsOfLater } from '#domain/billing/ledger/later-work.commands.ts';
import {
  courseClipSeconds,
  readPictureState,
  type CoursePicturesState,
  placeOf,
} from '#domain/courses/pictures/course-pictures.queries.ts';
import { fittingParts } from '#domain/courses/library/library.queries.ts';
import { notYours, placesOf } from '#domain/courses/pictures/set-picture.command.ts';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { database } from '#domain/platform/database.ts';
import { acceptRun, addRun, type Acceptance } from '#domain/platform/runs/accept-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { recordEvents } from '#domain/platform/runs/run-event.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { hasPictureService } from '#domain/vendors/images/gemini-image.client.ts';
import { PICTURES_KIND, type PicturesRequest, CLIP_PLACE, type PlannedPicture } from './course-pictures.kind.ts';
import { describePictures, type DescribedPlace } from './describe-pictures.ts';

interface Beside {
  readonly accountId: string;
  /** The run that writes the course. */
  readonly runId: string;
  readonly form: CourseForm;
  readonly requestId: string;
}

/**
 * Reserves the maximum cost of a course's pictures and starts their run, in the transaction that accepts the course: a user who cannot pay
 * for both gets the error before anything starts. A clip is paid when it is filmed; its maximum cost counts towards the accepted price
 * here. Without an image service, the course's log says so and nothing is reserved.
 * @throws ProductError tokens.insufficient
 */
export async function addPictures(trx: Knex.Transaction, { accountId, runId, form, requestId }: Beside): Promise<void> {
  const most = form.ai_components.imagen_enabled ? picturesOf(form.duration) : 0;
  const clip = form.ai_components.veo3_enabled;
  if (most === 0 && !clip) return;
  if (!hasPictureService()) {
    const message = toSentence('Pictures and clips cannot be created here, and you are not charged for them.');
    return recordEvents(trx, runId, [{ name: 'pictures.unavailable', message }]);
  }
  const clipTerms = clip && { clip_terms: await termsOfLater(trx, accountId, clipPrice('fast', courseClipSeconds())) };
  const request: PicturesRequest = {
    home_id: runId,
    places: null,
    most,
    clip,
    ...clipTerms,
    language: form.language_preference,
    age: form.age,
  };
  await addRun(trx, {
    kind: PICTURES_KIND,
    accountId,
    request,
    subject: form.topic,
    requestId,
    parentId: runId,
    fingerprint: null,
    dedupeKey: null,
  });
}

interface PicturesInput {
  readonly accountId: string;
  readonly courseId: string;
  /** `cover`, or ids of lessons. */
  readonly places: readonly string[];
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Starts drawing new pictures for places of the account's own course. While they are being drawn, a repeat returns the same run.
 * @returns id of the run
 * @throws ProductError not_found, market.not_yours, media.not_configured; picture.not_drawable in a demo whose library has no pictures of the
 * subject; service.unavailable; tokens.insufficient, spend.user_cap, spend.install_cap
 */
export async function startPictures(input: PicturesInput): Promise<string> {
  const course = await readOwnCourse(input);
  if ((await fittingParts({ title: course.title }))?.pictures === false)
    throw new ProductError(
      'picture.not_drawable',
      'The demo library has no pictures of this subject. Once an AI service is connected, it can draw them.',
    );
  const places = placesOf(course, input.places).map(({ place }) => place);
  return acceptPictures(input, course, places, { dedupeKey: `${PICTURES_KIND}:${course.homeId}:${places.toSorted().join(',')}` });
}

/**
 * Starts drawing the missing pictures for a batch: the installation pays unless it is the owner's own batch, and no notification is sent.
 * Repeating the key returns the same run, whatever was drawn since.
 * @returns id of the run; null when the picture exists by now, is being drawn, or was removed by its owner
 * @throws ProductError like `startPictures`
 */
export async function startMissingPictures(
  input: PicturesInput & { readonly batchId: string; readonly ownerPays: boolean },
): Promise<string | null> {
  const { accountId, batchId, ownerPays } = input;
  const earlier = await findRunByKey(database(), { accountId, key: input.idempotencyKey, fingerprint: [batchId, input.courseId] });
  if (earlier) return earlier;
  const course = await readOwnCourse(input);
  const there = new Set(course.pictures.flatMap(({ place, state }) => (state === 'missing' ? [] : [place])));
  const places = placesOf(course, input.places).flatMap(({ place }) => (there.has(place) || course.drawing.includes(place) ? [] : [place]));
  if (places.length === 0) return null;
  const payerId = ownerPays ? accountId : null;
  return acceptPictures(input, course, places, {
    fingerprint: [batchId, input.courseId],
    dedupeKey: null,
    parentId: batchId,
    lane: 'batch',
    payerId,
    cappedId: payerId,
    notifiedId: null,
  });
}

async function readOwnCourse({ accountId, courseId }: PicturesInput): Promise<CoursePicturesState> {
  const course = await readPictureState(accountId, courseId);
  if (course.isCopy) throw notYours();
  if (!hasPictureService()) throw new ProductError('media.not_configured');
  return course;
}

/** Accepts the run that draws. @param places keys of places */
async function acceptPictures(
  { accountId, requestId, idempotencyKey }: PicturesInput,
  { homeId, title, contents }: CoursePicturesState,
  places: readonly string[],
  terms: Pick<Acceptance, 'dedupeKey'> & Partial<Acceptance>,
): Promise<string> {
  const request: PicturesRequest = {
    home_id: homeId,
    places: [...places],
    most: places.length,
    clip: false,
    language: contents.language as PicturesRequest['language'],
    age: null,
  };
  const { runId } = await acceptRun({
    kind: PICTURES_KIND,
    accountId,
    request,
    subject: title,
    requestId,
    idempotencyKey,
    fingerprint: request,
    ...terms,
  });
  return runId;
}

interface Work {
  readonly step: ClaimedStep<PicturesRequest, { looks?: number } | null>;
  readonly signal: AbortSignal;
}
type Outline = Pick<CoursePlan, 'title' | 'description'> & {
  readonly modules: readonly {
    readonly title: string;
    readonly summary: string;
    readonly lessons: readonly { readonly lesson_id: string }[];
  }[];
};

/** How long an outline may wait for its owner: days. */
const WITHIN_MS = 30 * 24 * 60 * 60_000;
const FIRST_LOOKS = { many: 40, mostMs: 1_500 } as const;
const LATER_MS = 30_000;

/**
 * Waits until the outline of the course exists, without occupying a worker; then asks a service to describe its pictures. A course that
 * ended without an outline has none.
 */
export async function planPictures({ step, signal }: Work): Promise<PollLater | void> {
  const outline = await outlineOf(step.request.home_id);
  if (outline === 'waits') {
    const looks = (step.payload?.looks ?? 0) + 1;
    return {
      afterMs: looks > FIRST_LOOKS.many ? LATER_MS : Math.min(FIRST_LOOKS.mostMs, config().google.videoPollMs),
      withinMs: WITHIN_MS,
      payload: { looks },
    };
  }
  const places = outline === null ? [] : placesIn(outline, step.request);
  const film = outline !== null && step.request.clip ? clipIn(outline) : null;
  const scenes = [...places, ...(film ? [film] : [])];
  const described = scenes.length === 0 ? [] : await describePictures({ step, signal }, scenes);
  const pictures = places.flatMap(({ place, lessons }): PlannedPicture[] => {
    const own = described.find((one) => one.place === place);
    return own ? [{ place, lessons, prompt: own.prompt, alt: own.alt }] : [];
  });
  const filmed = film && described.find(({ place }) => place === CLIP_PLACE);
  const clip = film && filmed ? { prompt: filmed.prompt, lesson_id: film.lessons[0]! } : null;
  await completeStep(step, { output: { places: pictures.map(({ place }) => place), pictures, clip } });
}

/** Returns the outline of a course, also while it is being written; null: there will never be one. */
async function outlineOf(homeId: string): Promise<Outline | 'waits' | null> {
  const written = await database()('course')
    .join('course_version as live', (join) => join.on('live.course_id', 'course.id').andOn('live.number', 'course.current_version'))
    .where('course.id', homeId)
    .orWhere('course.run_id', homeId)
    .first<{ content: CourseContent } | undefined>('live.content');
  if (written) return written.content;
  const run = await database()('run')
    .join('course_run', 'course_run.run_id', 'run.id')
    .where({ id: homeId })
    .first<{ status: string; plan: CoursePlan | null; is_gated: boolean; is_whole: boolean } | undefined>(
      'status',
      'plan',
      expression(database(), sql`approved_at is null and coalesce((request->>'review_outline')::boolean, false) as is_gated`),
      expression(
        database(),
        sql`exists (select from step where step.run_id = run.id and step.key = 'outline' and step.state = 'completed') as is_whole`,
      ),
    );
  if (!run || !['queued', 'running'].includes(run.status)) return null;
  return run.is_whole && run.plan && !run.is_gated ? run.plan : 'waits';
}

type PlaceToDescribe = DescribedPlace & Pick<PlannedPicture, 'lessons'>;

/** Returns the places of an outline in order, up to the maximum; or the requested ones. */
function placesIn({ title, description, modules }: Outline, { places, most }: Pick<PicturesRequest, 'places' | 'most'>): PlaceToDescribe[] {
  const all: PlaceToDescribe[] = [
    { place: 'cover', lessons: [], course: title, module: '', about: description },
    ...modules.map((module) => {
      const lessons = module.lessons.map(({ lesson_id }) => lesson_id);
      return { place: placeOf(lessons), lessons, course: title, module: module.title, about: module.summary };
    }),
  ];
  return all.filter(({ place, lessons }) => places === null || places.some((one) => one === place || isOf(one, lessons))).slice(0, most);
}

/** The clip belongs to the first lesson of the first module. */
const clipIn = ({ title, modules: [first] }: Outline): PlaceToDescribe | null =>
  first
    ? {
        place: CLIP_PLACE,
        lessons: first.lessons.map(({ lesson_id }) => lesson_id),
        course: title,
        module: first.title,
        about: first.summary,
      }
    : null;

/** Tells whether a place belongs to these lessons: it keeps its key when its module's first lesson is removed. */
const isOf = (place: string, lessons: readonly string[]): boolean => lessons.some((id) => place === placeOf([id]));

/** Returns the plan for a place. @throws Error when there is none */
export async function plannedPicture(runId: string, place: string, store: Knex = database()): Promise<PlannedPicture> {
  const row = await store('step').where({ run_id: runId, key: 'plan' }).first('output');
  const found = (row?.output as { pictures?: PlannedPicture[] } | null | undefined)?.pictures?.find((one) => one.place === place);
  if (!found) throw new Error(`run ${runId} has no plan for ${place}`);
  return found;
}
