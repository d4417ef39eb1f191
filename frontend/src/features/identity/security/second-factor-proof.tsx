import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import { renewRecoveryCodes, turnOffSecondFactor } from '#contract/identity/second-factor.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { required } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';
import { PasswordField } from '../password-field.tsx';

interface SecondFactorProofProps {
  readonly purpose: 'off' | 'codes';
  /** New recovery codes; null when two-step sign-in was turned off. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

/** Asks for password and code together, to turn off two-step sign-in or renew its recovery codes. */
export function SecondFactorProof({ purpose, onDone, onCancel }: SecondFactorProofProps) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '', code: '' } });
  const prove = useAction({
    mutationFn: async (body: { password: string; code: string }) => {
      if (purpose === 'codes') return (await call(renewRecoveryCodes, { body })).recovery_codes;
      await call(turnOffSecondFactor, { body });
      return null;
    },
    onSuccess: onDone,
    onError: (error) => {
      const isPassword = error instanceof ApiError && error.code === 'auth.password_wrong';
      setError(isPassword ? 'password' : 'code', { message: errorText(error, t('It could not be changed.')) }, { shouldFocus: true });
    },
  });
  return (
    <Fields noValidate onSubmit={(event) => void handleSubmit((fields) => prove.mutate(fields))(event)}>
      <PasswordField
        isNew={false}
        label={t('Your password')}
        error={formState.errors.password?.message}
        {...register('password', required())}
      />
      <TextField
        label={t('Code of your authenticator, or a recovery code')}
        required
        autoComplete="one-time-code"
        maxLength={20}
        error={formState.errors.code?.message}
        {...register('code', required())}
      />
      <div>
        <Button type="submit" variant="contained" color={purpose === 'off' ? 'error' : 'primary'} aria-busy={prove.isPending}>
          {purpose === 'off' ? t('Turn two-step sign-in off') : t('Make new recovery codes')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Fields>
  );
}
