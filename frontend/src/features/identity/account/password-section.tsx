import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { changePassword } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { newPasswordRule, required } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';
import { FormMessage, type Message } from '#frontend/ui/fields/form-message.tsx';
import { PasswordField } from '../password-field.tsx';
import { sessions } from './account-queries.ts';

/** Changes the password; this signs out every other device. */
export function PasswordSection({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const { register, handleSubmit, formState, reset, setError } = useForm({ defaultValues: { current: '', new: '' } });
  const change = useAction({
    mutationFn: (body: { current: string; new: string }) => call(changePassword, { body }),
    onSuccess: async () => {
      reset();
      await cache.invalidateQueries({ queryKey: sessions(userId).queryKey });
    },
    onError: (error) => {
      if (isWrong(error)) setError('current', { message: errorText(error, '') }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((fields) => change.mutate(fields));
  return (
    <DeskSection title={t('Password')}>
      <Fields noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          isNew={false}
          label={t('Current password')}
          error={formState.errors.current?.message}
          {...register('current', required())}
        />
        <PasswordField isNew label={t('New password')} error={formState.errors.new?.message} {...register('new', newPasswordRule())} />
        <FormMessage message={messageOf(change)} />
        <div>
          <Button type="submit" variant="outlined" color="inherit" aria-busy={change.isPending}>
            {t('Change the password')}
          </Button>
        </div>
      </Fields>
    </DeskSection>
  );
}

const isWrong = (error: unknown): boolean => error instanceof ApiError && error.code === 'auth.password_wrong';

function messageOf({ data, error }: { data: { ended: number } | undefined; error: unknown }): Message | null {
  if (error) return isWrong(error) ? null : { kind: 'error', text: errorText(error, t('The password could not be changed.')) };
  if (!data) return null;
  if (data.ended === 0) return { kind: 'info', text: t('The password is changed.') };
  return {
    kind: 'info',
    text: t(
      '{n, plural, one {The password is changed. One other device was signed out.} other {The password is changed. # other devices were signed out.}}',
      { n: data.ended },
    ),
  };
}
