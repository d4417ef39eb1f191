import { useState } from 'react';
import Button from '@mui/material/Button';
import { RUN_ACTS, type RunAct } from '#contract/operator/runs-console.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { useActOnRuns } from './run-queries.ts';
import { actWord, describeLoss } from './run-words.ts';

interface TickedBarProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Actions on the ticked runs: each is asked for and audited by itself, and what cannot be done is left alone and said. */
export function TickedBar({ ids, onDone }: TickedBarProps) {
  const [asked, setAsked] = useState<RunAct | null>(null);
  const { mutate, isPending } = useActOnRuns(() => {
    setAsked(null);
    onDone();
  });
  const begin = (act: RunAct) => (describeLoss(act) === null ? mutate({ act, ids }) : setAsked(act));
  return (
    <ActionRow role="group" aria-label={t('Selected runs')}>
      <span role="status">{t('{n} selected', { n: formatNumber(ids.length) })}</span>
      {RUN_ACTS.map((act) => (
        <Button key={act} size="small" variant="outlined" color="inherit" aria-busy={isPending} onClick={() => isPending || begin(act)}>
          {actWord(act)}
        </Button>
      ))}
      <Button size="small" color="inherit" onClick={onDone}>
        {t('Select none')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={`${actWord(asked)} (${formatNumber(ids.length)})`}
          act={actWord(asked)}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate({ act: asked, ids })}
          onClose={() => setAsked(null)}
        >
          <p>{describeLoss(asked)}</p>
        </ConfirmDialog>
      )}
    </ActionRow>
  );
}
