import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';

type Costed = Pick<StatusEnvelope, 'tokens' | 'status'>;

/** What an ended run was charged, as a sentence; the rest of the reservation was released. */
export function chargedWords({ tokens: { charged } }: Pick<StatusEnvelope, 'tokens'>): string {
  return charged === 0 ? t('No tokens were charged.') : t('{n} tokens were charged.', { n: formatTokens(charged) });
}

/** The same as a fact below the title; empty when there is nothing to show. */
export function costWords({ tokens: { reserved, charged }, status }: Costed): string {
  if (hasEnded({ status })) return charged === 0 ? '' : t('{n} tokens charged', { n: formatTokens(charged) });
  return reserved === 0 ? '' : t('{n} tokens reserved', { n: formatTokens(reserved) });
}

/** The cost of stopping now and keeping the finished lessons (A12): tokens per lesson, or a course of the plan from half of them on. */
export function keepCostWords({ tokens: { reserved }, items }: Pick<StatusEnvelope, 'tokens' | 'items'>, ready: number): string {
  if (reserved > 0) {
    return t('Keep: about {n} of the {reserved} reserved tokens are charged, for {ready} of {total} lessons.', {
      n: formatTokens(Math.round((reserved * ready) / items.length)),
      reserved: formatTokens(reserved),
      ready,
      total: items.length,
    });
  }
  return ready * 2 >= items.length
    ? t('Keep: it counts as one of your plan’s courses, because at least half of it is written.')
    : t('Keep: it counts as none of your plan’s courses, because less than half of it is written.');
}
