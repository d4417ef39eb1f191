import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { removePasskey, renamePasskey, type Passkey } from '#contract/identity/passkeys.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { PasskeyNameForm } from './passkey-name-form.tsx';
import { UnprovenNote } from '../account/unproven-note.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { canUsePasskeys } from './passkeys.ts';
import { passkeys } from './security-queries.ts';

/** The passkeys of the account: add, rename, remove. */
export default function PasskeySection({ userId, isProven }: { readonly userId: string; readonly isProven: boolean }) {
  const cache = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(passkeys(userId));
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<string | null>(null);
  const refresh = () => cache.invalidateQueries({ queryKey: passkeys(userId).queryKey });
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const remove = useAction({
    mutationFn: (passkey: Passkey) => call(removePasskey, { params: { passkey_id: passkey.passkey_id } }),
    onSuccess: () => setRemoved(null),
    onSettled: refresh,
  });
  const rename = useAction({
    mutationFn: ({ id, name }: { id: string; name: string }) => call(renamePasskey, { params: { passkey_id: id }, body: { name } }),
    onSuccess: () => setRenamed(null),
    onSettled: refresh,
  });
  return (
    <>
      <DeskSection
        title={t('Passkeys')}
        about={
          <>
            {t('Sign in with your fingerprint, your face or your device’s PIN, without a password. Passkeys cannot be phished.')}
            <FormMessage message={rename.error ? { kind: 'error', text: errorText(rename.error, t('It could not be changed.')) } : null} />
          </>
        }
        entries={data?.passkeys.map((passkey) => (
          <Entry
            key={passkey.passkey_id}
            title={
              renamed === passkey.passkey_id ? (
                <PasskeyNameForm
                  name={passkey.name}
                  isBusy={rename.isPending}
                  onSave={(name) => rename.mutate({ id: passkey.passkey_id, name })}
                  onCancel={() => setRenamed(null)}
                />
              ) : (
                <bdi>{passkey.name}</bdi>
              )
            }
            lines={[
              passkey.last_used_at === null
                ? t('Added on {date}, not used yet', { date: formatDate(passkey.created_at) })
                : t('Added on {date}, last used {when}', {
                    date: formatDate(passkey.created_at),
                    when: formatWhen(passkey.last_used_at),
                  }),
            ]}
            actions={
              <>
                {renamed !== passkey.passkey_id && (
                  <Button color="inherit" onClick={() => setRenamed(passkey.passkey_id)}>
                    {t('Rename')}
                    <VisuallyHidden>{` ${passkey.name}`}</VisuallyHidden>
                  </Button>
                )}
                <Button
                  color="inherit"
                  onClick={() => {
                    remove.reset();
                    setRemoved(passkey);
                  }}
                >
                  {t('Remove')}
                  <VisuallyHidden>{` ${passkey.name}`}</VisuallyHidden>
                </Button>
              </>
            }
          />
        ))}
      >
        {isPending && <LoadingState rows={1} label={t('Loading your passkeys')} />}
        {error && !data && <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />}
        {canUsePasskeys() && !isProven && <UnprovenNote />}
        {!canUsePasskeys() && <Typography>{t('This browser does not support passkeys.')}</Typography>}
        {isAdding ? (
          <PasskeyForm
            onDone={() => {
              setAdding(false);
              void refresh();
            }}
            onCancel={() => setAdding(false)}
          />
        ) : (
          canUsePasskeys() &&
          isProven && (
            <Button variant="outlined" color="inherit" onClick={() => setAdding(true)}>
              {t('Add a passkey')}
            </Button>
          )
        )}
      </DeskSection>
      {removed && (
        <ConfirmDialog
          title={t('Remove this passkey?')}
          act={t('Remove')}
          isPending={remove.isPending}
          error={remove.error && errorText(remove.error, t('It could not be changed.'))}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>
            <bdi>{removed.name}</bdi>
          </p>
          <p>{t('It no longer signs you in. The device keeps it until you delete it there too.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
