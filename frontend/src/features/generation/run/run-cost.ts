import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';

type Costs = Pick<StatusEnvelope, 'tokens' | 'part_tokens'>;

/** The amount charged so far for a run and all its parts, in hundredths of a token. */
export const chargedInAll = ({ tokens, part_tokens: parts }: Costs): number => tokens.charged + (parts?.charged ?? 0);

/** The amount on hold for a run and its parts while they are live, or charged for those that have ended, in hundredths of a token. */
export const reservedInAll = ({ tokens, part_tokens: parts }: Costs): number =>
  tokens.reserved + (parts?.reserved ?? 0) + (parts?.charged ?? 0);

/** The charge for an ended run and its parts, as a sentence; the rest of the reservation was released. */
export function chargedWords(run: Costs): string {
  const charged = chargedInAll(run);
  return charged === 0 ? t('Nothing was charged.') : t('{n} tokens were charged.', { n: formatTokens(charged) });
}

/** Whether the plan pays for the text, so that nothing is reserved or charged for a written course. */
export function isOfPlan({ kind, status, stopped, tokens: { reserved, charged } }: StatusEnvelope): boolean {
  return kind === 'course' && !stopped && status !== 'failed' && (hasEnded({ status }) ? charged : reserved) === 0;
}

/** Which part of the services' usage the learner pays for. */
export function paidWords(run: StatusEnvelope): string {
  const charged = chargedInAll(run);
  if (charged > 0 && isOfPlan(run))
    return t('The text is included in your plan. You were charged {n} tokens for the other parts.', { n: formatTokens(charged) });
  if (charged > 0) return t('You were charged {n} tokens for it.', { n: formatTokens(charged) });
  return isOfPlan(run) ? t('You pay nothing: the course is included in your plan.') : t('You pay nothing.');
}

/**
 * The cost of cancelling now and keeping the finished lessons (A12): tokens per lesson; on a plan, a course of the quota once half of them
 * are written.
 */
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
    ? t('Keep: it counts towards your plan’s courses, because at least half of it is written.')
    : t('Keep: it does not count towards your plan’s courses, because less than half of it is written.');
}
