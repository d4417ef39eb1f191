import { AllAchievements, PointsLedger } from '#frontend/features/dashboard/all-achievements.tsx';
import { DashboardView } from '#frontend/features/dashboard/dashboard-view.tsx';
import { ReviewView } from '#frontend/features/practice/review-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { CoursesTabs } from './courses/courses-tabs.tsx';
import { NextLesson } from './courses/next-lesson.tsx';

/** What the learner has done, and their goals. */
export function DashboardPage() {
  const { user_id: userId } = useUser();
  return (
    <ShelfFrame title={t('Dashboard')}>
      <DashboardView userId={userId} />
    </ShelfFrame>
  );
}

/** Questions that are due again. */
export function ReviewPage() {
  const { user_id: userId } = useUser();
  return (
    <ShelfFrame title={t('Review')} tabs={<CoursesTabs current="/review" />}>
      <ReviewView userId={userId} way={<NextLesson userId={userId} />} />
    </ShelfFrame>
  );
}

const Back = () => <TextLink to="/dashboard">{t('Dashboard')}</TextLink>;

export function AchievementsPage() {
  const { user_id: userId } = useUser();
  return (
    <ShelfFrame title={t('Achievements')} actions={<Back />}>
      <AllAchievements userId={userId} />
    </ShelfFrame>
  );
}

export function PointsPage() {
  const { user_id: userId } = useUser();
  return (
    <ShelfFrame title={t('Your points')} actions={<Back />}>
      <PointsLedger userId={userId} />
    </ShelfFrame>
  );
}
