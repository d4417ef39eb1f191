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
  /** What an action deletes or starts to spend, if it differs from the default. */
  readonly describeLoss?: (act: BatchAct) => string | null;
  /** Further controls beside the approval. */
  readonly approval?: ReactNode;
}

/** The usual next actions; if several are available, the first is the main one. */
const FORWARD: readonly BatchAct[] = ['start', 'continue', 'resume', 'approve'];
const QUIET: readonly BatchAct[] = ['discard', 'cancel'];
const DESTROYS: readonly BatchAct[] = ['halt', 'cancel', 'discard', 'rollback'];

/** Sorts the next step first, and actions that give something up last. */
const placeOf = (act: BatchAct, next: BatchAct | undefined): number => (act === next ? 0 : QUIET.includes(act) ? 2 : 1);

/** The actions available on a batch; asks for confirmation before one that deletes something or starts to spend. */
export function BatchActions({ acts, isPending, onAct, describeLoss = batchActWarning, approval }: BatchActionsProps) {
  const [asked, setAsked] = useState<BatchAct | null>(null);
  const next = FORWARD.find((act) => acts.includes(act));
  const variantOf = (act: BatchAct) => (act === next ? 'contained' : QUIET.includes(act) ? 'text' : 'outlined');
  const send = (act: BatchAct) => onAct(act, () => setAsked(null));
  return (
    <>
      <ActionRow role="group" aria-label={t('Actions')}>
        {acts
          .toSorted((a, b) => placeOf(a, next) - placeOf(b, next))
          .map((act) => (
            <Button
              key={act}
              variant={variantOf(act)}
              color={act === next ? 'primary' : 'inherit'}
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
