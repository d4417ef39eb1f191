import type { BatchEstimate, BatchTask } from '#contract/operator/batches.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { exclusionWord } from '#frontend/ui/batches/batch-frame.tsx';
import type { Fact } from '#frontend/ui/fact-strip.tsx';
import { formatMicro } from '../parts/figures.ts';

/** What a selection holds and is expected to cost. @param what it is counted in what this makes; default: lessons */
export function estimateFacts(estimate: BatchEstimate, what?: BatchTask): Fact[] {
  const { courses, micro_usd: money, basis, ordinary_micro_usd: ordinary, opted_out: optedOut } = estimate;
  return [
    {
      name: t('Courses'),
      figure: formatNumber(courses),
      note: [
        exclusionWord(estimate, what),
        ...(optedOut === undefined
          ? []
          : [
              t('{n, plural, one {# course stays out as its owner wishes} other {# courses stay out as their owners wish}}', {
                n: optedOut,
              }),
            ]),
      ].join('; '),
    },
    {
      name: t('Expected cost'),
      figure: formatMicro(money.expected),
      note: [
        t('{low} to {worst}', { low: formatMicro(money.low), worst: formatMicro(money.worst) }),
        ...(basis === 'presumed' ? [t('assumed: too few lessons to go by')] : []),
        ...(ordinary === undefined ? [] : [t('by the vendors’ batch services instead of {ordinary}', { ordinary: formatMicro(ordinary) })]),
      ].join(' · '),
    },
  ];
}

/** Why a batch cannot start: both sums, in micro-dollars. */
export const overBudgetWords = (expected: number, budget: number): string =>
  t('It is expected to cost {estimate}, and the budget is {budget}. Raise the budget, or choose fewer courses.', {
    estimate: formatMicro(expected),
    budget: formatMicro(budget),
  });
