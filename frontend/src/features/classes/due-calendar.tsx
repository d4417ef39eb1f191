import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { openDueCalendar, revokeDueCalendar } from '#contract/classes/due-calendar.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ByAge } from '#frontend/ui/age/age-note.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { CopyField } from '#frontend/ui/fields/copy-field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';

const sayNot = (error: unknown) => toast('error', errorText(error, t('That did not work.')));

/** Adds a student's due dates to their own calendar. */
export function DueCalendar({ userId }: { readonly userId: string }) {
  const refusal = useAgeRefusal(userId, 'secret_address');
  const [isAsking, setAsking] = useState(false);
  const open = useAction({ mutationFn: () => call(openDueCalendar, {}), onError: sayNot });
  const revoke = useAction({
    mutationFn: () => call(revokeDueCalendar, {}),
    onSuccess: () => {
      open.reset();
      setAsking(false);
      toast('success', t('Revoked'));
    },
    onError: sayNot,
  });
  const address = open.data?.calendar_url;
  return (
    <RuledSection title={t('In your calendar')}>
      <p>{t('Calendars such as Google’s, Apple’s and Outlook read your dates from an address and stay up to date.')}</p>
      {refusal !== null && <ByAge userId={userId} rule="secret_address" isMade={false} />}
      {refusal === null && address === undefined && (
        <ActionRow>
          <Button variant="outlined" color="inherit" aria-busy={open.isPending} onClick={() => open.mutate()}>
            {t('Show the address')}
          </Button>
        </ActionRow>
      )}
      {refusal === null && address !== undefined && (
        <Stack sx={{ gap: 2 }}>
          <CopyField
            label={t('Calendar address')}
            value={address}
            helper={t('Anyone with this address can read your dates until you revoke it.')}
          />
          <ActionRow>
            <Button variant="outlined" color="inherit" href={address.replace(/^https?:/, 'webcal:')}>
              {t('Open in a calendar')}
            </Button>
            <Button color="inherit" onClick={() => setAsking(true)}>
              {t('Revoke it')}
            </Button>
          </ActionRow>
        </Stack>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('Revoke the address of your calendar?')}
          act={t('Revoke it')}
          isPending={revoke.isPending}
          error={revoke.isError ? errorText(revoke.error, t('That did not work.')) : null}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('Calendars that use this address stop updating. You must enter the new address in each calendar.')}</p>
        </ConfirmDialog>
      )}
    </RuledSection>
  );
}
