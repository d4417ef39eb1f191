import { lazy, Suspense, useState } from 'react';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const UsagePanel = lazy(() => import('#frontend/features/generation/usage/usage-panel.tsx'));

const Fold = styled('details')({ marginBlockStart: 8 });
const Head = styled('summary')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'list-item',
  width: 'fit-content',
  paddingBlock: 10,
  cursor: 'pointer',
}));

/** What a run that has ended used of the vendors; folded, and fetched when it is opened. */
export function RunUsage({ taskId }: { readonly taskId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Head>{t('What this run used')}</Head>
      {isOpen && (
        <Suspense fallback={<LoadingState label={t('Loading what this run used')} rows={4} />}>
          <UsagePanel taskId={taskId} />
        </Suspense>
      )}
    </Fold>
  );
}
