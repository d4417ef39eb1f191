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
  /** How many the comparison has then. */
  readonly briefs: number;
}

/** What a comparison is expected to cost, and what it can find for that. */
export function EstimateFacts({ estimate, briefs }: EstimateFactsProps) {
  const { calls, tokens_in: input, tokens_out: output, micro_usd: cost, unpriced, basis, finds } = estimate;
  return (
    <>
      <FactStrip
        facts={[
          {
            name: t('Expected cost'),
            figure: formatMicro(cost),
            note: basis === 'history' ? t('by calls made here') : t('until calls were made here, an estimate'),
          },
          { name: t('Calls'), figure: formatNumber(calls) },
          { name: t('Tokens'), figure: formatNumber(input + output), note: t('{n} of them out', { n: formatNumber(output) }) },
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

/** Shares of so few lessons have no decimals. */
export const wholePercent = (share: number): string => formatPercent(Number(share.toFixed(2)));

/** What so many lessons by each configuration can find. */
export function powerWords(briefs: number, { wins_needed: wins, smallest_share: share }: EvaluationPower): string {
  if (wins === null || share === null)
    return t(
      '{n, plural, one {# lesson} other {# lessons}} by each configuration can name no better one, however they end. Six are the fewest.',
      {
        n: briefs,
      },
    );
  return t(
    '{n, plural, one {# lesson} other {# lessons}} by each configuration name a better one from {wins} wins on, if none is even (p < 0.05). If it truly wins {share} of them, four of five such comparisons find it; a smaller difference is found less often.',
    { n: briefs, wins: formatNumber(wins), share: wholePercent(share) },
  );
}

/** What looking at a result, and then adding to it, costs. */
export const lookingWords = ({ additions }: Pick<Evaluation, 'additions'>): string =>
  t(
    'Looking again costs certainty: each look names a better configuration by chance in up to {each} of comparisons of equals; {n, plural, one {# look} other {# looks}}, up to {share}. Decide before the first look how many lessons there will be.',
    { n: additions + 1, each: formatPercent(0.05), share: formatPercent(Math.min(1, 0.05 * (additions + 1))) },
  );

/** Says of the sandbox's verdicts what they are worth. */
export const SandboxNote = () => (
  <Alert severity="warning" sx={{ marginBlock: 2 }}>
    {t('The sandbox stands in for the services here. Its judge only compares words, so its verdicts say nothing about the models.')}
  </Alert>
);
