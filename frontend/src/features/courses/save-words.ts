import { ApiError } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';

/** What the two surfaces say when saving a course fails (G55, CRS-13, CRS-14): the entry screens, and the main app. */
export const SAVE_WORDS = {
  entry: {
    signedOut: () => t('Must be logged in to save courses'),
    /** When the server gives no reason. */
    failed: () => t('Failed to save course'),
  },
  main: {
    signedOut: () => t('Please log in to save courses'),
    /** Instead of the server's reason. */
    failed: () => t('Failed to save course. Please try again.'),
  },
} as const;

/**
 * Why a course was not saved. When the session has just ended, the next screen is an entry screen, so its wording is used.
 * @param userId null for a visitor
 */
export function saveProblem(userId: string | null, error: unknown): string {
  if (userId === null) return SAVE_WORDS.main.signedOut();
  return error instanceof ApiError && error.status === 401 ? SAVE_WORDS.entry.signedOut() : SAVE_WORDS.main.failed();
}
