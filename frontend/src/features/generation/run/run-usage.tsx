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

/** The usage of an ended run at the vendors; collapsed, and loaded when opened. */
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
