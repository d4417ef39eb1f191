import { useNavigate, useSearch } from '@tanstack/react-router';
import { CoursesView } from '#frontend/features/courses/list/courses-view.tsx';
import { ImportCourse } from '#frontend/features/exports/import-course.tsx';
import { RecentVideos } from '#frontend/features/video/video-list.tsx';
import { LiveRuns } from '#frontend/features/generation/runs/live-runs.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useDeferredFlag } from '#frontend/lib/use-deferred-flag.ts';
import { useLatched } from '#frontend/lib/use-latched.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { HeroSkeleton, ShelfSkeleton } from '#frontend/ui/states/skeletons.tsx';
import { CoursesHero } from './courses/courses-hero.tsx';
import { CoursesTabs } from './courses/courses-tabs.tsx';
import { FirstCourse } from './courses/first-course.tsx';
import { useNextCourse } from './courses/next-course.ts';
import { NextTopic } from './courses/next-topic.tsx';

/** My Courses: what is next, being written, saved, generated. Search and filter are in the URL. */
export default function CoursesPage() {
  const { user_id: userId } = useUser();
  const { filter = 'all', q = '', sort = 'newest' } = useSearch({ from: '/app/courses' });
  const navigate = useNavigate({ from: '/courses' });
  // the part above the lists appears first: otherwise it would push them down, under the reader's finger
  const isShown = useDeferredFlag(useLatched(useNextCourse(userId).isSettled));
  return (
    <ShelfFrame
      title={t('My Courses')}
      actions={<ImportCourse userId={userId} />}
      tabs={<CoursesTabs current="/courses" />}
      hero={isShown ? <CoursesHero userId={userId} /> : <HeroSkeleton />}
    >
      {isShown ? (
        <>
          <LiveRuns userId={userId} isOfCourses />
          <CoursesView
            userId={userId}
            filter={filter}
            query={q}
            sort={sort}
            onFilter={(chosen) => void navigate({ search: (old) => ({ ...old, filter: chosen === 'all' ? undefined : chosen }) })}
            onQuery={(text) => void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true })}
            onSort={(chosen) => void navigate({ search: (old) => ({ ...old, sort: chosen === 'newest' ? undefined : chosen }) })}
            first={
              <>
                <FirstCourse userId={userId} />
                <RecentVideos userId={userId} />
              </>
            }
            below={
              <>
                <RecentVideos userId={userId} />
                <NextTopic userId={userId} />
              </>
            }
          />
        </>
      ) : (
        <ShelfSkeleton label={t('Loading your courses')} cards={8} />
      )}
    </ShelfFrame>
  );
}
