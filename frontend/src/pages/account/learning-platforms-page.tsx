import { useQuery } from '@tanstack/react-query';
import { roleMay } from '#contract/organisations/roles.ts';
import { ClassesSection, OffersSection } from '#frontend/features/lti/classes-section.tsx';
import { PlatformsSection } from '#frontend/features/lti/platforms-section.tsx';
import { ownOrganisation } from '#frontend/features/organisations/organisation-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { OrganisationTabs } from './organisation-tabs.tsx';

/** The learning platforms of the user's organisation, for members who set them up; and the courses placed there, for members who teach. */
export default function LearningPlatformsPage() {
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(ownOrganisation(userId));
  const role = data?.organisation?.role;
  return (
    <DeskFrame
      title={t('Learning platforms')}
      subtitle={t('Open courses inside Moodle, Canvas or another learning platform, with its sign-in and its gradebook.')}
      tabs={<OrganisationTabs role={role} current="/organisation/lms" />}
    >
      {!data &&
        (error ? (
          <ErrorState title={t('Your organisation could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={6} />
        ))}
      {data && (role === undefined || !roleMay(role, 'teach')) && (
        <EmptyState
          subject="locked"
          title={t('This page is for teachers')}
          actions={
            <LinkButton to="/organisation" variant="outlined" color="inherit">
              {t('Organisation')}
            </LinkButton>
          }
        >
          {t('Owners and administrators connect learning platforms. Teachers offer courses on them.')}
        </EmptyState>
      )}
      {role !== undefined && roleMay(role, 'set_up_lms') && <PlatformsSection userId={userId} />}
      {role !== undefined && roleMay(role, 'teach') && <OffersSection userId={userId} />}
      {role !== undefined && roleMay(role, 'set_up_lms') && <ClassesSection userId={userId} />}
    </DeskFrame>
  );
}
