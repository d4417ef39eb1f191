import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { OF_THE_PROMPT } from '#contract/platform/errors.ts';
import type { Series } from '#contract/operator/series.contract.ts';
import { formatNumber, formatPercent } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { Figure } from '#frontend/ui/figure.tsx';
import { SeriesPanels, useRange } from '../charts/series-panels.tsx';
import { failedOf, timeOf } from '../charts/series-sheets.ts';
import { series } from '../overview/overview-queries.ts';
import { RunsLink } from '../overview/runs-link.tsx';
import { failureWord } from '../overview/work-words.ts';
import { Quiet } from '../parts/console-table.tsx';
import { NO_VALUE, sum } from '../parts/figures.ts';
import { runCount } from './run-queries.ts';

/** How much failed permanently, when, and why: the figures of the range, their charts, and the errors beside them. */
export function FailureFigures() {
  const { data: past } = useQuery(series(useRange()));
  const { data: all } = useQuery(runCount({ status: 'failed', refused: 'no' }));
  if (!past) return null;
  const time = timeOf(past, null);
  // a service's refusal counts as an answer, and is reported to the requester
  const refused = sum(past.failures.filter(({ code }) => OF_THE_PROMPT.some((known) => known === code)).map(({ count }) => count));
  const failed = Math.max(0, sum(past.queues.map((row) => row.failed_total)) - refused);
  const ended = sum(past.queues.map((row) => row.ended_total));
  const attempts = sum(past.attempts.map(({ total }) => total));
  const bars = (of: (bar: number) => number) => past.bars.map((_, bar) => of(bar));
  return (
    <>
      <StatSheet>
        <FigureCard
          name={t('Failed runs')}
          figure={all ? formatNumber(all.count) : NO_VALUE}
          note={t('waiting to be retried or removed')}
        />
        <FigureCard
          name={t('Steps that failed permanently')}
          figure={failed === 0 ? '0' : <RunsLink filter={{ step: 'failed', ...time }}>{formatNumber(failed)}</RunsLink>}
          note={
            ended === 0
              ? t('none have ended')
              : t('{share} of {all} ended steps', { share: formatPercent(failed / ended), all: formatNumber(ended) })
          }
          trend={bars((bar) => sum(past.queues.map((row) => row.failed[bar] ?? 0)))}
          tone="accent"
        />
        <FigureCard
          name={t('Failed attempts')}
          figure={attempts === 0 ? '0' : <RunsLink filter={{ outcome: 'failed', ...time }}>{formatNumber(attempts)}</RunsLink>}
          note={attempts === 0 ? t('every call was answered') : t('most succeed when retried')}
          trend={bars((bar) => sum(past.attempts.map(({ calls }) => calls[bar] ?? 0)))}
          tone="accent"
        />
      </StatSheet>
      <Box sx={{ display: 'grid', gap: '0 16px', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 19rem' } }}>
        <SeriesPanels series={past} own={[failedOf(past)]} ids={['failed-attempts']} />
        <Causes series={past} />
      </Box>
    </>
  );
}

/** The errors of the range, most frequent first, each with its steps. */
function Causes({ series: past }: { readonly series: Series }) {
  const time = timeOf(past, null);
  return (
    <Card component="section" aria-label={t('Why')} sx={{ padding: '12px 16px', marginBlockEnd: 2 }}>
      <Typography variant="h3" component="h2">
        {t('Why')}
      </Typography>
      {past.failures.length === 0 ? (
        <Quiet variant="body2">{t('No failures in this period.')}</Quiet>
      ) : (
        <List disablePadding>
          {past.failures.map(({ code, count }) => (
            <ListItem key={code} disableGutters disablePadding sx={{ justifyContent: 'space-between', gap: 2, paddingBlock: 0.5 }}>
              <Typography component="span" variant="body2">
                <RunsLink filter={{ step: 'failed', step_error: code, ...time }}>{failureWord(code)}</RunsLink>
              </Typography>
              <Figure>{formatNumber(count)}</Figure>
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  );
}
