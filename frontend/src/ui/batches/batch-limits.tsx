import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { MOST_COST_DRIFT } from '#contract/operator/batches.contract.ts';
import { judgedWords, limitWords, type JudgedResults, type ShownLimits } from '#frontend/lib/batches/batch-words.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '../dialogs/ask-dialog.tsx';
import { TextField } from '../fields/field.tsx';
import { ActionRow } from '../action-row.tsx';

const percentOf = (share: number): string => String(Math.round(share * 1000) / 10);

/** The fields of a batch's limits; `limitsIn` reads them. */
export function LimitFields({ limits }: { readonly limits: ShownLimits }) {
  return (
    <>
      <TextField
        label={t('Pause above this share of failures, in percent')}
        name="most_failures"
        type="number"
        min="0"
        max="100"
        step="any"
        required
        defaultValue={percentOf(limits.most_failures)}
      />
      <TextField
        label={t('Pause above this share of results with findings, in percent')}
        name="most_unclean"
        type="number"
        min="0"
        max="100"
        step="any"
        required
        defaultValue={percentOf(limits.most_unclean)}
      />
      {limits.most_cost_drift !== undefined && (
        <TextField
          label={t('Pause above this multiple of the expected cost')}
          name="most_cost_drift"
          type="number"
          min="1"
          max={String(MOST_COST_DRIFT)}
          step="any"
          required
          defaultValue={String(limits.most_cost_drift)}
        />
      )}
    </>
  );
}

/** Reads `LimitFields` from their form. */
export function limitsIn(form: FormData): ShownLimits {
  const number = (name: string) => Number(String(form.get(name) ?? ''));
  const share = (name: string) => Math.round(number(name) * 10) / 1000;
  return {
    most_failures: share('most_failures'),
    most_unclean: share('most_unclean'),
    ...(form.has('most_cost_drift') && { most_cost_drift: number('most_cost_drift') }),
  };
}

interface BatchLimitsProps {
  readonly batch: { readonly limits: ShownLimits; readonly judged: JudgedResults; readonly acts: readonly string[] };
  readonly isPending: boolean;
  /** @param done to be called after success */
  readonly onSet: (limits: ShownLimits, done: () => void) => void;
}

/** When a batch pauses by itself, how far it is from that limit, and a button to change it. */
export function BatchLimits({ batch, isPending, onSet }: BatchLimitsProps) {
  const [isOpen, setOpen] = useState(false);
  if (!batch.acts.includes('set_limits')) return null;
  const close = () => setOpen(false);
  return (
    <>
      <ActionRow sx={{ alignItems: 'center' }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 20rem' }}>
          {[limitWords(batch.limits), judgedWords(batch.judged)].join(' ')}
        </Typography>
        <Button size="small" color="inherit" onClick={() => setOpen(true)}>
          {t('Change the limits')}
        </Button>
      </ActionRow>
      {isOpen && (
        <AskDialog
          title={t('Limits')}
          onClose={close}
          actions={
            <>
              <Button type="submit" form="batch-limits" variant="contained" aria-busy={isPending}>
                {t('Save')}
              </Button>
              <Button color="inherit" onClick={close}>
                {t('Keep as it is')}
              </Button>
            </>
          }
        >
          <form
            id="batch-limits"
            onSubmit={(event: FormEvent<HTMLFormElement>) => {
              event.preventDefault();
              onSet(limitsIn(new FormData(event.currentTarget)), close);
            }}
          >
            <LimitFields limits={batch.limits} />
          </form>
        </AskDialog>
      )}
    </>
  );
}
