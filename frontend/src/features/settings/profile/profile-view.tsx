import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { t } from '#frontend/lib/text.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { profile } from '../settings-queries.ts';
import { bioDraft } from './bio-draft.ts';
import { NameSection } from './name-section.tsx';
import { ProfileFacts } from './profile-facts.tsx';

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
      <ProfileFacts user={data} />
      <DeskSection title={t('Bio')}>
        {data.bio === '' ? (
          <Typography color="textSecondary">{t('You have not written anything about yourself yet.')}</Typography>
        ) : (
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {data.bio}
          </Typography>
        )}
        <DraftNote userId={userId} />
        <DialogLink dialog="bio" variant="outlined" color="inherit">
          {t('Edit Bio')}
        </DialogLink>
      </DeskSection>
      <NameSection user={data} />
    </>
  );
}

/** Re-read when the dialog has closed. */
function DraftNote({ userId }: { readonly userId: string }) {
  useSearch({ strict: false, select: ({ dialog }) => dialog });
  return bioDraft(userId) === null ? null : (
    <Typography variant="body2">{t('This browser keeps a text that is not saved yet.')}</Typography>
  );
}
