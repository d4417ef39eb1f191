import { useEffect, useState } from 'react';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RunAct, RunFilter } from '#contract/operator/runs-console.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { LeftAlone } from './left-alone.tsx';
import { bulkAct, refreshRuns, useAbortBulkAct, useStartBulkAct } from './run-queries.ts';
import { bulkWord, describeLoss } from './run-words.ts';

interface BulkBarProps {
  readonly filter: RunFilter;
  readonly total: number;
  /** The actions that at least one matching run allows. */
  readonly acts: readonly RunAct[];
}

/** One action for all matching runs, including those on other pages. The button shows their number, which the server verifies. */
export function BulkBar({ filter, total, acts }: BulkBarProps) {
  const [asked, setAsked] = useState<{ readonly act: RunAct; readonly bulkId: string } | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const { mutate, isPending } = useStartBulkAct((bulkId) => {
    setAsked(null);
    setStarted(bulkId);
  });
  const count = formatNumber(total);
  return (
    <>
      {acts.length > 0 && (
        <ActionRow role="group" aria-label={t('All matches')}>
          {acts.map((act) => (
            <Button
              key={act}
              size="small"
              variant="outlined"
              color="inherit"
              {...(act === 'retry' && { 'aria-keyshortcuts': 'r' })}
              onClick={() => setAsked({ act, bulkId: randomId() })}
            >
              {bulkWord(act, count)}
            </Button>
          ))}
        </ActionRow>
      )}
      {started !== null && <Progress bulkId={started} />}
      {asked && (
        <ConfirmDialog
          title={bulkWord(asked.act, count)}
          act={bulkWord(asked.act, count)}
          keep={t('Keep as it is')}
          isPending={isPending}
          isDestructive={describeLoss(asked.act) !== null}
          onConfirm={() => mutate({ bulk_id: asked.bulkId, act: asked.act, filter, expected: total })}
          onClose={() => setAsked(null)}
        >
          <p>{t('This applies to every matching run, including runs on other pages. Runs that do not allow this are skipped.')}</p>
          {describeLoss(asked.act) !== null && <p>{describeLoss(asked.act)}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

function Progress({ bulkId }: { readonly bulkId: string }) {
  const cache = useQueryClient();
  const { data } = useQuery(bulkAct(bulkId));
  const ended = data !== undefined && data.state !== 'running' ? data.act : null;
  // the list was refetched when the action began, so it lacks the later results
  useEffect(() => {
    if (ended !== null) void refreshRuns(cache, ended);
  }, [ended, cache]);
  const { mutate, isPending } = useAbortBulkAct(bulkId);
  if (!data) return null;
  return (
    <>
      <ActionRow role="status">
        <span>
          {t('{done} of {total} done, {refused} unchanged', {
            done: formatNumber(data.done),
            total: formatNumber(data.total),
            refused: formatNumber(data.refused),
          })}
          {data.state === 'aborted' && ` · ${t('stopped')}`}
        </span>
        {data.state === 'running' && (
          <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate()}>
            {t('Stop here')}
          </Button>
        )}
      </ActionRow>
      <LeftAlone
        runs={data.left_alone.map(({ task_id: id, subject, reason }) => ({ id, name: subject ?? id, reason: translateServerText(reason) }))}
      />
    </>
  );
}
