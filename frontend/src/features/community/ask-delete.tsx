import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { focusAtOnce } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';

interface AskDeleteProps {
  /** Caption of the button, and of the action. */
  readonly label: ReactNode;
  readonly title: string;
  /** What is deleted with it. */
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
        <AskDialog
          title={title}
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button variant="contained" onClick={() => setAsked(false)} ref={focusAtOnce}>
                {t('Keep')}
              </Button>
              <Button
                color="error"
                onClick={() => {
                  setAsked(false);
                  onDelete();
                }}
              >
                {t('Delete')}
              </Button>
            </>
          }
        >
          <p>{says}</p>
        </AskDialog>
      )}
    </>
  );
}
