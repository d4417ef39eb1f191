import { config } from '#domain/platform/config.ts';
import { hasModerationService } from '#domain/vendors/moderation/moderation.client.ts';

/** Reason of a text that nothing is wrong with, but whose author is new: it waits for the second judge. */
export const FIRST_TEXTS = 'first_texts';

/** Number of texts of an author that must stand before new ones need not wait; 0 where no second judge is configured. */
export const firstTexts = (): number => (hasModerationService() ? config().moderation.firstTexts : 0);

/** Tells whether the rules found nothing in a text: it waits for its author's sake alone. */
export const awaitsOnlySecondJudge = (reasons: readonly string[]): boolean => reasons.every((reason) => reason === FIRST_TEXTS);
