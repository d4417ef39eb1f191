import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { LEARN, learnParams, placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';
import { CompareProposal } from '#frontend/features/courses/proposals/compare-proposal.tsx';
import { ProposalList } from '#frontend/features/courses/proposals/proposal-list.tsx';
import { courseProposals } from '#frontend/features/courses/version-queries.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';

/** Proposed new texts of a course beside the live ones, to accept or discard. */
export default function CourseProposalPage() {
  const { courseId, taskId } = useParams({ from: '/app/courses/$courseId/proposals/$taskId' });
  const { user_id: userId } = useUser();
  const navigate = useNavigate();
  const of = { userId, courseId };
  const { data: course, error, refetch } = useQuery(oneCourse(userId, courseId));
  const proposals = useQuery(courseProposals(of));
  const proposal = proposals.data?.find(({ task_id }) => task_id === taskId);
  const backToCourse = (
    <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
      {t('Back to the course')}
    </LinkButton>
  );
  const failure = error ?? proposals.error;
  if (!course || !proposals.data) {
    return (
      <PageFrame title={t('New text')}>
        {failure ? (
          <CourseUnavailable error={failure} onRetry={() => void Promise.all([refetch(), proposals.refetch()])} />
        ) : (
          <LoadingState label={t('Loading the new text')} rows={8} />
        )}
      </PageFrame>
    );
  }
  const count = proposal?.lessons.length ?? 1;
  const [only] = proposal?.lessons ?? [];
  // after a single lesson, the reader continues with it; after several, the course shows which ones are new
  const readAt = count === 1 && only ? placeOfLesson(course, only.lesson_id) : null;
  return (
    <PageFrame
      title={count > 1 ? t('New texts') : only ? t('New text for “{title}”', { title: formulaWords(only.title, 'rtl') }) : t('New text')}
      subtitle={<CourseTitle title={course.title} language={course.language} />}
      actions={backToCourse}
    >
      {proposal?.status === 'ready' ? (
        <CompareProposal
          key={taskId}
          of={of}
          course={course}
          proposal={proposal}
          onSettled={() =>
            void (readAt
              ? navigate({ to: LEARN, params: learnParams(courseId, readAt) })
              : navigate({ to: '/courses/$courseId', params: { courseId } }))
          }
        />
      ) : proposal ? (
        <ProposalList of={of} course={course} />
      ) : (
        <EmptyState subject="missing" title={t('Proposal not found')}>
          {t('The new text was accepted, discarded or stopped. Accepted texts are in the history of the course.')}
        </EmptyState>
      )}
    </PageFrame>
  );
}
