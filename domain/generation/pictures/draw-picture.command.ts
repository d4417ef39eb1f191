import { PICTURE_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { leadOf } from '#contract/platform/ai-services.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { forgetPictures, recordMissingPicture, setPicture, type Place } from '#domain/courses/pictures/set-picture.command.ts';
import { encodePicture, encodeThumb, PICTURE_TYPE } from '#domain/media/picture.commands.ts';
import { discardStored, findStored, readMedia, storeMedia, type MediaObject, type NewMedia } from '#domain/media/store-media.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { pauseMs } from '#domain/platform/runs/settle-failure.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { recordEvents } from '#domain/platform/runs/run-event.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';
import { orderPicture, PictureBusy, type PictureOutcome } from '#domain/vendors/images/gemini-image.client.ts';
import { courseExistence, pollWhileWriting } from './course-existence.queries.ts';
import { pictureStepKey, type PicturesRequest, type PlannedPicture } from './course-pictures.kind.ts';
import { beginPictureCall, endPictureCall, endStoredCall } from '#domain/vendors/images/begin-picture-call.command.ts';
import { isUsedUp } from '#domain/vendors/llm/service-budget.queries.ts';
import { plannedPicture } from './picture.commands.ts';

interface DrawPayload {
  /** Number of orders, and how often the service was busy. */
  readonly orders?: number;
  readonly waits?: number;
}
interface Work<Payload = unknown> {
  readonly step: ClaimedStep<PicturesRequest, Payload>;
  readonly signal: AbortSignal;
}

/** An order without a picture, or with an unreadable one, is repeated once. */
const MOST_ORDERS = 2;
const WITHIN_MS = 15 * 60_000;

/**
 * Draws one picture. The vendor's bytes are stored under an id derived from the step and the order before any processing, and so is the
 * picture made of them: a crash after that orders nothing again and leaves no second object. A crash while the vendor draws may pay the
 * vendor twice; the user is charged once.
 * @returns when to try again, while the service is busy
 * @throws ProductError picture.refused, picture.not_drawable, picture.failed
 */
export async function drawPicture({ step, signal }: Work<DrawPayload | null>): Promise<PollLater | void> {
  const planned = await plannedPicture(step.runId, step.key.slice(pictureStepKey('').length));
  const { orders = 0, waits = 0 } = step.payload ?? {};
  const again = (payload: DrawPayload, afterMs: number): PollLater => ({ afterMs, withinMs: WITHIN_MS, payload });
  const named = { id: uuidFrom(`${step.stepId}/large`), accountId: step.accountId!, kind: 'picture', type: PICTURE_TYPE } as const;
  let large = await findStored(named);
  if (!large) {
    const sent = { ...named, id: uuidFrom(`${step.stepId}/sent/${orders}`), type: 'application/octet-stream' } as const;
    let bytes = await storedBytes(sent);
    if (bytes) await endStoredCall(step.stepId);
    else {
      const outcome = await order({ step, signal }, { prompt: planned.prompt, orders, sent });
      if (outcome.state === 'busy') return again({ orders, waits: waits + 1 }, pauseMs(waits + 1));
      if (outcome.state === 'refused') throw new ProductError('picture.refused');
      if (outcome.state === 'unfit') throw new ProductError('picture.not_drawable');
      bytes = outcome.state === 'done' ? outcome.bytes : null;
    }
    const drawn = bytes && (await encodePicture(bytes));
    if (!drawn && orders + 1 < MOST_ORDERS) return again({ orders: orders + 1, waits }, 0);
    if (!drawn) throw new ProductError('picture.failed');
    large = await storeMedia({ ...named, source: drawn });
    await discardStored(sent.id);
  }
  const small = await storeMedia({ ...named, id: uuidFrom(`${step.stepId}/small`), source: await shrink(large) });
  const stored = large;
  await completeStep(step, {
    output: { media_id: large.id },
    also: (trx) => setPicture(trx, placeOfStep(step, planned), { large: stored, small, alt: planned.alt, prompt: planned.prompt }),
  });
}

interface Order {
  readonly prompt: string;
  readonly orders: number;
  /** The storage key of the vendor's bytes. */
  readonly sent: Required<Omit<NewMedia, 'source'>>;
}

/** Orders once, stores the answer, then records the call. */
async function order({ step, signal }: Work, { prompt, orders, sent }: Order): Promise<PictureOutcome | { readonly state: 'busy' }> {
  if (await isUsedUp(leadOf('pictures'))) return { state: 'busy' };
  const callId = await beginPictureCall(step);
  try {
    const outcome = await orderPicture({ prompt, key: `${step.stepId}:${orders}`, signal });
    if (outcome.state === 'done') await storeMedia({ ...sent, source: outcome.bytes });
    await endPictureCall(callId, { outcome: OUTCOMES[outcome.state], isPaid: outcome.state !== 'unfit' });
    return outcome;
  } catch (error) {
    if (!(error instanceof PictureBusy)) throw error;
    await endPictureCall(callId, { outcome: error.why, isPaid: error.mayHaveDrawn ? null : false });
    return { state: 'busy' };
  }
}

const OUTCOMES = { done: 'ok', refused: 'refused', unfit: 'broken', empty: 'broken' } as const satisfies Record<
  PictureOutcome['state'],
  string
>;

async function storedBytes(sent: Required<Omit<NewMedia, 'source'>>): Promise<Uint8Array | null> {
  const stored = await findStored(sent);
  return stored && bytesOf(stored);
}

const placeOfStep = (step: ClaimedStep<PicturesRequest>, { place, lessons }: PlannedPicture): Place => ({
  homeId: step.request.home_id,
  accountId: step.accountId!,
  place,
  lessons,
  runId: step.runId,
});

const shrink = async (large: MediaObject): Promise<Uint8Array> => encodeThumb(await bytesOf(large));

async function bytesOf(stored: MediaObject): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readMedia(stored)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Ends a run of pictures once their course exists: drawn pictures are charged, failed ones state the reason. Without a course everything is
 * deleted.
 */
export async function closePictures({ step }: Work): Promise<PollLater | void> {
  const course = await courseExistence(step.request.home_id);
  if (course === 'writing') return pollWhileWriting();
  await completeStep(step, {
    output: {},
    async also(trx) {
      const steps: { key: string; state: string; error_code: ErrorCode | null }[] = await trx('step')
        .where({ run_id: step.runId, job: 'draw-picture' })
        .select('key', 'state', 'error_code');
      if (course === 'never') await forgetPictures(trx, step.request.home_id);
      const drawn = course === 'never' ? 0 : steps.filter(({ state }) => state === 'completed').length;
      for (const { key, error_code: code } of course === 'never' ? [] : steps.filter(({ state }) => state === 'failed')) {
        const planned = await plannedPicture(step.runId, key.slice(pictureStepKey('').length), trx);
        await recordMissingPicture(trx, placeOfStep(step, planned), code ?? 'picture.failed');
      }
      const { charge } = await completeRun(trx, {
        runId: step.runId,
        result: { drawn, planned: steps.length },
        share: (reserved) => Math.min(reserved, drawn * PICTURE_CENTITOKENS),
        isUnitUsed: drawn > 0,
        units: drawn,
      });
      await recordEvents(trx, step.runId, [
        { name: 'run.completed', message: toSentence('{drawn} of {n} pictures were created.', { drawn, n: steps.length }) },
        { name: 'run.charged', message: charge },
      ]);
    },
  });
}
