import Button from '@mui/material/Button';
import type { AgeRefusal } from '#contract/platform/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

interface AgeDialogProps {
  readonly title: string;
  readonly refusal: AgeRefusal;
  readonly onClose: () => void;
}

/**
 * Replaces a form that the server would reject because of the user's age, before anything is typed into it. If only the year of birth is
 * missing, the dialog asks for it, and the form follows.
 */
export function AgeDialog({ title, refusal, onClose }: AgeDialogProps) {
  return (
    <AskDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {(refusal === 'age.parent_needed' || refusal === 'age.consent_needed') && (
            <LinkButton to="/account" variant="contained">
              {t('Go to your account')}
            </LinkButton>
          )}
          <Button color="inherit" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <AgeReason refusal={refusal} />
    </AskDialog>
  );
}
