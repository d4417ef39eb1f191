import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { type Profile, updateProfile } from '#contract/settings/profile.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatTokenCount } from '#frontend/lib/format.ts';
import { replaceUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { FactStrip, type Fact } from '#frontend/ui/fact-strip.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { profile, profileKey } from '../settings-queries.ts';
import { bioDraft } from './bio-draft.ts';
import { planName, planStatus } from './plan-words.ts';

/** 'View Profile' (SHELL-05, SHELL-09): the user's identity, public details, and statistics. */
export function ProfileView({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(profile(userId));
  if (!data) {
    return error ? (
      <ErrorState title={t('Your profile could not be loaded')} error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={t('Loading your profile')} rows={6} />
    );
  }
  return (
    <>
      <Portrait user={data} />
      <ProfileFacts user={data} />
      <NameSection user={data} />
    </>
  );
}

/** The user as others see them: a face, a name and a story. */
function Portrait({ user }: { readonly user: Profile }) {
  const { user_id: userId, bio } = user;
  return (
    <WelcomeCard
      picture={<Face name={user.first_name} userId={userId} size="large" />}
      title={<bdi>{`${user.first_name} ${user.last_name}`}</bdi>}
      actions={
        <DialogLink dialog="bio" variant="outlined" color="inherit">
          {t('Edit Bio')}
        </DialogLink>
      }
    >
      {bio === '' ? (
        <Typography color="textSecondary">{t('You have not written anything about yourself yet.')}</Typography>
      ) : (
        <TypedText>{bio}</TypedText>
      )}
      <DraftNote userId={userId} />
    </WelcomeCard>
  );
}

/** Says that an unsaved bio exists; re-read when the dialog has closed. */
function DraftNote({ userId }: { readonly userId: string }) {
  useSearch({ strict: false, select: ({ dialog }) => dialog });
  return bioDraft(userId) === null ? null : <Typography variant="body2">{t('You have an unsaved draft in this browser.')}</Typography>;
}

/** `2,000,000 of State University`: beside the user's own tokens, because either of them pays for a whole task. */
function poolNote({ organisation_available: pool, organisation_name: organisation }: Profile['tokens']): Pick<Fact, 'note'> {
  if (pool === null || organisation === null) return {};
  return { note: t('{pool} of {organisation}', { pool: formatTokenCount(pool), organisation }) };
}

/** Plan, tokens, and learning statistics. */
function ProfileFacts({ user }: { readonly user: Profile }) {
  const { counts, subscription, tokens } = user;
  const facts: readonly Fact[] = [
    {
      name: t('Plan'),
      figure: planName(subscription),
      note: <MetaLine facts={[planStatus(subscription), t('Member since {date}', { date: formatDate(user.created_at) })]} />,
    },
    { name: t('Tokens'), figure: formatTokenCount(tokens.balance), ...poolNote(tokens) },
    { name: t('Courses'), figure: formatNumber(counts.courses) },
    { name: t('Completed courses'), figure: formatNumber(counts.completed_courses) },
    { name: t('Points'), figure: formatNumber(counts.points) },
  ];
  return (
    <section aria-label={t('Plan and progress')}>
      <FactStrip facts={facts} />
    </section>
  );
}

const MOST_NAME = 100;
type Names = Pick<Profile, 'first_name' | 'last_name'>;

/** The name, which can be changed (SET-10 as amended by G52), and the email address, which cannot (SET-09). */
function NameSection({ user }: { readonly user: Profile }) {
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
    ? ({ kind: 'error', text: errorText(save.error, t('Your name could not be saved.')) } as const)
    : save.data && !formState.isDirty
      ? ({ kind: 'info', text: t('Saved.') } as const)
      : null;
  return (
    <DeskSection title={t('Name and email')} about={t('The name on your certificates and beside what you write.')}>
      <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 2 }}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(11rem, 1fr))', alignItems: 'start' }}>
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
            helper={t('Leave empty if you have one name.')}
            {...register('last_name')}
          />
        </Box>
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
