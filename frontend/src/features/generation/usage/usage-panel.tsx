import { lazy, Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { runUsage } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { UsageAttempts } from './usage-attempts.tsx';
import { UsageTable } from './usage-table.tsx';
import { costBars, tokenBars, usageCsv, usageSummary } from './usage-words.ts';

const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }));

interface UsagePanelProps {
  readonly taskId: string;
  /** What the learner pays of it, as a sentence. */
  readonly paid: string;
}

/** Text and cost by service, as charts, as a table, and as a file. */
export default function UsagePanel({ taskId, paid }: UsagePanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['run', taskId, 'usage'],
    queryFn: ({ signal }) => call(runUsage, { params: { task_id: taskId }, signal }),
  });
  const [isTable, setTable] = useState(false);
  if (error && !data)
    return <ErrorState title={t('What this run used could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading what this run used')} rows={4} />;
  if (data.total.calls === 0) return t('This run asked no AI service for anything.');
  return (
    <Stack sx={{ gap: 2 }}>
      <div>
        <Typography>
          {t('This is what the AI services used.')} {paid}
        </Typography>
        <Typography color="textSecondary">{usageSummary(data)}</Typography>
      </div>
      {isTable ? (
        <UsageTable usage={data} />
      ) : (
        <Suspense fallback={<LoadingState rows={4} />}>
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
            <UsageChart caption={t('AI text by service')} bars={tokenBars(data.by_service)} />
            <UsageChart caption={t('Cost to us by service')} bars={costBars(data.by_service)} />
          </Box>
        </Suspense>
      )}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="outlined" color="inherit" onClick={() => setTable(!isTable)}>
          {isTable ? t('Show as chart') : t('Show as table')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => saveFile(new Blob([usageCsv(data)], { type: 'text/csv;charset=utf-8' }), `usage-${taskId}.csv`)}
        >
          {t('Download CSV')}
        </Button>
      </Stack>
      <UsageAttempts lessons={data.by_lesson} />
    </Stack>
  );
}
