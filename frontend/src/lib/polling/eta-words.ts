import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { t } from '#frontend/lib/text.ts';

/**
 * How long the run may still take, as a round number that is rarely too small: `about 7 minutes left`. `EstimateBasis` explains what it
 * rests on. Null when it is not known to within a third, when nothing is being written, and at the outline gate, which waits for the
 * learner.
 */
export function etaWords({ eta, status, stage }: Pick<StatusEnvelope, 'eta' | 'status'> & { readonly stage: string }): string | null {
  if (!eta || eta.basis === '' || stage === 'approval' || (status !== 'running' && status !== 'queued')) return null;
  if (eta.overdue) return t('taking longer than usual');
  const middle = (eta.low_s + eta.high_s) / 2;
  if (eta.high_s - middle > middle / 3) return null;
  return t('about {time} left', { time: roundTime(Math.max(1, eta.high_s)) });
}

/** Rounds seconds up: to 10 s until a minute and a half, then to minutes, after half an hour to 5 minutes. */
function roundTime(seconds: number): string {
  const up = (value: number, to: number) => Math.ceil(value / to) * to;
  if (seconds <= 90) return t('{n, plural, one {# second} other {# seconds}}', { n: up(seconds, 10) });
  const minutes = Math.ceil(seconds / 60);
  return t('{n, plural, one {# minute} other {# minutes}}', { n: minutes > 30 ? up(minutes, 5) : minutes });
}
