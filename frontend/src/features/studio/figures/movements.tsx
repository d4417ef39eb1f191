import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MOVEMENTS_PER_PAGE } from '#contract/studio/creator-movements.contract.ts';
import { formatDollars, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { PageButtons } from '#frontend/ui/list/page-buttons.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { movementsOf, type RevenueQuery } from './revenue-queries.ts';

/** The sales and refunds that make up a bar. */
export function Movements({ userId, query }: { readonly userId: string; readonly query: RevenueQuery }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(movementsOf(userId, query, page));
  if (error && !data) return <ErrorState title={t('Your sales could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading your sales')} rows={3} />;
  return (
    <>
      <RowTable
        isInner
        label={t('Movements')}
        rows={data.movements}
        keyOf={(one) => one.movement_id}
        columns={[
          { name: t('When'), renderCell: (one) => formatWhen(one.at) },
          { name: t('What'), renderCell: (one) => (one.kind === 'sale' ? t('Sale') : t('Refund')) },
          { name: t('Course'), renderCell: (one) => <bdi>{one.course?.title ?? '–'}</bdi> },
          { name: t('Code'), renderCell: (one) => one.code ?? '–' },
          { name: t('Paid'), isFigure: true, renderCell: (one) => (one.paid === null ? '–' : formatDollars(one.paid)) },
          { name: t('Your share'), isFigure: true, renderCell: (one) => formatDollars(one.change) },
        ]}
        sums={[t('Sum'), null, null, null, null, formatDollars(data.sum)]}
      />
      <PageButtons page={page} pages={Math.ceil(data.total / MOVEMENTS_PER_PAGE)} onPage={setPage} />
    </>
  );
}
