import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { t } from '#frontend/lib/text.ts';

/**
 * How long the run may still take: `about 4–7 minutes left`. `EstimateBasis` tells what that rests on. Null when
 * the server has no basis, when nothing is being written, and at the outline gate, which waits for the learner.
 */
export function etaWords({ eta, status, stage }: Pick<StatusEnvelope, 'eta' | 'status'> & { readonly stage: string }): string | null {
  if (!eta || eta.basis === '' || stage === 'approval' || (status !== 'running' && status !== 'queued')) return null;
  if (eta.overdue) return t('taking longer than usual');
  if (eta.low_s < 60 && eta.high_s >= 120)
    return t('{n, plural, one {up to # minute left} other {up to # minutes left}}', { n: Math.ceil(eta.high_s / 60) });
  return t('about {range} left', { range: rangeInWords(eta.low_s, eta.high_s) });
}

/** Seconds as `1 second`, `40–75 seconds`, `1 minute`, `4–7 minutes`. Less than a second counts as one. */
function rangeInWords(lowS: number, highS: number): string {
  const [low, high, isSeconds] =
    highS < 120
      ? [Math.max(1, Math.round(lowS)), Math.max(1, Math.round(highS)), true]
      : [Math.max(1, Math.floor(lowS / 60)), Math.ceil(highS / 60), false];
  if (low === high) return isSeconds ? secondsText(high) : minutesText(high);
  return isSeconds
    ? t('{high, plural, one {{low}–# second} other {{low}–# seconds}}', { low, high })
    : t('{high, plural, one {{low}–# minute} other {{low}–# minutes}}', { low, high });
}

const secondsText = (n: number): string => t('{n, plural, one {# second} other {# seconds}}', { n });
const minutesText = (n: number): string => t('{n, plural, one {# minute} other {# minutes}}', { n });
