import { keepChoice, keptChoice } from '#frontend/lib/drafts/persisted-choice.ts';

const NAME = 'browser_notifications';

/** Whether notifications of the machine are wanted at all, by the settings; each course still asks by itself. */
export const isPushWanted = (): boolean => keptChoice(NAME) !== 'off';

export const keepPushWanted = (isWanted: boolean): void => keepChoice(NAME, isWanted ? null : 'off');
