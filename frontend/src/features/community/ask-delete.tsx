import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';

interface AskDeleteProps {
  /** Caption of the button, and of the act. */
  readonly label: ReactNode;
  readonly title: string;
  /** What goes with it. */
  readonly says: string;
  readonly isPending: boolean;
  readonly onDelete: () => void;
}

/** A button for what cannot be taken back: it asks first. */
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
