import { lazy, Suspense } from 'react';
import Stack from '@mui/material/Stack';
import { useParams } from '@tanstack/react-router';
import { CourseAbout, CourseFacts } from '#frontend/features/courses/details/course-details.tsx';
import { CourseLanguagePanel } from '#frontend/features/translation/course-language-panel.tsx';
import { PicturesPanel } from '#frontend/features/courses/pictures/pictures-panel.tsx';
import { SharePanel } from '#frontend/features/sharing/share-panel.tsx';
import { ExportPanel } from '#frontend/features/exports/export-panel.tsx';
import { CourseFrame, useShownCourse } from './course-frame.tsx';

const UsedSources = lazy(() => import('#frontend/features/sources/used-sources.tsx'));

/** The description and the origin of a course, and the actions on all of it. */
export default function CourseAboutPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/about' });
  const { userId, course } = useShownCourse(courseId);
  return (
    <CourseFrame
      courseId={courseId}
      tab="about"
      aside={
        course && (
          <Stack sx={{ gap: 3 }}>
            <CourseFacts course={course} />
            <div>
              <CourseLanguagePanel courseId={courseId} />
              <ExportPanel
                userId={userId}
                courseId={courseId}
                language={course.language}
                endsRefund={course.modules.some(({ lessons }) => lessons.some((lesson) => lesson.is_held_back))}
              />
              <SharePanel userId={userId} courseId={courseId} />
            </div>
          </Stack>
        )
      }
    >
      {course && (
        <>
          <CourseAbout course={course} />
          <Suspense>{course.task_id && <UsedSources userId={userId} taskId={course.task_id} />}</Suspense>
          <PicturesPanel userId={userId} course={course} />
        </>
      )}
    </CourseFrame>
  );
}
