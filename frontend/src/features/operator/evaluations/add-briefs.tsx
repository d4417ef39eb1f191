import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { EVALUATION_LIMITS } from '#contract/operator/evaluation-plan.contract.ts';
import { type BriefAddition, type EvaluationReport } from '#contract/operator/evaluations.contract.ts';
import { nextUsualBriefs } from '#contract/operator/usual-briefs.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { formatMicro } from '../parts/figures.ts';
import { EstimateFacts, lookingWords } from './estimate-facts.tsx';
import { isNewPrice, useAddBriefs, useEstimateMoreBriefs } from './evaluation-queries.ts';

interface AddBriefsProps {
  readonly report: EvaluationReport;
  readonly onClose: () => void;
}

/** Adds the next standard subjects to a comparison. Their expected cost is shown before they can be added. */
export function AddBriefs({ report: { evaluation: about, by_brief: has }, onClose }: AddBriefsProps) {
  const topics = has.map(({ topic }) => topic);
  const most = EVALUATION_LIMITS.briefs.most - topics.length;
  const [count, setCount] = useState(String(Math.min(most, Math.max(1, EVALUATION_LIMITS.briefs.usual - topics.length))));
  const [asked, setAsked] = useState<BriefAddition | null>(null);
  const estimate = useEstimateMoreBriefs(about.evaluation_id);
  const adding = useAddBriefs(about.evaluation_id);
  const number = Number(count);
  const isSound = Number.isInteger(number) && number >= 1 && number <= most;
  const failed = adding.error ?? estimate.error;
  return (
    <RuledSection
      title={t('Add lessons')}
      aside={
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSound) return;
          const addition = { after: topics.length, briefs: nextUsualBriefs(topics, number) };
          setAsked(addition);
          estimate.mutate(addition);
        }}
      >
        <TextField
          label={t('More lessons per configuration')}
          type="number"
          min={1}
          max={most}
          value={count}
          onChange={({ target }) => {
            // the estimate is no longer valid
            estimate.reset();
            setCount(target.value);
          }}
          helper={t(
            'Covers the next standard subjects, 1 to {most}, with the same configurations and judges. The result includes all of them.',
            {
              most: formatNumber(most),
            },
          )}
        />
        <Typography variant="body2" color="textSecondary">
          {lookingWords({ additions: about.additions + 1 })}
        </Typography>
        {estimate.data && asked && <EstimateFacts estimate={estimate.data} briefs={topics.length + asked.briefs.length} />}
        <FormMessage message={failed ? { kind: 'error', text: errorText(failed, t('The lessons could not be added.')) } : null} />
        <ActionRow>
          {estimate.data && asked && (
            <Button
              variant="contained"
              aria-busy={adding.isPending}
              onClick={() =>
                adding.mutate(
                  { ...asked, accepted_micro_usd: estimate.data.micro_usd },
                  { onSuccess: onClose, onError: (error) => isNewPrice(error) && estimate.mutate(asked) },
                )
              }
            >
              {t('Add for about {price}', { price: formatMicro(estimate.data.micro_usd) })}
            </Button>
          )}
          <Button
            type="submit"
            variant={estimate.data ? 'text' : 'contained'}
            color={estimate.data ? 'inherit' : 'primary'}
            disabled={!isSound}
            aria-busy={estimate.isPending}
          >
            {t('Estimate the cost')}
          </Button>
        </ActionRow>
      </form>
    </RuledSection>
  );
}
