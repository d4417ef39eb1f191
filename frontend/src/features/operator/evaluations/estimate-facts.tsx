import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { EvaluationPower, PricedEvaluation } from '#contract/operator/evaluation-plan.contract.ts';
import type { Evaluation } from '#contract/operator/evaluations.contract.ts';
import { formatNumber, formatPercent } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { Quiet } from '../parts/console-table.tsx';
import { formatMicro } from '../parts/figures.ts';

interface EstimateFactsProps {
  readonly estimate: PricedEvaluation;
  /** The resulting number of briefs in the comparison. */
  readonly briefs: number;
}

/** The expected cost of a comparison, and what it can find for that. */
export function EstimateFacts({ estimate, briefs }: EstimateFactsProps) {
  const { calls, tokens_in: input, tokens_out: output, micro_usd: cost, unpriced, basis, finds } = estimate;
  return (
    <>
      <FactStrip
        facts={[
          {
            name: t('Expected cost'),
            figure: formatMicro(cost),
            note: basis === 'history' ? t('based on calls made here') : t('until calls were made here, an estimate'),
          },
          { name: t('Calls'), figure: formatNumber(calls) },
          { name: t('Tokens'), figure: formatNumber(input + output), note: t('{n} of them output', { n: formatNumber(output) }) },
        ]}
      />
      <Typography variant="body2" color="textSecondary">
        {powerWords(briefs, finds)}
      </Typography>
      {unpriced.length > 0 && (
        <Quiet>{t('The price of {models} is unknown, so the highest known price is used.', { models: unpriced.join(', ') })}</Quiet>
      )}
    </>
  );
}

/** Without decimals, because there are too few lessons. */
export const wholePercent = (share: number): string => formatPercent(Number(share.toFixed(2)));

/** The differences that this many lessons per configuration can detect. */
export function powerWords(briefs: number, { wins_needed: wins, smallest_share: share }: EvaluationPower): string {
  if (wins === null || share === null)
    return t(
      'With {n, plural, one {# lesson} other {# lessons}} per configuration, no result can show that one is better. Use at least six.',
      {
        n: briefs,
      },
    );
  return t(
    'With {n, plural, one {# lesson} other {# lessons}} per configuration and no ties, {wins} wins show that one is better (p < 0.05). If it truly wins {share} of them, four of five such comparisons find it; a smaller difference is found less often.',
    { n: briefs, wins: formatNumber(wins), share: wholePercent(share) },
  );
}

/** The statistical cost of looking at a result and then adding to it. */
export const lookingWords = ({ additions }: Pick<Evaluation, 'additions'>): string =>
  t(
    'Each look at the results makes a false winner more likely: up to {each} with one look, up to {share} after {n, plural, one {# look} other {# looks}}, if the configurations are equal. Decide on the number of lessons before the first look.',
    { n: additions + 1, each: formatPercent(0.05), share: formatPercent(Math.min(1, 0.05 * (additions + 1))) },
  );

/** Explains how little the sandbox's verdicts mean. */
export const SandboxNote = () => (
  <Alert severity="warning" sx={{ marginBlock: 2 }}>
    {t('The sandbox stands in for the services here. Its judge only compares words, so its verdicts say nothing about the models.')}
  </Alert>
);
