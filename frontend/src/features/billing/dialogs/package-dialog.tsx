import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { NoPaymentsNote } from '../no-payments-note.tsx';
import { useIsProcessing } from '../processing.ts';

interface PackageDialogProps {
  readonly title: string;
  readonly lead: string;
  readonly onClose: () => void;
  /** Whether a package is chosen, so that it can be confirmed. */
  readonly isChosen: boolean;
  /** Handler of the confirmation; it also closes the dialog (PAY-09). */
  readonly onConfirm: () => void;
  readonly confirmLabel?: string;
  /** A link to another dialog with the other offers. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the three package dialogs: a title, rows to choose from, and one confirm button. */
export function PackageDialog({ title, lead, onClose, isChosen, onConfirm, confirmLabel, aside, children }: PackageDialogProps) {
  const isProcessing = useIsProcessing();
  const isReady = useAcceptsPayments() && isChosen && !isProcessing;
  return (
    <FormDialog
      isWide
      title={title}
      onClose={onClose}
      onSubmit={() => isReady && onConfirm()}
      actions={
        <FormActions
          label={isProcessing ? t('Processing...') : (confirmLabel ?? t('Continue to payment'))}
          isDisabled={!isReady}
          onClose={onClose}
        />
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1.5 }}>
        {lead}
      </Typography>
      <NoPaymentsNote />
      {children}
      {aside}
    </FormDialog>
  );
}
