import { lazy, Suspense, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { runUsage } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { UsageAttempts } from './usage-attempts.tsx';
import { UsageTable } from './usage-table.tsx';
import { costBars, tokenBars, usageCsv, usageSummary, type RunUsage } from './usage-words.ts';

const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }));

const Block = styled('div')(({ theme }) => ({
  paddingBlock: 12,
  borderBlock: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > p': { margin: '0 0 16px' },
}));
const Charts = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 24,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlockStart: 16 });

/** Tokens and cost by service, as charts, as a table, and as a file. */
export default function UsagePanel({ taskId }: { readonly taskId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['run', taskId, 'usage'],
    queryFn: ({ signal }) => call(runUsage, { params: { task_id: taskId }, signal }),
  });
  const [isTable, setTable] = useState(false);
  if (error && !data)
    return <ErrorState title={t('What this run used could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading what this run used')} rows={4} />;
  if (data.total.calls === 0) return <Block>{t('This run asked no AI service for anything.')}</Block>;
  return (
    <Block>
      <p>{usageSummary(data)}</p>
      {isTable ? (
        <UsageTable usage={data} />
      ) : (
        <Suspense fallback={<LoadingState rows={4} />}>
          <Charts>
            <UsageChart id="tokens" caption={t('Tokens by service')} bars={tokenBars(data.by_service)} />
            <UsageChart id="cost" caption={t('Cost by service')} bars={costBars(data.by_service)} />
          </Charts>
        </Suspense>
      )}
      <UsageAttempts lessons={data.by_lesson} />
      <Actions>
        <Button variant="outlined" color="inherit" onClick={() => setTable(!isTable)}>
          {isTable ? t('Show as chart') : t('Show as table')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => download(taskId, data)}>
          {t('Download CSV')}
        </Button>
      </Actions>
    </Block>
  );
}

function download(taskId: string, usage: RunUsage): void {
  const address = URL.createObjectURL(new Blob([usageCsv(usage)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `usage-${taskId}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
