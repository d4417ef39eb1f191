import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { removePasskey, renamePasskey, type Passkey, PASSKEY_NAME_CHARS } from '#contract/identity/passkeys.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, ApiError } from '#frontend/lib/api-error.ts';
import { formatDate, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { deviceWords } from '#frontend/lib/device-words.ts';
import { UnprovenNote } from '../account/unproven-note.tsx';
import { nameRule, required } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';
import { PasswordField } from '../password-field.tsx';
import { canUsePasskeys, makePasskey } from './passkeys.ts';
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
            <FormMessage
              message={rename.error ? { kind: 'error', text: errorText(rename.error, t('The passkey could not be renamed.')) } : null}
            />
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
        {isPending && <LoadingState isAtOnce rows={1} label={t('Loading your passkeys')} />}
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
          error={remove.error && errorText(remove.error, t('The passkey could not be removed.'))}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>
            <bdi>{removed.name}</bdi>
          </p>
          <p>{t('The passkey no longer signs you in. Your device keeps it until you delete it there too.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface PasskeyNameFormProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

/** Renames a passkey. */
function PasskeyNameForm({ name, isBusy, onSave, onCancel }: PasskeyNameFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } });
  return (
    <Fields noValidate onSubmit={(event) => void handleSubmit((fields) => onSave(fields.name))(event)}>
      <TextField
        label={t('Name of the passkey')}
        required
        maxLength={PASSKEY_NAME_CHARS}
        error={formState.errors.name?.message}
        {...register('name', nameRule())}
      />
      <div>
        <Button type="submit" variant="outlined" color="inherit" aria-busy={isBusy}>
          {t('Save')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Fields>
  );
}

interface PasskeyFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password and a name; then the browser creates the passkey. */
function PasskeyForm({ onDone, onCancel }: PasskeyFormProps) {
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { name: deviceWords(navigator.userAgent).slice(0, PASSKEY_NAME_CHARS), password: '' },
  });
  const add = useAction({
    mutationFn: makePasskey,
    onSuccess: onDone,
    onError: (error) => {
      if (isWrong(error)) setError('password', { message: errorText(error, '') }, { shouldFocus: true });
    },
  });
  return (
    <Fields noValidate onSubmit={(event) => void handleSubmit((fields) => add.mutate(fields))(event)}>
      <TextField
        label={t('Name of the passkey')}
        required
        maxLength={PASSKEY_NAME_CHARS}
        error={formState.errors.name?.message}
        {...register('name', nameRule())}
      />
      <PasswordField
        isNew={false}
        label={t('Your password')}
        error={formState.errors.password?.message}
        {...register('password', required())}
      />
      <FormMessage
        message={add.error && !isWrong(add.error) ? { kind: 'error', text: errorText(add.error, t('The passkey was not created.')) } : null}
      />
      <div>
        <Button type="submit" variant="contained" aria-busy={add.isPending}>
          {t('Create the passkey')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Fields>
  );
}

const isWrong = (error: unknown): boolean => error instanceof ApiError && error.code === 'auth.password_wrong';
