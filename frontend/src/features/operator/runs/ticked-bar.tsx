import { useState } from 'react';
import Button from '@mui/material/Button';
import { RUN_ACTS, type ConsoleRun, type RunAct } from '#contract/operator/runs-console.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { LeftAlone } from './left-alone.tsx';
import { useActOnRuns, type ActedOn } from './run-queries.ts';
import { actWord, describeLoss } from './run-words.ts';

interface TickedBarProps {
  readonly runs: readonly ConsoleRun[];
  readonly onDone: () => void;
}

/** Actions on the ticked runs: each is asked for and audited by itself, and what cannot be done is left alone and said. */
export function TickedBar({ runs, onDone }: TickedBarProps) {
  const [asked, setAsked] = useState<RunAct | null>(null);
  // the names too: a run may have left the list by then
  const [outcome, setOutcome] = useState<{ readonly acted: ActedOn; readonly names: ReadonlyMap<string, string> } | null>(null);
  const { mutate, isPending } = useActOnRuns((acted) => {
    setAsked(null);
    setOutcome({ acted, names: new Map(runs.map((run) => [run.task_id, run.title ?? run.subject])) });
    onDone();
  });
  const ids = runs.map((run) => run.task_id);
  const begin = (act: RunAct) => (describeLoss(act) === null ? mutate({ act, ids }) : setAsked(act));
  return (
    <>
      {outcome && <Outcome {...outcome} onClose={() => setOutcome(null)} />}
      {ids.length > 0 && (
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
        </ActionRow>
      )}
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
    </>
  );
}

interface OutcomeProps {
  readonly acted: ActedOn;
  readonly names: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

function Outcome({ acted: { done, leftAlone }, names, onClose }: OutcomeProps) {
  return (
    <>
      <ActionRow>
        <span role="status">
          {t('{done} of {total} done, {refused} left alone', {
            done: formatNumber(done),
            total: formatNumber(names.size),
            refused: formatNumber(leftAlone.length),
          })}
        </span>
        <Button size="small" color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </ActionRow>
      <LeftAlone runs={leftAlone.map(({ id, reason }) => ({ id, name: names.get(id) ?? id, reason }))} />
    </>
  );
}
