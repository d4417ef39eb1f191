import * as z from 'zod';

/** Where errors are reported; see `startErrorTracker`. */
export interface ErrorTrackerSettings {
  readonly dsn: string;
  readonly environment: string;
  readonly release: string | undefined;
}

/** Environment variables of the error tracker, named as in Sentry's SDKs. GlitchTip, Bugsink and others accept them too. */
export const ERROR_TRACKER_ENVIRONMENT = {
  /** Address with a public key and a project, e.g. https://key@errors.example.org/1. If unset, no errors are reported. */
  SENTRY_DSN: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/\w+@[^/]+\/(?:.+\/)?\d+$/, 'must be like https://key@errors.example.org/1')
    .optional(),
  SENTRY_ENVIRONMENT: z.string().min(1).default('production'),
  /** Version of the product in reports, e.g. an image's tag. */
  SENTRY_RELEASE: z.string().min(1).optional(),
};
const environment = z.object(ERROR_TRACKER_ENVIRONMENT);

/** Returns null when no tracker is configured. */
export const readErrorTrackerSettings = (e: z.infer<typeof environment>): ErrorTrackerSettings | null =>
  e.SENTRY_DSN ? { dsn: e.SENTRY_DSN, environment: e.SENTRY_ENVIRONMENT, release: e.SENTRY_RELEASE } : null;
