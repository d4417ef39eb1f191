import type { Knex } from 'knex';
import { picturesOf } from '#contract/generation/course-cost.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { readPictureState, type CoursePicturesState } from '#domain/courses/pictures/course-pictures.queries.ts';
import { notYours, placesOf } from '#domain/courses/pictures/set-picture.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { database } from '#domain/platform/database.ts';
import { acceptRun, addRun, type Acceptance } from '#domain/platform/runs/accept-run.command.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { recordEvents } from '#domain/platform/runs/run-event.ts';
import { hasPictureService } from '#domain/vendors/images/gemini-image.client.ts';
import { PICTURES_KIND, type PicturesRequest } from './course-pictures.kind.ts';

interface Beside {
  readonly accountId: string;
  /** The run that writes the course. */
  readonly runId: string;
  readonly form: CourseForm;
  readonly requestId: string;
}

/**
 * Reserves the maximum cost of a course's pictures and starts their run, in the transaction that accepts the course: a user who cannot pay
 * for both gets the error before anything starts. Without an image service, the course's log says so and nothing is reserved.
 * @throws ProductError tokens.insufficient
 */
export async function addPictures(trx: Knex.Transaction, { accountId, runId, form, requestId }: Beside): Promise<void> {
  const most = form.ai_components.imagen_enabled ? picturesOf(form.duration) : 0;
  const clip = form.ai_components.veo3_enabled;
  if (most === 0 && !clip) return;
  if (!hasPictureService()) {
    const message = toSentence('Pictures and clips cannot be made here; nothing is charged for them.');
    return recordEvents(trx, runId, [{ name: 'pictures.unavailable', message }]);
  }
  const request: PicturesRequest = { home_id: runId, places: null, most, clip, language: form.language_preference, age: form.age };
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
 * Starts drawing new pictures for places of one's own course. While they are being drawn, a repeat returns the same run.
 * @returns id of the run
 * @throws ProductError not_found, market.not_yours, media.not_configured, tokens.insufficient, spend.user_cap, spend.install_cap
 */
export async function startPictures(input: PicturesInput): Promise<string> {
  const course = await readOwnCourse(input);
  const places = placesOf(course, input.places).map(({ place }) => place);
  return acceptPictures(input, course, places, { dedupeKey: `${PICTURES_KIND}:${course.homeId}:${places.toSorted().join(',')}` });
}

/**
 * Starts drawing the missing pictures for a batch: the installation pays unless it is the owner's own, and no notification is sent.
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
