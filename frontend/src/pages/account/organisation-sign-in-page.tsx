import { useQuery } from '@tanstack/react-query';
import { SetupView } from '#frontend/features/organisation/sign-in/setup-view.tsx';
import { signInSetup } from '#frontend/features/organisation/sign-in/setup-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** How the members of an organisation sign in, for its owners and administrators. */
export default function OrganisationSignInPage() {
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(signInSetup(userId));
  return (
    <DeskFrame
      title={t('Sign-in of your organisation')}
      subtitle={<TextLink to="/organisation">{t('Back to your organisation')}</TextLink>}
    >
      {data && <SetupView userId={userId} setup={data} />}
      {!data && error && <ErrorState title={t('The setup could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState label={t('Loading the setup')} rows={6} />}
    </DeskFrame>
  );
}
