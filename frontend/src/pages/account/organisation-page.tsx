import type { ComponentProps, ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Organisation } from '#contract/organisations/organisation.contract.ts';
import { roleMay, type OrganisationAct } from '#contract/organisations/roles.ts';
import KeysSection from '#frontend/features/identity/keys/keys-section.tsx';
import WebhooksSection from '#frontend/features/webhooks/webhooks-section.tsx';
import { AuditView } from '#frontend/features/organisations/audit-view.tsx';
import { DirectoryView } from '#frontend/features/organisations/directory-view.tsx';
import { OrganisationView, NoOrganisation } from '#frontend/features/organisations/organisation-view.tsx';
import { ownOrganisation } from '#frontend/features/organisations/organisation-queries.ts';
import { RosterView } from '#frontend/features/organisations/roster-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { OrganisationTabs } from './organisation-tabs.tsx';

/** The organisation that a user belongs to. */
export function OrganisationPage() {
  const { user_id: userId, email, first_name: firstName } = useUser();
  const sought = useSearch({ from: '/app/organisation' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(ownOrganisation(userId));
  if (!data) return <NotLoaded title={t('Organisation')} error={error} onRetry={() => void refetch()} />;
  const { organisation, invitations, joinable } = data;
  return (
    <DeskFrame
      title={organisation?.name ?? t('Organisation')}
      subtitle={organisation?.plan}
      tabs={<OrganisationTabs role={organisation?.role} current="/organisation" />}
    >
      {organisation ? (
        <OrganisationView
          userId={userId}
          firstName={firstName}
          organisation={organisation}
          sought={sought}
          onSought={(next) => void navigate({ to: '.', search: (old) => ({ ...old, ...next }), replace: true })}
        />
      ) : (
        <NoOrganisation userId={userId} email={email} invitations={invitations} joinable={joinable} />
      )}
    </DeskFrame>
  );
}

/** Uploaded lists of members. The open list is in the URL. */
export function RostersPage() {
  const { user_id: userId } = useUser();
  const { list } = useSearch({ from: '/app/organisation/lists' });
  const navigate = useNavigate();
  return (
    <Allowed
      title={t('Lists of people')}
      about={t('Invite many people at once: upload a list, preview the changes, then apply them.')}
      act="provision"
      address="/organisation/lists"
    >
      {() => (
        <RosterView
          userId={userId}
          rosterId={list}
          onOpen={(next) => void navigate({ to: '.', search: (old) => ({ ...old, list: next }) })}
        />
      )}
    </Allowed>
  );
}

/** How a directory provisions members with SCIM. */
export function DirectoryPage() {
  const { user_id: userId } = useUser();
  return (
    <Allowed
      title={t('Connect a directory (SCIM)')}
      about={t('Entra, Okta and other directories can send people and groups here, so you maintain only one list.')}
      act="provision"
      address="/organisation/directory"
    >
      {() => <DirectoryView userId={userId} />}
    </Allowed>
  );
}

/** The audit log of the organisation. */
export function OrganisationAuditPage() {
  const { user_id: userId } = useUser();
  return (
    <Allowed
      title={t('Audit')}
      about={t('Every change to people, roles, sign-in and tokens, newest first.')}
      act="see_audit"
      address="/organisation/audit"
    >
      {() => <AuditView userId={userId} />}
    </Allowed>
  );
}

/** The organisation's own API keys and webhooks. */
export function OrganisationProgramsPage() {
  const { user_id: userId } = useUser();
  return (
    <Allowed
      title={t('API keys')}
      about={t('Let your apps write courses for the organisation, or notify them of events.')}
      act="hold_keys"
      address="/organisation/programs"
    >
      {() => (
        <>
          <KeysSection userId={userId} holder="organisation" />
          <WebhooksSection userId={userId} holder="organisation" />
        </>
      )}
    </Allowed>
  );
}

interface NotLoadedProps {
  readonly title: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

const NotLoaded = ({ title, error, onRetry }: NotLoadedProps) => (
  <DeskFrame title={title}>
    {error ? (
      <ErrorState title={t('Your organisation could not be loaded')} error={error} onRetry={onRetry} />
    ) : (
      <LoadingState label={t('Loading your organisation')} rows={6} />
    )}
  </DeskFrame>
);

interface AllowedProps {
  readonly title: string;
  /** What the screen is for. */
  readonly about: string;
  readonly act: OrganisationAct;
  readonly address: ComponentProps<typeof OrganisationTabs>['current'];
  readonly children: (organisation: Organisation) => ReactNode;
}

/** A screen of the organisation that requires a permission of the user's role. */
function Allowed({ title, about, act, address, children }: AllowedProps) {
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(ownOrganisation(userId));
  if (!data) return <NotLoaded title={title} error={error} onRetry={() => void refetch()} />;
  const { organisation } = data;
  return (
    <DeskFrame title={title} subtitle={about} tabs={<OrganisationTabs role={organisation?.role} current={address} />}>
      {organisation && roleMay(organisation.role, act) ? (
        children(organisation)
      ) : (
        <EmptyState
          subject="locked"
          title={t('This page is for owners and administrators')}
          actions={
            <LinkButton to="/organisation" variant="outlined" color="inherit">
              {t('Organisation')}
            </LinkButton>
          }
        >
          <p>{t('Ask one of these people to do it or to give you that role.')}</p>
        </EmptyState>
      )}
    </DeskFrame>
  );
}
