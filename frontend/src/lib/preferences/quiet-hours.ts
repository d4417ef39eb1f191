import type { Settings } from '#contract/settings/settings.contract.ts';
import { timeOf } from '#frontend/lib/calendar.ts';
import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

const NAME = 'quiet_hours';

/** Stores the quiet hours in this browser, which holds back its own notifications; the server does not. */
export const storeQuietHours = (hours: Settings['quiet_hours']): void => writeStoredChoice(NAME, hours && `${hours.from}-${hours.until}`);

/** Whether a local time is within the quiet hours. */
export function isQuiet(now = new Date()): boolean {
  const [from, until] = (readStoredChoice(NAME) ?? '').split('-');
  if (!from || !until) return false;
  const at = timeOf(now);
  return from < until ? from <= at && at < until : at >= from || at < until;
}
