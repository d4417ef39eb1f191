import { useQuery } from '@tanstack/react-query';
import KeysSection from '#frontend/features/programs/keys-section.tsx';
import WebhooksSection from '#frontend/features/programs/webhooks-section.tsx';
import { OrganisationView, NoOrganisation } from '#frontend/features/organisation/organisation-view.tsx';
import { ownOrganisation } from '#frontend/features/organisation/organisation-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

/** The organisation a user owns or belongs to. */
export default function OrganisationPage() {
  const { user_id: userId, email } = useUser();
  const { data, error, refetch } = useQuery(ownOrganisation(userId));
  if (!data) {
    return (
      <DeskFrame title={t('Organisation')}>
        {error ? (
          <ErrorState title={t('Your organisation could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading your organisation')} rows={6} />
        )}
      </DeskFrame>
    );
  }
  const { organisation, invitations } = data;
  return (
    <DeskFrame title={organisation?.name ?? t('Organisation')} subtitle={organisation?.plan}>
      {organisation ? (
        <>
          <OrganisationView userId={userId} organisation={organisation} />
          {organisation.role === 'owner' && (
            <>
              <KeysSection userId={userId} holder="organisation" />
              <WebhooksSection userId={userId} holder="organisation" />
            </>
          )}
        </>
      ) : (
        <NoOrganisation email={email} invitations={invitations} />
      )}
    </DeskFrame>
  );
}
