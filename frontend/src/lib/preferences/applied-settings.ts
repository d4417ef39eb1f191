import { keepChoice, keptChoice } from '#frontend/lib/drafts/persisted-choice.ts';

const NAME = 'settings_of';

/** Whether this browser has applied the user's settings since they signed in. */
export const areWorn = (userId: string): boolean => keptChoice(NAME) === userId;

export const noteWorn = (userId: string): void => keepChoice(NAME, userId);

/** Called on sign-out: the next sign-in applies the settings again. */
export const forgetWorn = (): void => keepChoice(NAME, null);
