import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import type { BatchAct } from '#contract/operator/batches.contract.ts';
import { batchActWord, batchActWarning } from '#frontend/lib/batches/batch-words.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '../dialogs/ask-dialog.tsx';
import { ActionRow } from '../action-row.tsx';

interface BatchActionsProps {
  readonly acts: readonly BatchAct[];
  readonly isPending: boolean;
  /** @param done to be called after success */
  readonly onAct: (act: BatchAct, done: () => void) => void;
  /** What an action deletes or starts to spend, where it differs from the default. */
  readonly describeLoss?: (act: BatchAct) => string | null;
  /** Further controls beside the approval. */
  readonly approval?: ReactNode;
}

const FORWARD: readonly BatchAct[] = ['start', 'continue', 'approve'];
const DESTROYS: readonly BatchAct[] = ['halt', 'cancel', 'discard', 'rollback'];

/** The actions available on a batch; asks for confirmation before one that deletes something or starts to spend. */
export function BatchActions({ acts, isPending, onAct, describeLoss = batchActWarning, approval }: BatchActionsProps) {
  const [asked, setAsked] = useState<BatchAct | null>(null);
  const send = (act: BatchAct) => onAct(act, () => setAsked(null));
  return (
    <>
      <ActionRow role="group" aria-label={t('Actions')}>
        {acts.map((act) => (
          <Button
            key={act}
            variant={FORWARD.includes(act) ? 'contained' : 'outlined'}
            color={FORWARD.includes(act) ? 'primary' : 'inherit'}
            aria-busy={isPending}
            onClick={() => (describeLoss(act) === null ? send(act) : setAsked(act))}
          >
            {batchActWord(act)}
          </Button>
        ))}
      </ActionRow>
      {asked && (
        <AskDialog
          title={batchActWord(asked)}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button
                variant="contained"
                color={DESTROYS.includes(asked) ? 'error' : 'primary'}
                aria-busy={isPending}
                onClick={() => send(asked)}
              >
                {batchActWord(asked)}
              </Button>
              <Button color="inherit" onClick={() => setAsked(null)}>
                {t('Keep as it is')}
              </Button>
            </>
          }
        >
          <p>{describeLoss(asked)}</p>
          {asked === 'approve' && approval}
        </AskDialog>
      )}
    </>
  );
}
