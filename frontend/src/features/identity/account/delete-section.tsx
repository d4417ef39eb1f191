import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DELETION_GRACE_DAYS, type AccountDetails } from '#contract/identity/account.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

interface DeleteSectionProps {
  /** The account is scheduled for deletion. */
  readonly isDue: boolean;
  readonly ends: AccountDetails['deletion_ends'];
}

/** Deletes the account. While it is scheduled for deletion, the notice above the screens offers to cancel that. */
export function DeleteSection({ isDue, ends }: DeleteSectionProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <DeskSection
      title={t('Delete the account')}
      about={t(
        'Your courses, your progress and your personal data are deleted after {days, plural, one {# day} other {# days}}. Until then you can sign in and keep the account.',
        {
          days: DELETION_GRACE_DAYS,
        },
      )}
    >
      {isDue ? (
        <Typography>{t('The deletion is under way.')}</Typography>
      ) : (
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          {t('Delete the account')}
        </Button>
      )}
      {isAsking && <DeleteDialog ends={ends} onClose={() => setAsking(false)} />}
    </DeskSection>
  );
}
