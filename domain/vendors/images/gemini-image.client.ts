import { createGoogle } from '@ai-sdk/google';
import { APICallError, generateImage, NoImageGeneratedError } from 'ai';
import { leadOf } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';
import { fetchFor } from '#domain/platform/network/outgoing.ts';

export interface PictureOrder {
  readonly prompt: string;
  /**
   * Sent as an idempotency key. The vendor documents none for this call and an answer cannot be fetched again, so a repeated call may be a
   * second order.
   */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The outcome of an order: `refused` by the vendor's safety rules, `unfit` when it cannot be drawn, `empty` when it ended without a picture. */
export type PictureOutcome =
  | { readonly state: 'done'; readonly bytes: Uint8Array }
  | { readonly state: 'refused' | 'unfit' | 'empty'; readonly message: string };

/** The service is busy or unreachable: the same request may succeed later. */
export class PictureBusy extends Error {
  readonly why: 'rate_limited' | 'unavailable' | 'timed_out';
  /** The picture may have been drawn and billed: the answer was missing or too late. */
  readonly mayHaveDrawn: boolean;

  constructor(why: PictureBusy['why'], { mayHaveDrawn, cause }: { mayHaveDrawn: boolean; cause: unknown }) {
    super('the service is busy', { cause });
    this.why = why;
    this.mayHaveDrawn = mayHaveDrawn;
  }
}

/** Tells whether this installation has an image service and storage for its pictures. */
export const hasPictureService = (): boolean => config().google.mode !== 'off' && config().accounts[leadOf('pictures')].apiKey !== '';

const REFUSAL = /SAFETY|PROHIBITED|BLOCKED|BLOCKLIST|RECITATION|SPII|LANGUAGE|usage guidelines|polic(?:y|ies)/i;

/** Requests a 16:9 picture once. Its media type is the vendor's claim: verify it. @throws PictureBusy; the SDK's error */
export async function orderPicture({ prompt, key, signal }: PictureOrder): Promise<PictureOutcome> {
  const { apiKey, baseURL } = config().accounts[leadOf('pictures')];
  try {
    const { image } = await generateImage({
      model: createGoogle({ apiKey, baseURL, fetch: fetchFor('ai') }).image(config().google.imageModel),
      prompt,
      aspectRatio: '16:9',
      maxRetries: 0,
      headers: { 'idempotency-key': key },
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(config().vendor.callTimeoutMs)]),
    });
    return { state: 'done', bytes: image.uint8Array };
  } catch (error) {
    if (signal.aborted) throw error;
    if (NoImageGeneratedError.isInstance(error)) {
      const why = JSON.stringify(error.calls?.map(({ providerMetadata }) => providerMetadata?.['google']) ?? []);
      return { state: REFUSAL.test(why) ? 'refused' : 'empty', message: why };
    }
    if (APICallError.isInstance(error) && error.statusCode === 400)
      return { state: REFUSAL.test(`${error.message} ${error.responseBody}`) ? 'refused' : 'unfit', message: error.message };
    if (error instanceof Error && error.name === 'TimeoutError') throw new PictureBusy('timed_out', { mayHaveDrawn: true, cause: error });
    if (APICallError.isInstance(error) && error.isRetryable) {
      // error answers are not billed; without an answer the connection broke
      const why = error.statusCode === 429 ? 'rate_limited' : 'unavailable';
      throw new PictureBusy(why, { mayHaveDrawn: error.statusCode === undefined, cause: error });
    }
    throw error;
  }
}
