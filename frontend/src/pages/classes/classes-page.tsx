import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { roleMay } from '#contract/organisations/roles.ts';
import { ClassesView } from '#frontend/features/classes/classes-view.tsx';
import { ownOrganisation } from '#frontend/features/organisations/organisation-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { CoursesTabs } from '../courses/courses-tabs.tsx';

/** The classes that a user teaches or attends. */
export default function ClassesPage() {
  const { user_id: userId } = useUser();
  const { data } = useQuery(ownOrganisation(userId));
  const navigate = useNavigate();
  const organisation = data?.organisation;
  return (
    <DeskFrame title={t('Classes')} tabs={<CoursesTabs current="/classes" />} {...(organisation && { subtitle: organisation.name })}>
      <ClassesView
        userId={userId}
        mayLimit={organisation ? roleMay(organisation.role, 'oversee_classes') : false}
        isMember={organisation != null}
        onOpen={(classId) => void navigate({ to: '/classes/$classId', params: { classId } })}
        onStarted={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId } })}
      />
    </DeskFrame>
  );
}
