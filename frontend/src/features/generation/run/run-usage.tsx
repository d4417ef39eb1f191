import { lazy, Suspense, useState } from 'react';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { paidWords } from './run-cost.ts';

const UsagePanel = lazy(() => import('#frontend/features/generation/usage/usage-panel.tsx'));

/** The usage of an ended run at the vendors; folded, and loaded when opened. */
export function RunUsage({ run }: { readonly run: StatusEnvelope }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <Fold title={t('What this run used')} onToggle={() => setWanted(true)}>
      {isWanted && (
        <Suspense fallback={<LoadingState label={t('Loading what this run used')} rows={4} />}>
          <UsagePanel taskId={run.task_id} paid={paidWords(run)} />
        </Suspense>
      )}
    </Fold>
  );
}
