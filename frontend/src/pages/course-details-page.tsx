import { lessonsText, modulesText } from '#frontend/lib/courses/course-words.ts';
import { lazy, Suspense } from 'react';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CourseDetails, CourseFacts } from '#frontend/features/courses/details/course-details.tsx';
import { CourseDetailsMenu } from '#frontend/features/courses/details/course-details-menu.tsx';
import { WIDE } from '#frontend/features/courses/lesson/reading-frame.tsx';
import { CourseLanguagePanel } from '#frontend/features/courses/language/course-language-panel.tsx';
import { useCourseInLanguage } from '#frontend/features/courses/language/course-language-choice.ts';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { SharePanel } from '#frontend/features/courses/sharing/share-panel.tsx';
import { oneCourse, useSaveToggle } from '#frontend/features/courses/course-queries.ts';
import { lessonCountOf } from '#frontend/features/courses/course-words.ts';
import { PicturesPanel } from '#frontend/features/courses/pictures/pictures-panel.tsx';
import { AudioLink } from '#frontend/features/audio/audio-link.tsx';
import type { AudioLanguage } from '#frontend/features/audio/audio-queries.ts';
import { CourseCardsSection } from '#frontend/features/practice/cards/course-cards-section.tsx';
import { SimulationsSection } from '#frontend/features/simulations/simulations-section.tsx';
import { ExportPanel } from '#frontend/features/exports/export-panel.tsx';
import { FinalTest } from '#frontend/features/practice/final-test.tsx';
import { CertificatePanel } from '#frontend/features/practice/certificate-panel.tsx';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useDeferredFlag } from '#frontend/lib/use-deferred-flag.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';

const UsedSources = lazy(() => import('#frontend/features/sources/used-sources.tsx'));

/** Course Details (CRS-05). */
export default function CourseDetailsPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId' });
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(oneCourse(userId, courseId));
  const course = useCourseInLanguage(courseId, data);
  const isShown = useDeferredFlag(data !== undefined);
  const toggle = useSaveToggle(userId);
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  if (!course || !isShown) {
    return (
      // a screen of its own: under a course's longer title its placeholders would only be pushed down
      <PageFrame key="loading" isWide title={t('Course')}>
        {error ? (
          <CourseUnavailable error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the course')} rows={8} />
        )}
      </PageFrame>
    );
  }
  const language = languageAttributes(course.language);
  const beside = (
    <div>
      <Suspense>{course.task_id && <UsedSources userId={userId} taskId={course.task_id} />}</Suspense>
      <CourseLanguagePanel courseId={courseId} />
      <ExportPanel userId={userId} courseId={courseId} language={course.language} />
      <SharePanel userId={userId} courseId={courseId} />
    </div>
  );
  return (
    <PageFrame
      title={course.title}
      actions={<CourseDetailsMenu courseId={courseId} title={course.title} />}
      language={language}
      subtitle={[
        modulesText(course.modules.length),
        lessonsText(lessonCountOf(course)),
        t('written {date}', { date: formatDate(course.created_at) }),
      ].join(' · ')}
      companion={
        isWide ? (
          <Stack sx={{ gap: 3 }}>
            <CourseFacts course={course} />
            {beside}
          </Stack>
        ) : undefined
      }
    >
      {course.status === 'completed' && (
        <FinalTest userId={userId} courseId={courseId} language={language}>
          <CertificatePanel userId={userId} courseId={courseId} />
        </FinalTest>
      )}
      {course.new_lessons ? <CertificatePanel userId={userId} courseId={courseId} newLessons={course.new_lessons} /> : null}
      <CourseDetails
        userId={userId}
        course={course}
        isSaving={toggle.isPending}
        onToggleSaved={() => toggle.mutate({ courseId, isSaved: course.saved_at !== null })}
        facts={isWide ? undefined : <CourseFacts course={course} />}
      />
      <AudioLink courseId={courseId} language={course.language as AudioLanguage} />
      <CourseCardsSection userId={userId} courseId={courseId} isTranslation={course.language !== data?.language} />
      <SimulationsSection userId={userId} courseId={courseId} />
      <PicturesPanel userId={userId} course={course} />
      {!isWide && beside}
    </PageFrame>
  );
}
