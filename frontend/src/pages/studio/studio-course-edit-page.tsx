import { useState } from 'react';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CourseUnavailable } from '#frontend/features/studio/courses/course-unavailable.tsx';
import { oneCreatorCourse } from '#frontend/features/studio/courses/creator-course-queries.ts';
import { EditCourse } from '#frontend/features/studio/courses/edit-course.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

/** The editor of a creator's own course (G54). */
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
  // Once it is open, typed text stays on the screen, whatever happens to the course meanwhile.
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
      title={t('Edit course')}
      subtitle={<span dir="auto">{course.title}</span>}
      actions={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
          <LinkButton to="/studio/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
            {t('View the course')}
          </LinkButton>
          <LinkButton to="/studio/courses/$courseId" params={{ courseId }} hash="publish" variant="outlined" color="inherit">
            {t('Publish…')}
          </LinkButton>
        </Stack>
      }
    >
      <EditCourse key={courseId} userId={userId} course={course} />
    </DeskFrame>
  );
}
