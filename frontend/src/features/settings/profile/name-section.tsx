import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { updateProfile, type Profile } from '#contract/settings/profile.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { replaceUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { profileKey } from '../settings-queries.ts';

const MOST_NAME = 100;
type Names = Pick<Profile, 'first_name' | 'last_name'>;

/** The name, which can be changed (SET-10 as amended by G52), and the email address, which cannot (SET-09). */
export function NameSection({ user }: { readonly user: Profile }) {
  const cache = useQueryClient();
  const { first_name, last_name } = user;
  const { register, handleSubmit, formState } = useForm<Names>({ values: { first_name, last_name } });
  const save = useAction({
    mutationFn: (body: Names) => call(updateProfile, { body }),
    onSuccess: async (answer) => {
      replaceUser(answer.user);
      await cache.invalidateQueries({ queryKey: profileKey(user.user_id) });
    },
  });
  const submit = handleSubmit((names) => save.mutate(names));
  const needed = { validate: (name: string) => VISIBLE.test(name) || t('Please fill in this field.') };
  const message = save.error
    ? ({ kind: 'error', text: errorText(save.error, t('It could not be saved.')) } as const)
    : save.data && !formState.isDirty
      ? ({ kind: 'info', text: t('Saved.') } as const)
      : null;
  return (
    <DeskSection title={t('Name and email')}>
      <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 2 }}>
        <TextField
          label={t('First name')}
          autoComplete="given-name"
          maxLength={MOST_NAME}
          error={formState.errors.first_name?.message}
          {...register('first_name', needed)}
        />
        <TextField
          label={t('Last name')}
          autoComplete="family-name"
          maxLength={MOST_NAME}
          error={formState.errors.last_name?.message}
          {...register('last_name', needed)}
        />
        <TextField label={t('Email')} type="email" value={user.email} readOnly helper={t('Email cannot be changed for security reasons')} />
        <FormMessage message={message} />
        <div>
          <Button type="submit" variant="outlined" color="inherit" aria-busy={save.isPending}>
            {t('Save the name')}
          </Button>
        </div>
      </Stack>
    </DeskSection>
  );
}
