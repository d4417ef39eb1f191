import { useNavigate, useParams } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AssignmentView } from '#frontend/features/classes/assignment-view.tsx';
import { assignmentReport } from '#frontend/features/classes/class-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { TextLink } from '#frontend/ui/link.tsx';

/** One assignment of a class, for its teachers. */
export default function AssignmentPage() {
  const { user_id: userId } = useUser();
  const { classId, assignmentId } = useParams({ from: '/app/classes/$classId/assignments/$assignmentId' });
  const navigate = useNavigate();
  const { data } = useInfiniteQuery(assignmentReport(userId, classId, assignmentId));
  const assignment = data?.pages[0]?.assignment;
  return (
    <DeskFrame
      title={assignment?.title ?? t('Assignment')}
      language={{ dir: 'auto' }}
      subtitle={
        <TextLink to="/classes/$classId" params={{ classId }}>
          <bdi>{assignment?.class_name ?? t('The class')}</bdi>
        </TextLink>
      }
    >
      <AssignmentView
        userId={userId}
        classId={classId}
        assignmentId={assignmentId}
        onWithdrawn={() => void navigate({ to: '/classes/$classId', params: { classId } })}
      />
    </DeskFrame>
  );
}
