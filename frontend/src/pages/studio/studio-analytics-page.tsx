import { useNavigate, useSearch } from '@tanstack/react-router';
import { AnalyticsView } from '#frontend/features/studio/figures/analytics-view.tsx';
import { shareWords } from '#frontend/features/studio/figures/share-words.ts';
import { RevenueExplorer } from '#frontend/features/studio/figures/revenue-explorer.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';

/** How a creator's courses are studied. Range and comparison are in the URL. */
export default function StudioAnalyticsPage() {
  const { user_id: userId } = useUser();
  const { months, compare } = useSearch({ from: '/app/studio/analytics' });
  const navigate = useNavigate({ from: '/studio/analytics' });
  return (
    <ConsoleFrame title={t('Analytics')} subtitle={shareWords()}>
      <AnalyticsView
        userId={userId}
        search={{ months, compare }}
        onSearch={(chosen) => void navigate({ search: (old) => ({ ...old, ...chosen }), replace: true, resetScroll: false })}
      />
      <RevenueExplorer userId={userId} />
    </ConsoleFrame>
  );
}
