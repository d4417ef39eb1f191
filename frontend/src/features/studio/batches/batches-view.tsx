import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { batchStateWord, taskWord } from '#frontend/lib/batches/batch-words.ts';
import { formatNumber, formatTokens, formatWhen } from '#frontend/lib/format.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { batchesOf } from './batch-queries.ts';
import { PlanForm } from './plan-form.tsx';

export const Table = styled(DataTable)({
  '& th, & td': { padding: '8px', textAlign: 'start', fontWeight: 400, verticalAlign: 'top' },
  '& thead th': { fontWeight: 600 },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
});

/** A creator's batches, and the form for a new one. */
export function BatchesView({ userId }: { readonly userId: string }) {
  const [isPlanning, setPlanning] = useState(false);
  const { data, error, refetch } = useQuery(batchesOf(userId));
  return (
    <>
      {isPlanning ? (
        <PlanForm
          userId={userId}
          onClose={() => {
            setPlanning(false);
            // the form goes, and the button comes back only then
            requestAnimationFrame(focusHeading);
          }}
        />
      ) : (
        <p>
          <Button variant="contained" onClick={() => setPlanning(true)}>
            {t('Plan a batch')}
          </Button>
        </p>
      )}
      {data ? (
        data.batches.length === 0 ? (
          <EmptyState title={t('There is no batch yet')} />
        ) : (
          <Table label={t('Batches')}>
            <ColumnHeads
              columns={[t('Name'), t('What'), t('State'), t('Planned')]}
              figures={[t('Courses'), t('Costs at most'), t('Charged')]}
            />
            <tbody>
              {data.batches.map((batch) => (
                <tr key={batch.batch_id}>
                  <th scope="row" dir="auto">
                    <TextLink to="/studio/batches/$batchId" params={{ batchId: batch.batch_id }}>
                      {batch.name}
                    </TextLink>
                  </th>
                  <td>{taskWord(batch.what)}</td>
                  <td>{batchStateWord(batch)}</td>
                  <td>{formatWhen(batch.created_at)}</td>
                  <td className="figure">{formatNumber(batch.total)}</td>
                  <td className="figure">{formatTokens(batch.most_cost)}</td>
                  <td className="figure">{formatTokens(batch.charged)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )
      ) : error ? (
        <ErrorState title={t('The batches could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the batches')} rows={4} />
      )}
    </>
  );
}
