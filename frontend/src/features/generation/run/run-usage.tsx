import { lazy, Suspense, useState } from 'react';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const UsagePanel = lazy(() => import('#frontend/features/generation/usage/usage-panel.tsx'));

/** The usage of an ended run at the vendors; folded, and loaded when opened. */
export function RunUsage({ taskId }: { readonly taskId: string }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <Fold title={t('What this run used')} onToggle={() => setWanted(true)}>
      {isWanted && (
        <Suspense fallback={<LoadingState label={t('Loading what this run used')} rows={4} />}>
          <UsagePanel taskId={taskId} />
        </Suspense>
      )}
    </Fold>
  );
}
