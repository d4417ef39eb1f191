import { config } from '#domain/platform/config.ts';
import { hasModerationService } from '#domain/vendors/moderation/moderation.client.ts';

/** Reason of a text without any fault whose author is new: it waits for the second judge. */
export const FIRST_TEXTS = 'first_texts';

/** Number of an author's texts that must stay published before new ones need not wait; 0 without a second judge. */
export const firstTexts = (): number => (hasModerationService() ? config().moderation.firstTexts : 0);

/** Tells whether the rules found nothing in a text, so that it waits only because its author is new. */
export const awaitsOnlySecondJudge = (reasons: readonly string[]): boolean => reasons.every((reason) => reason === FIRST_TEXTS);
