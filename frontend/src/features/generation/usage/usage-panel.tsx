import { lazy, Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { runUsage } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import {
  costBars,
  tokenBars,
  usageCsv,
  usageSummary,
  formatSum,
  usageColumns,
  usageRows,
  type RunUsage,
  attemptOutcome,
  attemptStage,
  formatCost,
} from './usage-words.ts';

const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }));

interface UsagePanelProps {
  readonly taskId: string;
  /** The part that the learner pays, as a sentence. */
  readonly paid: string;
}

/** Text and cost by service, as charts, as a table, and as a file. */
export default function UsagePanel({ taskId, paid }: UsagePanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['run', taskId, 'usage'],
    queryFn: ({ signal }) => call(runUsage, { params: { task_id: taskId }, signal }),
  });
  const [isTable, setTable] = useState(false);
  if (error && !data) return <ErrorState title={t('This run’s usage could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the usage')} rows={4} />;
  if (data.total.calls === 0) return t('This run did not use any AI services.');
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

/** A table of all usage figures, including those behind the charts. */
function UsageTable({ usage }: { readonly usage: RunUsage }) {
  return (
    <UsageRows
      label={t('Usage')}
      columns={usageColumns()}
      figures={[2, 3, 4, 5, 6, 7, 8]}
      rows={usageRows(usage).map(({ service, model, line }) => [
        service,
        model,
        formatNumber(line.calls),
        formatNumber(line.failed_calls),
        formatNumber(line.input_tokens),
        formatNumber(line.cached_tokens),
        formatNumber(line.output_tokens),
        formatSum(line.cost_micro_usd, line.known_cost_micro_usd),
        formatSum(line.wasted_micro_usd, line.known_wasted_micro_usd),
      ])}
    />
  );
}

/** Every call for every lesson: stage, service, usage and outcome. Folded. */
function UsageAttempts({ lessons }: { readonly lessons: RunUsage['by_lesson'] }) {
  if (lessons.length === 0) return null;
  const columns = [t('Stage'), t('Attempt'), t('Service'), t('Model'), t('Input units'), t('Output units'), t('Cost'), t('Outcome')];
  const units = (count: number | null) => (count === null ? t('unknown') : formatNumber(count));
  return (
    <Fold title={t('Every attempt, lesson by lesson')}>
      {lessons.map((lesson) => (
        <section key={lesson.lesson_id}>
          <Typography sx={{ marginBlockStart: 1 }}>
            <bdi>
              <FormulaText text={lesson.title} dir="rtl" />
            </bdi>
          </Typography>
          <UsageRows
            label={formulaWords(lesson.title, undefined)}
            columns={columns}
            figures={[4, 5, 6]}
            rows={lesson.attempt_list.map((attempt) => [
              attemptStage(attempt.stage),
              formatNumber(attempt.attempt),
              SERVICE_NAMES[attempt.service],
              attempt.model,
              units(attempt.input_tokens),
              units(attempt.output_tokens),
              formatCost(attempt.cost_micro_usd),
              attemptOutcome(attempt.outcome),
            ])}
          />
        </section>
      ))}
    </Fold>
  );
}

interface UsageRowsProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Indices of the columns of figures. */
  readonly figures: readonly number[];
  /** The first two cells of a row are its headings. */
  readonly rows: readonly (readonly string[])[];
}

/** A table of figures. If wider than the page, it scrolls inside its frame, also by keyboard. */
function UsageRows({ label, columns, figures, rows }: UsageRowsProps) {
  const align = (index: number) => (figures.includes(index) ? 'right' : 'left');
  return (
    <TableContainer data-table role="region" tabIndex={0} aria-label={label}>
      <Table>
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableCell key={column} align={align(index)}>
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.slice(0, 2).join(' ')}>
              {row.map((cell, index) => (
                <TableCell
                  key={columns[index]}
                  align={align(index)}
                  sx={{ whiteSpace: 'nowrap' }}
                  {...(index === 0 && { component: 'th', scope: 'row' })}
                >
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
