import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

/** `user-bio` of one user: other users of the browser have their own (PROF-01, G52). */
const nameFor = (userId: string): string => `user-bio:${userId}`;

/** The unsaved bio last typed in this browser; null when there is none. */
export const bioDraft = (userId: string): string | null => readStoredChoice(nameFor(userId));

/** Stores typed text until it is saved on the server. @param text null once it is saved */
export const storeBioDraft = (userId: string, text: string | null): void => writeStoredChoice(nameFor(userId), text);
