import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { signInWithCode } from './sign-in.ts';
import { required } from './field-rules.ts';
import { Column, Fields } from './form-column.tsx';

interface SecondStepFormProps {
  /** The token from the first step. */
  readonly token: string;
  /** Returns to the first step: by choice (null), or because the token is no longer valid, with the reason. */
  readonly onOver: (reason: string | null) => void;
  readonly onEntered: () => void;
}

/** The second of two steps: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ token, onOver, onEntered }: SecondStepFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset, setFocus } = useForm({ defaultValues: { code: '' } });
  useEffect(() => setFocus('code'), [setFocus, isRecovery]);
  const enter = useAction({
    mutationFn: ({ code }: { code: string }) => signInWithCode(token, code),
    onSuccess: (refused) => {
      if (refused === null) return onEntered();
      if (refused.isOver) return onOver(refused.text);
      setRefusal(refused.text);
      reset();
      setFocus('code');
    },
  });
  const submit = handleSubmit((fields) => {
    setRefusal(null);
    enter.mutate(fields);
  });
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Confirm your identity')}
      </Typography>
      <Typography color="textSecondary">
        {isRecovery
          ? t('Enter one of your saved recovery codes. Each works once.')
          : t('Open your authenticator app and type the six digits it shows for {product}.')}
      </Typography>
      <Fields noValidate onSubmit={(event) => void submit(event)}>
        {isRecovery ? (
          <TextField
            key="recovery"
            label={t('Recovery code')}
            required
            autoComplete="off"
            maxLength={20}
            error={formState.errors.code?.message}
            {...register('code', required())}
          />
        ) : (
          <TextField
            key="code"
            label={t('Code of your authenticator')}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            error={formState.errors.code?.message}
            {...register('code', required())}
          />
        )}
        <FormMessage message={refusal === null ? null : { kind: 'error', text: refusal }} />
        <Button type="submit" variant="contained" size="large" aria-busy={enter.isPending}>
          {t('Sign in')}
        </Button>
      </Fields>
      <div>
        <Button
          color="inherit"
          onClick={() => {
            reset();
            setRefusal(null);
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? t('Use the authenticator') : t('Use a recovery code')}
        </Button>
        <Button color="inherit" onClick={() => onOver(null)}>
          {t('Start again')}
        </Button>
      </div>
    </Column>
  );
}
