import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CourseUnavailable } from '#frontend/features/courses/course-unavailable.tsx';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { LearningView } from '#frontend/features/courses/learning-view.tsx';
import { parsePlace } from '#frontend/features/courses/lesson-path.ts';
import { setOpenCourse } from '#frontend/lib/open-course.ts';
import { useUser } from '#frontend/lib/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LoadingState } from '#frontend/ui/loading-state.tsx';
import { Page } from '#frontend/ui/page.tsx';

/** Outside every course, so the view can say that there is no such lesson. */
const NOWHERE = { module: -1, lesson: -1 };

/** The learning view of one lesson, by its place in the course. */
export default function LearningPage() {
  const { courseId, module, lesson } = useParams({ from: '/app/courses/$courseId/learn/$module/$lesson' });
  const { user_id: userId } = useUser();
  const navigate = useNavigate();
  const { data: course, error, refetch } = useQuery(oneCourse(userId, courseId));
  if (!course) {
    return (
      <Page title={t('Lesson')}>
        {error ? (
          <CourseUnavailable error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the lesson')} rows={8} />
        )}
      </Page>
    );
  }
  return (
    <LearningView
      course={course}
      place={parsePlace(module, lesson) ?? NOWHERE}
      onExit={() => {
        setOpenCourse(null);
        void navigate({ to: '/courses' });
      }}
    />
  );
}
