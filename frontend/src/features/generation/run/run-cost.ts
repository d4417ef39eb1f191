import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';

type Costs = Pick<StatusEnvelope, 'tokens' | 'part_tokens'>;

/** What a run and all its parts were charged so far, in hundredths of a token. */
export const chargedInAll = ({ tokens, part_tokens: parts }: Costs): number => tokens.charged + (parts?.charged ?? 0);

/** What is set aside for a live run and its parts, or was charged for those of them that are over, in hundredths of a token. */
export const reservedInAll = ({ tokens, part_tokens: parts }: Costs): number =>
  tokens.reserved + (parts?.reserved ?? 0) + (parts?.charged ?? 0);

/** What an ended run and its parts were charged, as a sentence; the rest of the reservation was released. */
export function chargedWords(run: Costs): string {
  const charged = chargedInAll(run);
  return charged === 0 ? t('Nothing was charged.') : t('{n} tokens were charged.', { n: formatTokens(charged) });
}

/** Whether the plan pays for its text: nothing is reserved or charged for a course that is written. */
export function isOfPlan({ kind, status, stopped, tokens: { reserved, charged } }: StatusEnvelope): boolean {
  return kind === 'course' && !stopped && status !== 'failed' && (hasEnded({ status }) ? charged : reserved) === 0;
}

/** What the learner pays of that which the services used. */
export function paidWords(run: StatusEnvelope): string {
  const charged = chargedInAll(run);
  if (charged > 0 && isOfPlan(run))
    return t('The text is included in your plan. You were charged {n} tokens for the other parts.', { n: formatTokens(charged) });
  if (charged > 0) return t('You were charged {n} tokens for it.', { n: formatTokens(charged) });
  return isOfPlan(run) ? t('You pay nothing: the course is included in your plan.') : t('You pay nothing.');
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
    ? t('Keep: it counts towards your plan’s courses, because at least half of it is written.')
    : t('Keep: it does not count towards your plan’s courses, because less than half of it is written.');
}
