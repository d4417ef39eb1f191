import Stack from '@mui/material/Stack';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { AudioWithCourse } from '#frontend/features/audio/audio-with-course.tsx';
import { ownCourses } from '#frontend/features/courses/course-queries.ts';
import { useFilledBuilder } from '#frontend/features/generation/builder/fill-builder.tsx';
import { CourseActions } from '#frontend/features/studio/courses/course-actions.tsx';
import { CourseFacts, CourseFigures, CourseReading } from '#frontend/features/studio/courses/course-reading.tsx';
import { CourseUnavailable } from '#frontend/features/studio/courses/course-unavailable.tsx';
import { toBuilderValues } from '#frontend/features/studio/courses/builder-values.ts';
import { statusWord } from '#frontend/features/studio/courses/course-words.ts';
import { oneCreatorCourse } from '#frontend/features/studio/courses/creator-course-queries.ts';
import { CodesPanel } from '#frontend/features/studio/codes/codes-panel.tsx';
import { LessonStops } from '#frontend/features/studio/figures/lesson-stops.tsx';
import { PublishPanel } from '#frontend/features/studio/publish/publish-panel.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

/** A course as its readers will see it, and its creator's actions (CRE-10, G54). */
export default function StudioCoursePage() {
  const { courseId } = useParams({ from: '/app/studio/courses/$courseId' });
  const { user_id: userId } = useUser();
  const navigate = useNavigate();
  const builder = useFilledBuilder(userId);
  const courses = useInfiniteQuery(ownCourses(userId, { origin: 'publishable' }));
  const { data: course, error, refetch } = useQuery(oneCreatorCourse(userId, courseId));
  if (!course || isNotFound(error)) {
    return (
      <DeskFrame title={t('Course')}>
        {error ? (
          <CourseUnavailable error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the course')} rows={8} />
        )}
      </DeskFrame>
    );
  }
  return (
    <DeskFrame
      title={course.title}
      language={{ dir: 'auto' }}
      subtitle={`${statusWord(course.status)} · ${t('changed {when}', { when: formatWhen(course.updated_at) })}`}
      actions={
        <CourseActions
          userId={userId}
          course={course}
          onWrite={() => builder.fill(toBuilderValues(course))}
          onDuplicated={(copy) => void navigate({ to: '/studio/courses/$courseId', params: { courseId: copy.id } })}
          onDeleted={() => void navigate({ to: '/studio/courses' })}
        />
      }
      aside={<CourseFacts course={course} />}
    >
      <CourseFigures course={course} />
      <Stack sx={{ gap: 2.5 }}>
        <CourseReading course={course} />
        <PublishPanel userId={userId} course={course} courses={courses} Extras={AudioWithCourse} />
        {course.status === 'published' && <LessonStops userId={userId} courseId={course.id} />}
        {course.price > 0 && <CodesPanel userId={userId} courseId={course.id} />}
      </Stack>
      {builder.question}
    </DeskFrame>
  );
}
