import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { useCourseInLanguage, useUntranslatedLessons } from '#frontend/features/translation/course-language-choice.ts';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { GlossaryView } from '#frontend/features/courses/glossary/glossary-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';

/** The glossary of one course. */
export default function GlossaryPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/glossary' });
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(oneCourse(userId, courseId));
  const course = useCourseInLanguage(courseId, data);
  const untranslated = useUntranslatedLessons(courseId, data).length;
  return (
    <PageFrame
      title={t('Glossary')}
      subtitle={course && <CourseTitle title={course.title} language={course.language} />}
      actions={
        <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
          {t('Back to the course')}
        </LinkButton>
      }
    >
      {course ? (
        <GlossaryView course={course} untranslated={untranslated} />
      ) : error ? (
        <CourseUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the glossary')} rows={6} />
      )}
    </PageFrame>
  );
}
