import { keepChoice, keptChoice } from '#frontend/lib/drafts/persisted-choice.ts';

const NAME = 'browser_notifications';

/** Whether the settings allow system notifications at all; each course still has its own switch. */
export const isPushWanted = (): boolean => keptChoice(NAME) !== 'off';

export const keepPushWanted = (isWanted: boolean): void => keepChoice(NAME, isWanted ? null : 'off');
