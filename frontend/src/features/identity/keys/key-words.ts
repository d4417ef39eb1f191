import type { ApiKey } from '#contract/identity/api-keys.contract.ts';
import { KEY_SCOPES } from '#contract/identity/key-scopes.ts';
import { formatDate, formatList, formatNumber, formatTokenCount, formatWhen } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';

/** A key counts as expiring soon within this many days. */
const SOON_MS = 14 * 86_400_000;

export type KeyState = 'in force' | 'ends soon' | 'expired' | 'ended';

/** The state of a key, in words. */
export function stateOf({ ended_at: endedAt, expires_at: expiresAt }: ApiKey, now = Date.now()): KeyState {
  if (endedAt !== null) return 'ended';
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? 'expired' : left < SOON_MS ? 'ends soon' : 'in force';
}

/** How long a key works, in words. */
export function untilWords({ ended_at: endedAt, expires_at: expiresAt }: ApiKey, state: KeyState): string {
  if (state === 'ended') return t('Revoked on {date}', { date: formatDate(endedAt!) });
  const date = formatDate(expiresAt);
  if (state === 'expired') return t('Expired on {date}', { date });
  return state === 'ends soon' ? t('Expires soon, on {date}', { date }) : t('Expires on {date}', { date });
}

/** How often a key was used, and when last, in words. */
export const useWords = ({ calls, last_used_at: at }: ApiKey): string =>
  at === null ? t('Not used yet') : t('{n, plural, one {# call} other {# calls}}, latest {when}', { n: calls, when: formatWhen(at) });

/** What a key has spent today, in words. */
export function budgetWords({ day_budget: budget, spent_today: spent }: ApiKey): string {
  if (budget === 0) return t('Spends no tokens');
  return t('{spent} of {budget} tokens spent today', { spent: formatTokenCount(spent), budget: formatNumber(budget) });
}

/** The permissions of a key, in words. */
export const scopeWords = ({ scopes }: ApiKey): string =>
  formatList(scopes.map((scope) => translateServerText(KEY_SCOPES[scope].name.key, KEY_SCOPES[scope].name)));
