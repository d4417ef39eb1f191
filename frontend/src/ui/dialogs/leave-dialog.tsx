import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from './ask-dialog.tsx';

interface LeaveDialogProps {
  /** The unsaved content. */
  readonly title: string;
  /** Caption of the button that leaves. */
  readonly leave: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  /** What happens to the unsaved changes, in one or two sentences. */
  readonly children: ReactNode;
}

/** Asks before the user leaves changes that the server has not stored. */
export function LeaveDialog({ title, leave, onStay, onLeave, children }: LeaveDialogProps) {
  return (
    <AskDialog
      title={title}
      onClose={onStay}
      actions={
        <>
          <Button variant="contained" onClick={onStay} ref={focusOnMount}>
            {t('Stay')}
          </Button>
          <Button color="inherit" onClick={onLeave}>
            {leave}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </AskDialog>
  );
}
