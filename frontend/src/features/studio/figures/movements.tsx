import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { MOVEMENTS_PER_PAGE } from '#contract/studio/creator-movements.contract.ts';
import { formatDollars, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { movementsOf, type RevenueQuery } from './revenue-queries.ts';

const Table = styled(DataTable)({
  '& th, & td': { padding: '6px 8px', textAlign: 'start', fontWeight: 400 },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap' },
});
const Frame = styled('div')({ margin: '8px 0 20px' });

/** The sales and refunds that make up a bar. */
export function Movements({ userId, query }: { readonly userId: string; readonly query: RevenueQuery }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(movementsOf(userId, query, page));
  if (error && !data) return <ErrorState title={t('Your sales could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading your sales')} rows={3} />;
  const pages = Math.ceil(data.total / MOVEMENTS_PER_PAGE);
  return (
    <Frame>
      <Table label={t('Movements')}>
        <ColumnHeads columns={[t('When'), t('What'), t('Course'), t('Code')]} figures={[t('Paid'), t('Your share')]} />
        <tbody>
          {data.movements.map((one) => (
            <tr key={one.movement_id}>
              <th scope="row">{formatWhen(one.at)}</th>
              <td>{one.kind === 'sale' ? t('Sale') : t('Refund')}</td>
              <td dir="auto">{one.course?.title ?? '–'}</td>
              <td>{one.code ?? '–'}</td>
              <td className="figure">{one.paid === null ? '–' : formatDollars(one.paid)}</td>
              <td className="figure">{formatDollars(one.change)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={5}>
              {t('Sum')}
            </th>
            <td className="figure">
              <strong>{formatDollars(data.sum)}</strong>
            </td>
          </tr>
        </tbody>
      </Table>
      {pages > 1 && (
        <>
          <Button size="small" color="inherit" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Previous page')}
          </Button>
          <Button size="small" color="inherit" disabled={page === pages} onClick={() => setPage(page + 1)}>
            {t('Next page')}
          </Button>
        </>
      )}
    </Frame>
  );
}
