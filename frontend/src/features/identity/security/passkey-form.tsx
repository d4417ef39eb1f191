import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import { PASSKEY_NAME_CHARS } from '#contract/identity/passkeys.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { deviceWords } from '../account/device-words.ts';
import { nameRule, required } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';
import { PasswordField } from '../password-field.tsx';
import { makePasskey } from './passkeys.ts';

interface PasskeyFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password and a name; then the browser makes the passkey. */
export function PasskeyForm({ onDone, onCancel }: PasskeyFormProps) {
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
