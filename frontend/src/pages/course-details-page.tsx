import { lazy, Suspense } from 'react';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import { useParams } from '@tanstack/react-router';
import { AudioLink } from '#frontend/features/audio/audio-link.tsx';
import type { AudioLanguage } from '#frontend/features/audio/audio-queries.ts';
import { CourseDetails } from '#frontend/features/courses/details/course-details.tsx';
import { CoursePace } from '#frontend/features/courses/details/course-pace.tsx';
import { CourseThread } from '#frontend/features/courses/details/course-thread.tsx';
import { WhereYouAre } from '#frontend/features/courses/details/where-you-are.tsx';
import { StudyDays } from '#frontend/features/dashboard/study-days.tsx';
import { CertificatePanel } from '#frontend/features/practice/certificate-panel.tsx';
import { FinalTest } from '#frontend/features/practice/final-test.tsx';
import { ReviewToday } from '#frontend/features/practice/review-today.tsx';
import { SimulationsSection } from '#frontend/features/simulations/simulations-section.tsx';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { CompanionBlocks } from '#frontend/ui/companion-blocks.tsx';
import { CourseFrame, useShownCourse } from './courses/course-frame.tsx';

// only courses with a plan end in a task, and its text brings the code that renders lessons
const FinalTask = lazy(() => import('#frontend/features/practice/final-task.tsx').then((module) => ({ default: module.FinalTask })));

/** Course Details (CRS-05): its lessons, and beside them what can be done today. */
export default function CourseDetailsPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId' });
  const { userId, course } = useShownCourse(courseId);
  if (!course) return <CourseFrame courseId={courseId} tab="lessons" />;
  const isDone = course.status === 'completed';
  // the next thing to do once all lessons are completed; until then what they lead to
  const finalTask = course.plan?.final_task && (
    <Suspense>
      <FinalTask userId={userId} courseId={courseId} task={course.plan.final_task} language={languageAttributes(course.language)} />
    </Suspense>
  );
  return (
    <CourseFrame
      courseId={courseId}
      tab="lessons"
      aside={
        <Card>
          <Stack sx={{ gap: 2.5, padding: 2.5 }} divider={<Divider flexItem sx={{ marginInline: -2.5 }} />}>
            <ReviewToday userId={userId} courseId={courseId} />
            <CompanionBlocks style={{ margin: 0 }}>
              <AudioLink courseId={courseId} language={course.language as AudioLanguage} />
            </CompanionBlocks>
            <WhereYouAre course={course} />
            <StudyDays userId={userId} courseId={courseId} />
          </Stack>
        </Card>
      }
    >
      <Stack sx={{ gap: 3 }}>
        {isDone && (
          <FinalTest userId={userId} courseId={courseId} language={languageAttributes(course.language)}>
            <CertificatePanel userId={userId} courseId={courseId} />
          </FinalTest>
        )}
        {course.new_lessons ? <CertificatePanel userId={userId} courseId={courseId} newLessons={course.new_lessons} /> : null}
        <CoursePace course={course} />
        {course.plan?.thread && <CourseThread thread={course.plan.thread} language={languageAttributes(course.language)} />}
        {isDone && finalTask}
        <CourseDetails userId={userId} course={course} />
        {!isDone && finalTask}
        <SimulationsSection userId={userId} courseId={courseId} />
      </Stack>
    </CourseFrame>
  );
}
