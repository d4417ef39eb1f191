import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

const NAME = 'browser_notifications';

/** Whether the settings allow system notifications at all; each course still has its own switch. */
export const isPushWanted = (): boolean => readStoredChoice(NAME) !== 'off';

export const storePushWanted = (isWanted: boolean): void => writeStoredChoice(NAME, isWanted ? null : 'off');
