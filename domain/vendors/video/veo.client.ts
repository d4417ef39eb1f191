import { APICallError, experimental_getVideoStatus as getVideoStatus, experimental_startVideo as startVideo } from 'ai';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { placeOf } from '#domain/vendors/files/file-store.ts';

/** Clip lengths that Veo 3.1 supports, in seconds. */
export const VEO_SECONDS = [4, 6, 8] as const;
export type VeoSeconds = (typeof VEO_SECONDS)[number];

export type VideoMode = 'fast' | 'quality';

export interface VeoOrder {
  readonly mode: VideoMode;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly seconds: VeoSeconds;
  /** The first frame. */
  readonly image: Uint8Array | null;
  /** Key prefix below which the vendor stores the file. */
  readonly prefix: string;
  /** Sent as an idempotency key. The vendor documents none for this call: where it is ignored, a repeated call is a second order. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The outcome of an order: `refused` by the vendor's safety rules, `empty` when it ended without a file. */
export type VeoOutcome =
  | { readonly state: 'pending' }
  | { readonly state: 'done'; readonly address: string }
  | { readonly state: 'refused' | 'empty' | 'failed' | 'unknown'; readonly message: string };

/** The service is busy or unreachable: the same request may succeed later. */
export class VideoBusy extends Error {}

/**
 * Matches the vendor's answers that cite a safety rule. Every other refusal is an order that the vendor cannot carry out. Source:
 * docs.cloud.google.com/vertex-ai/generative-ai/docs/video/responsible-ai-and-usage-guidelines (support codes, usage guidelines).
 */
const isSafety = (said: string): boolean =>
  /safety|polic(?:y|ies)|violat|responsible ai|filtered|usage guidelines|support codes?/i.test(said);

const asBusy = (error: unknown): unknown =>
  APICallError.isInstance(error) && error.isRetryable ? new VideoBusy(error.message, { cause: error }) : error;

async function model(mode: VideoMode) {
  const settings = config().google;
  if (settings.mode === 'off') throw new ProductError('media.not_configured');
  const { projectId, location, vertexBaseUrl } = settings;
  // loaded with its Google client libraries only by the processes that order videos
  const { createGoogleVertex } = await import('@ai-sdk/google-vertex');
  const vertex = createGoogleVertex({
    project: projectId,
    location,
    // the stand-in accepts any key; a real installation uses Application Default Credentials
    ...(vertexBaseUrl && { baseURL: vertexBaseUrl, apiKey: 'sandbox-key' }),
  });
  return vertex.video(settings.videoModels[mode]);
}

/**
 * Orders a clip.
 * @returns the vendor's operation name, which any process can poll
 * @throws ProductError media.not_configured, video.refused for a prompt that the vendor's safety rules reject, video.not_filmable for any
 * other prompt that it cannot film; VideoBusy
 */
export async function orderClip({ mode, prompt, negativePrompt, seconds, image, prefix, key, signal }: VeoOrder): Promise<string> {
  try {
    const vertex = await model(mode);
    const { operation } = await outgoing('video', () =>
      startVideo({
        model: vertex,
        prompt,
        duration: seconds,
        aspectRatio: '16:9',
        resolution: '1280x720',
        ...(image && { frameImages: [{ image, frameType: 'first_frame' as const }] }),
        // the SDK sends `gcsOutputDirectory` under a name the vendor does not read; without a location the file would be inside the JSON
        providerOptions: { googleVertex: { storageUri: placeOf(prefix), ...(negativePrompt && { negativePrompt }) } },
        headers: { 'idempotency-key': key },
        maxRetries: 0,
        abortSignal: signal,
      }),
    );
    return (operation as { operationName: string }).operationName;
  } catch (error) {
    if (APICallError.isInstance(error) && error.statusCode === 400)
      throw new ProductError(isSafety(`${error.message} ${error.responseBody}`) ? 'video.refused' : 'video.not_filmable', error.message);
    throw asBusy(error);
  }
}

/** Polls an order once. @throws VideoBusy */
export async function readOrder(mode: VideoMode, operationName: string, signal: AbortSignal): Promise<VeoOutcome> {
  try {
    const vertex = await model(mode);
    const status = await outgoing('video', () =>
      getVideoStatus(vertex, { operation: { operationName }, maxRetries: 0, abortSignal: signal }),
    );
    if (status.status === 'pending') return { state: 'pending' };
    if (status.status === 'error') {
      return { state: isSafety(status.error) ? 'refused' : 'failed', message: status.error };
    }
    const video = status.videos[0];
    return video?.type === 'url' ? { state: 'done', address: video.url } : { state: 'empty', message: 'the answer has no address' };
  } catch (error) {
    if (APICallError.isInstance(error)) {
      if (error.statusCode === 404) return { state: 'unknown', message: error.message };
      throw asBusy(error);
    }
    const message = error instanceof Error ? error.message : String(error);
    if (!/No (valid )?videos/.test(message)) throw error;
    // every result was filtered
    return { state: /raiMediaFilteredCount":[1-9]/.test(message) ? 'refused' : 'empty', message };
  }
}
