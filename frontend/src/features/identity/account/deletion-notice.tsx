import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { cancelDeletion } from '#contract/identity/account.contract.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { refreshUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { accountKey } from '#frontend/lib/session/account-query.ts';

/** Shown above every screen while the account is scheduled for deletion: the date, and a button to cancel. */
export default function DeletionNotice({ user, due }: { readonly user: User; readonly due: string }) {
  const cache = useQueryClient();
  const keep = useAction({
    mutationFn: () => call(cancelDeletion),
    onSuccess: async (details) => {
      cache.setQueryData(accountKey(user.user_id), details);
      await refreshUser();
      toast('success', t('Your account stays.'));
    },
    onError: (error) => toast('error', errorText(error, t('The deletion could not be cancelled.'))),
  });
  return (
    <Alert
      component="section"
      role="region"
      severity="error"
      aria-label={t('Deletion of the account')}
      sx={{ margin: { xs: '8px 16px', md: '8px 40px' } }}
      action={
        <Button variant="contained" aria-busy={keep.isPending} onClick={() => keep.mutate()}>
          {t('Keep the account')}
        </Button>
      }
    >
      {t('Your account will be deleted on {date}, as you asked.', { date: formatDate(due) })}
    </Alert>
  );
}
