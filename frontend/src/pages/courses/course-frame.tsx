import { lazy, Suspense, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { CourseHead } from '#frontend/features/courses/details/course-head.tsx';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { useCourseInLanguage } from '#frontend/features/translation/course-language-choice.ts';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { completedCountOf, lessonCountOf } from '#frontend/features/courses/course-words.ts';
import { courseCards } from '#frontend/features/practice/cards/card-queries.ts';
import { CertificateMark } from '#frontend/features/practice/certificate-panel.tsx';
import { formatNumber } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useMembership } from '#frontend/lib/use-membership.ts';
import { useDeferredFlag } from '#frontend/lib/use-deferred-flag.ts';
import { FrameBox, FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const AssignedBy = lazy(() => import('#frontend/features/classes/assigned.tsx').then(({ AssignedBy: shown }) => ({ default: shown })));

/** A course of the signed-in user, in their reading language for it. */
export function useShownCourse(courseId: string) {
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(oneCourse(userId, courseId));
  return { userId, data, course: useCourseInLanguage(courseId, data), error, refetch };
}

type Tab = 'lessons' | 'listen' | 'map' | 'cards' | 'about';

interface CourseFrameProps {
  readonly courseId: string;
  readonly tab: Tab;
  /** Beside the tab's content; below it on narrow screens. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * The page of a course: its head, its tabs, each with its own address, and the content of the open tab. To add one, add a line to `tabs`.
 */
export function CourseFrame({ courseId, tab, aside, children }: CourseFrameProps) {
  const { userId, data, course, error, refetch } = useShownCourse(courseId);
  const isShown = useDeferredFlag(data !== undefined);
  const { data: cards } = useQuery(courseCards(userId, courseId));
  const isMember = useMembership(userId) === true;
  if (!course || !isShown) {
    return (
      // a screen of its own, because a longer title would push its placeholders down
      <PageFrame key="loading" isWide title={t('Course')}>
        {error ? (
          <CourseUnavailable error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the course')} rows={8} />
        )}
      </PageFrame>
    );
  }
  const address = `/courses/${courseId}`;
  const count = cards?.lessons.reduce((sum, one) => sum + one.cards, 0) ?? 0;
  const tabs = [
    { id: 'lessons', to: address, caption: t('Lessons') },
    { id: 'listen', to: `${address}/audio`, caption: t('Listen') },
    { id: 'map', to: `${address}/concept-map`, caption: t('Map') },
    { id: 'cards', to: `${address}/cards`, caption: t('Cards'), count: count > 0 ? formatNumber(count) : undefined },
    { id: 'about', to: `${address}/about`, caption: t('About') },
  ];
  const open = tabs.find(({ id }) => id === tab)!;
  const isFirst = tab === 'lessons';
  return (
    <FrameBox data-frame="page">
      <CourseHead
        userId={userId}
        course={course}
        isSmallOnPhone={!isFirst}
        {...(!isFirst && { partOf: open.caption })}
        certificate={
          <CertificateMark
            userId={userId}
            courseId={courseId}
            progress={course.progress}
            missing={lessonCountOf(course) - completedCountOf(course) + course.missing_lessons}
          />
        }
      />
      <FrameTabs label={t('Course')} tabs={tabs} current={open.to} />
      <FrameColumns data-columns={aside === undefined ? 'main' : 'main aside'} sx={{ marginBlockStart: 3 }}>
        <Box sx={{ minWidth: 0 }}>
          {isFirst && isMember && (
            <Suspense fallback={null}>
              <AssignedBy userId={userId} courseId={courseId} />
            </Suspense>
          )}
          {children}
        </Box>
        {aside !== undefined && <SideColumn as="aside">{aside}</SideColumn>}
      </FrameColumns>
    </FrameBox>
  );
}
