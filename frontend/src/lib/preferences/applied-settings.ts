import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

const NAME = 'settings_of';

/** Whether this browser has applied the user's settings since the sign-in. */
export const areSettingsApplied = (userId: string): boolean => readStoredChoice(NAME) === userId;

export const recordApplied = (userId: string): void => writeStoredChoice(NAME, userId);

/** Called on sign-out, so that the next sign-in applies the settings again. */
export const forgetAppliedSettings = (): void => writeStoredChoice(NAME, null);
