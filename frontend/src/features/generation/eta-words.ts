import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { t } from '#frontend/lib/text.ts';

/**
 * How long it may still take, always with the ground for it: `usually 4–7 minutes left (last 50 courses of this size)`. Null when the
 * server has no ground, when nothing is being written, and at the outline gate, where it is the learner who is waited for.
 */
export function etaWords({ eta, status, stage }: Pick<StatusEnvelope, 'eta' | 'status' | 'stage'>): string | null {
  if (!eta || eta.basis === '' || stage === 'approval' || (status !== 'running' && status !== 'queued')) return null;
  if (eta.overdue) return t('longer than usual ({basis})', { basis: eta.basis });
  return t('usually {range} left ({basis})', { range: rangeInWords(eta.low_s, eta.high_s), basis: eta.basis });
}

/** Seconds as `40–75 seconds`, `1 minute`, `4–7 minutes`. */
function rangeInWords(lowS: number, highS: number): string {
  const [low, high, isSeconds] =
    highS < 120 ? [Math.round(lowS), Math.round(highS), true] : [Math.max(1, Math.floor(lowS / 60)), Math.ceil(highS / 60), false];
  if (low === high) return isSeconds ? t('{n} seconds', { n: high }) : t('{n} minutes', { n: high });
  return isSeconds ? t('{low}–{high} seconds', { low, high }) : t('{low}–{high} minutes', { low, high });
}
