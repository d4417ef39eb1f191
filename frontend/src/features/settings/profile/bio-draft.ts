import { keepChoice, keptChoice } from '#frontend/lib/drafts/persisted-choice.ts';

/** `user-bio` of one person: who shares the browser has another (PROF-01, G52). */
const nameFor = (userId: string): string => `user-bio:${userId}`;

/** The bio as it was last typed here and not saved yet; null when there is none. */
export const bioDraft = (userId: string): string | null => keptChoice(nameFor(userId));

/** Keeps what is typed until the server has it. @param text null: the server has it */
export const keepBioDraft = (userId: string, text: string | null): void => keepChoice(nameFor(userId), text);
