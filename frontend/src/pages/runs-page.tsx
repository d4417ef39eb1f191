import { RunsList } from '#frontend/features/generation/runs/runs-list.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { BuilderTabs } from './builder/builder-tabs.tsx';

/** The courses that a learner requested: those being written, and the outcome of the others. */
export default function RunsPage() {
  const { user_id: userId } = useUser();
  return (
    <ShelfFrame
      title={t('Your requests')}
      subtitle={t('Every course you have requested, and its outcome.')}
      tabs={<BuilderTabs current="/create/runs" />}
    >
      <RunsList userId={userId} />
    </ShelfFrame>
  );
}
