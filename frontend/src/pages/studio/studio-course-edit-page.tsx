import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CourseTabs } from '#frontend/features/studio/courses/course-desk.tsx';
import { CourseUnavailable } from '#frontend/features/studio/courses/course-unavailable.tsx';
import { statusWord } from '#frontend/features/studio/courses/course-words.ts';
import { oneCreatorCourse } from '#frontend/features/studio/courses/creator-course-queries.ts';
import { EditCourse } from '#frontend/features/studio/courses/edit-course.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { SavedCoursePreview } from './studio-previews.tsx';

/** The description of a creator's course, with a preview of its market page beside it (G54). */
export default function StudioCourseEditPage() {
  const { courseId } = useParams({ from: '/app/studio/courses/$courseId/edit' });
  const { user_id: userId } = useUser();
  // The form starts with the current text, never with a cached one.
  const {
    data: course,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery({
    ...oneCreatorCourse(userId, courseId),
    refetchOnMount: 'always',
  });
  const isUnavailable = error !== null && (course === undefined || isNotFound(error));
  // once open, typed text stays on the screen, whatever happens to the course in the meantime
  const [opened, setOpened] = useState<string | null>(null);
  if (opened !== courseId && isFetchedAfterMount && !isUnavailable) setOpened(courseId);
  if (!course || opened !== courseId) {
    return (
      <DeskFrame title={t('Edit course')}>
        {isUnavailable ? (
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
      tabs={<CourseTabs courseId={courseId} current="details" />}
    >
      <EditCourse
        key={courseId}
        userId={userId}
        course={course}
        renderPreview={(values) => <SavedCoursePreview course={course} values={values} />}
      />
    </DeskFrame>
  );
}
