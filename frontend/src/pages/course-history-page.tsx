import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { HistoryView } from '#frontend/features/courses/history/history-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';

/** The versions of a course. The compared version is in the URL. */
export default function CourseHistoryPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/history' });
  const { version = null } = useSearch({ from: '/app/courses/$courseId/history' });
  const navigate = useNavigate({ from: '/courses/$courseId/history' });
  const { user_id: userId } = useUser();
  const { data: course, error, refetch } = useQuery(oneCourse(userId, courseId));
  return (
    <PageFrame
      title={t('History')}
      subtitle={course && <CourseTitle title={course.title} language={course.language} />}
      actions={
        <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
          {t('Back to the course')}
        </LinkButton>
      }
    >
      {course ? (
        <HistoryView
          of={{ userId, courseId }}
          course={course}
          chosen={version}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      ) : error ? (
        <CourseUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the history')} rows={5} />
      )}
    </PageFrame>
  );
}
