import { AllAchievements, PointsLedger } from '#frontend/features/dashboard/all-achievements.tsx';
import { DashboardView } from '#frontend/features/dashboard/dashboard-view.tsx';
import { ReviewView } from '#frontend/features/practice/review-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useLatched } from '#frontend/lib/use-latched.ts';
import { useMembership } from '#frontend/lib/use-membership.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { AssignedFirst, useAssigned } from './courses/assigned-first.tsx';
import { CoursesTabs } from './courses/courses-tabs.tsx';
import { NextLesson } from './courses/next-lesson.tsx';
import { Today, useTodaySettled } from './courses/today.tsx';

/** What is next today, the learner's activity, and their goals. */
export function DashboardPage() {
  const { user_id: userId } = useUser();
  const isMember = useMembership(userId);
  const assigned = useAssigned(userId);
  const isTodaySettled = useTodaySettled(userId);
  const isShown = useLatched(assigned.isSettled && isTodaySettled);
  return (
    <ShelfFrame title={t('Dashboard')} actions={isMember && <TextLink to="/classes">{t('Classes')}</TextLink>}>
      <AssignedFirst userId={userId} />
      {/* due reviews come first, without pushing the rest down */}
      {isShown ? (
        <DashboardView userId={userId} isAssigned={assigned.isAny} today={<Today userId={userId} />} />
      ) : (
        <LoadingState label={t('Loading the dashboard')} rows={8} />
      )}
    </ShelfFrame>
  );
}

/** Due questions. */
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
