import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';

interface AskDeleteProps {
  /** Caption of the button, and of the action. */
  readonly label: ReactNode;
  readonly title: string;
  /** Says what else is deleted with it. */
  readonly says: string;
  readonly isPending: boolean;
  readonly onDelete: () => void;
}

/** A button for an irreversible action: it asks for confirmation. */
export function AskDelete({ label, title, says, isPending, onDelete }: AskDeleteProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button size="small" color="inherit" aria-busy={isPending} onClick={() => setAsked(true)}>
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={title}
          act={t('Delete')}
          keep={t('Keep')}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false);
            onDelete();
          }}
        >
          <p>{says}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
