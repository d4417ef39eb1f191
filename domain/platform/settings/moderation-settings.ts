import * as z from 'zod';

/** The second judge of public texts, OpenAI's moderation endpoint; used if OpenAI has a key. */
export interface ModerationSettings {
  readonly model: string;
  /** Limit of one call. */
  readonly timeoutMs: number;
  /**
   * Number of an author's accepted texts from which new ones are shown without waiting for the second judge; 0: only doubtful texts wait.
   */
  readonly firstTexts: number;
}

/** Environment variables for the second judge. */
export const MODERATION_ENVIRONMENT = {
  OPENAI_MODERATION_MODEL: z.string().default('omni-moderation-latest'),
  MODERATION_TIMEOUT_MS: z.coerce.number().int().min(100).default(4_000),
  MODERATION_FIRST_TEXTS: z.coerce.number().int().min(0).max(100).default(3),
};
const environment = z.object(MODERATION_ENVIRONMENT);

export const readModerationSettings = (e: z.infer<typeof environment>): ModerationSettings => ({
  model: e.OPENAI_MODERATION_MODEL,
  timeoutMs: e.MODERATION_TIMEOUT_MS,
  firstTexts: e.MODERATION_FIRST_TEXTS,
});
