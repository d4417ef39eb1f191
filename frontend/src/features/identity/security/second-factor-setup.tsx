import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { confirmSecondFactor, setUpSecondFactor } from '#contract/identity/second-factor.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { required } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';
import { PasswordField } from '../password-field.tsx';
import { QrCode } from './qr-code.tsx';

interface SecondFactorSetupProps {
  /** Called when it is on, with the codes to show. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Password, then the secret for the authenticator app, then its first code. */
export function SecondFactorSetup({ onDone, onCancel }: SecondFactorSetupProps) {
  const password = useForm({ defaultValues: { password: '' } });
  const setUp = useAction({
    mutationFn: (body: { password: string }) => call(setUpSecondFactor, { body }),
    onError: (error) => password.setError('password', { message: errorText(error, t('It could not be set up.')) }, { shouldFocus: true }),
  });
  if (setUp.data) return <Confirm {...setUp.data} onDone={onDone} onCancel={onCancel} />;
  return (
    <Fields noValidate onSubmit={(event) => void password.handleSubmit((fields) => setUp.mutate(fields))(event)}>
      <PasswordField
        isNew={false}
        label={t('Your password')}
        error={password.formState.errors.password?.message}
        {...password.register('password', required())}
      />
      <Buttons submit={t('Continue')} isBusy={setUp.isPending} onCancel={onCancel} />
    </Fields>
  );
}

interface ConfirmProps extends SecondFactorSetupProps {
  readonly secret: string;
  readonly uri: string;
}

function Confirm({ secret, uri, onDone, onCancel }: ConfirmProps) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({ defaultValues: { code: '' } });
  useEffect(() => setFocus('code'), [setFocus]);
  const confirm = useAction({
    mutationFn: (body: { code: string }) => call(confirmSecondFactor, { body }),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
    onError: (error) => setError('code', { message: errorText(error, t('It could not be set up.')) }, { shouldFocus: true }),
  });
  return (
    <>
      <Typography>{t('Scan this with your authenticator app, or type the key below into it.')}</Typography>
      <QrCode text={uri} label={t('QR code for your authenticator app')} />
      <Fields noValidate onSubmit={(event) => void handleSubmit((fields) => confirm.mutate(fields))(event)}>
        <TextField label={t('Key')} readOnly value={secret.match(/.{1,4}/g)?.join(' ') ?? secret} helper={t('Time based, six digits.')} />
        <TextField
          label={t('Code of your authenticator')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          error={formState.errors.code?.message}
          {...register('code', required())}
        />
        <Buttons submit={t('Turn two-step sign-in on')} isBusy={confirm.isPending} onCancel={onCancel} />
      </Fields>
    </>
  );
}

function Buttons({ submit, isBusy, onCancel }: { readonly submit: string; readonly isBusy: boolean; readonly onCancel: () => void }) {
  return (
    <div>
      <Button type="submit" variant="contained" aria-busy={isBusy}>
        {submit}
      </Button>
      <Button color="inherit" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}
