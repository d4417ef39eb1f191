import { AnalyticsView } from '#frontend/features/studio/figures/analytics-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

/** Figures that show a creator what to improve. */
export default function StudioAnalyticsPage() {
  const { user_id: userId } = useUser();
  return (
    <DeskFrame title={t('Analytics')}>
      <AnalyticsView userId={userId} />
    </DeskFrame>
  );
}
