import { useQuery } from '@tanstack/react-query';
import { ownOrganisation } from '#frontend/features/organisations/organisation-queries.ts';
import { SetupView } from '#frontend/features/organisations/sign-in/setup-view.tsx';
import { signInSetup } from '#frontend/features/organisations/sign-in/setup-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { OrganisationTabs } from './organisation-tabs.tsx';

/** How the members of an organisation sign in, for its owners and administrators. */
export default function OrganisationSignInPage() {
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(signInSetup(userId));
  const own = useQuery(ownOrganisation(userId));
  const organisation = own.data?.organisation;
  return (
    <DeskFrame
      title={t('Your organisation’s sign-in')}
      subtitle={t('Let people sign in with their work or school account.')}
      tabs={<OrganisationTabs role={organisation?.role} current="/organisation/sign-in" />}
    >
      {data && !own.isPending && <SetupView userId={userId} setup={data} name={organisation?.name ?? ''} />}
      {!data && error && <ErrorState title={t('The setup could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {!(data ? !own.isPending : error) && <LoadingState label={t('Loading the setup')} rows={6} />}
    </DeskFrame>
  );
}
