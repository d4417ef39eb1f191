import { AnalyticsView } from '#frontend/features/studio/figures/analytics-view.tsx';
import { shareWords } from '#frontend/features/studio/figures/share-words.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';

/** What a creator should change. */
export default function StudioAnalyticsPage() {
  const { user_id: userId } = useUser();
  return (
    <ConsoleFrame title={t('Analytics')} subtitle={shareWords()}>
      <AnalyticsView userId={userId} />
    </ConsoleFrame>
  );
}
