import type { BatchEstimate, BatchTask } from '#contract/operator/batches.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { exclusionWord } from '#frontend/ui/batches/batch-frame.tsx';
import type { Fact } from '#frontend/ui/fact-strip.tsx';
import { formatMicro } from '../parts/figures.ts';

/** The size and the expected cost of a selection. @param what the counted unit of the task's output; lessons by default */
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
              t('{n, plural, one {# course is excluded by its owner} other {# courses are excluded by their owners}}', {
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
        ...(ordinary === undefined
          ? []
          : [t('through the vendors’ batch services instead of {ordinary}', { ordinary: formatMicro(ordinary) })]),
      ].join(' · '),
    },
  ];
}

/** Why a batch cannot start, with both amounts, given in micro-dollars. */
export const overBudgetWords = (expected: number, budget: number): string =>
  t('The estimated cost is {estimate}, and the budget is {budget}. Raise the budget or choose fewer courses.', {
    estimate: formatMicro(expected),
    budget: formatMicro(budget),
  });
