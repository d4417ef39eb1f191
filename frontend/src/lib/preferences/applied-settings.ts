import { keepChoice, keptChoice } from '#frontend/lib/drafts/persisted-choice.ts';

const NAME = 'settings_of';

/** Whether this browser has put on the settings of that person since they signed in. */
export const areWorn = (userId: string): boolean => keptChoice(NAME) === userId;

export const noteWorn = (userId: string): void => keepChoice(NAME, userId);

/** Somebody has left: the next sign-in puts the settings on anew. */
export const forgetWorn = (): void => keepChoice(NAME, null);
