import * as z from 'zod';

/** Settings of Google Cloud Storage and Veo. `off`: neither is configured. */
export interface GoogleSettings {
  readonly mode: 'off' | 'sandbox' | 'live';
  readonly projectId: string;
  readonly location: string;
  readonly bucket: string;
  /** null: Google's own addresses. */
  readonly storageEndpoint: string | null;
  readonly vertexBaseUrl: string | null;
  readonly videoModels: Readonly<Record<'fast' | 'quality', string>>;
  readonly imageModel: string;
  readonly videoPollMs: number;
}

/** Environment variables for Google. */
export const GOOGLE_ENVIRONMENT = {
  GOOGLE_CLOUD_PROJECT: z.string().default(''),
  GOOGLE_CLOUD_LOCATION: z.string().default('us-central1'),
  /** Bucket of Google Cloud Storage for clips, pictures and recordings. Without it and a project, AI_MODE=live has no media. */
  GCS_BUCKET: z.string().default(''),
  VEO_FAST_MODEL: z.string().default('veo-3.1-fast-generate-001'),
  VEO_QUALITY_MODEL: z.string().default('veo-3.1-generate-001'),
  /** Draws the pictures of courses, through the Gemini API. */
  GEMINI_IMAGE_MODEL: z.string().default('gemini-3.1-flash-image'),
  /** Polling interval for the state of a clip. */
  VIDEO_POLL_MS: z.coerce.number().int().min(0).optional(),
};
const environment = z.object(GOOGLE_ENVIRONMENT);
const DEFAULT_VIDEO_POLL_MS = { sandbox: 1_000, live: 10_000 } as const;

/** Reads Google's settings. @param sandbox address of the stand-in, used while no bucket is named; null: no stand-in */
export function readGoogleSettings(e: z.infer<typeof environment>, sandbox: string | null): GoogleSettings {
  const isSandbox = sandbox !== null && e.GCS_BUCKET === '';
  const videoModels = { fast: e.VEO_FAST_MODEL, quality: e.VEO_QUALITY_MODEL };
  const imageModel = e.GEMINI_IMAGE_MODEL;
  const videoPollMs = e.VIDEO_POLL_MS ?? DEFAULT_VIDEO_POLL_MS[isSandbox ? 'sandbox' : 'live'];
  if (isSandbox) return { ...sandboxGoogle(sandbox, e.GOOGLE_CLOUD_LOCATION), videoModels, imageModel, videoPollMs };
  return {
    mode: e.GOOGLE_CLOUD_PROJECT && e.GCS_BUCKET ? 'live' : 'off',
    projectId: e.GOOGLE_CLOUD_PROJECT,
    location: e.GOOGLE_CLOUD_LOCATION,
    bucket: e.GCS_BUCKET,
    storageEndpoint: null,
    vertexBaseUrl: null,
    videoModels,
    imageModel,
    videoPollMs,
  };
}

/** Returns Google's settings for a stand-in at an address. */
export const sandboxGoogle = (sandbox: string, location = 'us-central1') =>
  ({
    mode: 'sandbox',
    projectId: 'sandbox',
    location,
    bucket: 'coursewright',
    storageEndpoint: sandbox,
    vertexBaseUrl: `${sandbox}/vertex/v1beta1/projects/sandbox/locations/${location}/publishers/google`,
  }) as const;
