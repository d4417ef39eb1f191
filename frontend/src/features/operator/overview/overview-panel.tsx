import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { Batch } from '#contract/operator/batches.contract.ts';
import type { Overview } from '#contract/operator/overview.contract.ts';
import type { ConsoleRun } from '#contract/operator/runs-console.contract.ts';
import { batchStateWord } from '#frontend/lib/batches/batch-words.ts';
import { formatDuration, formatNumber, formatTime } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { batches } from '../batches/batch-queries.ts';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { formatMicro, formatPercent } from '../parts/figures.ts';
import { runList, useActOnRun } from '../runs/run-queries.ts';
import { Lanes, Workers } from './lanes-and-workers.tsx';
import { RunsLink } from './runs-link.tsx';
import { ServiceState } from './service-state.tsx';
import { failureWord, HOUR_S, secondsUntil } from './work-words.ts';
import { Watched } from './watched.tsx';

const FAILURES = 6;
const BATCHES = 3;
const ENDED: readonly Batch['state'][] = ['done', 'cancelled'];

interface OverviewPanelProps {
  readonly overview: Pick<Overview, 'services' | 'alerts' | 'lanes' | 'workers' | 'at'>;
}

/** What is watched beside the queues: the AI services, batches under way, the newest failures, the lanes and the workers. */
export function OverviewPanel({ overview: { services, alerts, lanes, workers, at } }: OverviewPanelProps) {
  return (
    <Stack sx={{ gap: 2 }}>
      <Watched title={t('AI services')} more={<SectionLink section="services">{t('All figures')}</SectionLink>}>
        {services.length === 0 ? <Quiet>{t('None yet.')}</Quiet> : <Services services={services} alerts={alerts} at={at} />}
      </Watched>
      <Watched title={t('Batches')} more={<SectionLink section="batches">{t('All batches')}</SectionLink>}>
        <Batches />{' '}
        <TextLink to="/operator/$section" params={{ section: 'batches' }} search={{ plan: true }}>
          {t('Plan a batch')}
        </TextLink>
      </Watched>
      <Watched title={t('Newest failures')} more={<SectionLink section="dead-letters">{t('Dead letters')}</SectionLink>}>
        <Failures />
      </Watched>
      <Lanes lanes={lanes} />
      <Workers workers={workers} at={at} />
    </Stack>
  );
}

const SectionLink = ({ section, children }: { readonly section: string; readonly children: string }) => (
  <TextLink to="/operator/$section" params={{ section }}>
    {children}
  </TextLink>
);

/** Each service with what is used of its minute. */
function Services({ services, alerts, at }: Pick<Overview, 'services' | 'alerts' | 'at'>) {
  return (
    <List disablePadding>
      {services.map((row) => (
        <ListItem key={row.service} disableGutters disablePadding sx={{ display: 'block', paddingBlock: 0.5 }}>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
            <span>
              <bdi>{SERVICE_NAMES[row.service]}</bdi> ·{' '}
              <ServiceState row={row} hasAlert={alerts.some(({ subject }) => subject === row.service)} />
            </span>
            <Quiet>
              <RunsLink filter={{ service: row.service, ...secondsUntil(at, HOUR_S) }}>
                {t('{n, plural, one {# call} other {# calls}} in the last hour', { n: row.calls })}
              </RunsLink>
              {row.allowance !== null && ` · ${t('{share} of the minute used', { share: formatPercent(1 - row.allowance) })}`}
            </Quiet>
          </Stack>
          {row.allowance !== null && (
            <LinearProgress
              variant="determinate"
              value={Math.round((1 - row.allowance) * 100)}
              aria-label={t('Used of a minute’s allowance of {service}', { service: SERVICE_NAMES[row.service] })}
              sx={{ marginBlockStart: 0.5 }}
            />
          )}
        </ListItem>
      ))}
    </List>
  );
}

function Batches() {
  const { data } = useQuery(batches());
  const underWay = data?.batches.filter(({ state }) => !ENDED.includes(state)).slice(0, BATCHES) ?? [];
  if (underWay.length === 0) return <Quiet>{t('No batch is under way.')}</Quiet>;
  return (
    <List disablePadding>
      {underWay.map((batch) => (
        <ListItem key={batch.batch_id} disableGutters disablePadding sx={{ display: 'block', paddingBlock: 0.5 }}>
          <TextLink to="/operator/$section/$id" params={{ section: 'batches', id: batch.batch_id }} dir="auto">
            {batch.name}
          </TextLink>{' '}
          <Quiet>
            {batchStateWord(batch)}
            {batch.eta_s !== null && ` · ${t('{time} left', { time: formatDuration(batch.eta_s) })}`}
          </Quiet>
          <LinearProgress
            variant="determinate"
            value={batch.total === 0 ? 0 : (100 * writtenOf(batch)) / batch.total}
            aria-label={t('Courses of {batch} that are done', { batch: batch.name })}
            sx={{ marginBlock: 0.5 }}
          />
          {t('{done} of {total} done · {spent} of {budget}', {
            done: formatNumber(writtenOf(batch)),
            total: formatNumber(batch.total),
            spent: formatMicro(batch.spent_micro_usd),
            budget: formatMicro(batch.budget_micro_usd),
          })}
          {(batch.items.failed ?? 0) > 0 && (
            <>
              {' · '}
              <Mark>{t('{n} failed', { n: formatNumber(batch.items.failed ?? 0) })}</Mark>
            </>
          )}
        </ListItem>
      ))}
    </List>
  );
}

const writtenOf = ({ total, items }: Batch): number => total - (items.pending ?? 0) - (items.leased ?? 0) - (items.running ?? 0);

function Failures() {
  const { data } = useQuery(runList({ filter: { status: 'failed' }, sort: 'finished_at', order: 'desc', page: 0, size: FAILURES }));
  if (!data) return null;
  if (data.runs.length === 0) return <Quiet>{t('No run has failed.')}</Quiet>;
  return (
    <List disablePadding>
      {data.runs.map((run) => (
        <Failure key={run.task_id} run={run} mayRetry={data.acts.includes('retry')} />
      ))}
    </List>
  );
}

/** A failed run: a press opens it, another retries it at once. */
function Failure({ run, mayRetry }: { readonly run: ConsoleRun; readonly mayRetry: boolean }) {
  const { mutate, isPending } = useActOnRun(run.task_id);
  const name = run.title ?? run.subject;
  // said here: the run leaves the list, and the button with it
  const retry = () => mutate({ act: 'retry' }, { onSuccess: () => toast('success', t('The run goes on from where it failed.')) });
  return (
    <ListItem disableGutters disablePadding sx={{ display: 'flex', alignItems: 'baseline', gap: 1, paddingBlock: 0.25 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <TextLink to="/operator/$section/$id" params={{ section: 'dead-letters', id: run.task_id }}>
          {failureWord(run.error_code)}
        </TextLink>
        {' · '}
        <bdi>{name}</bdi>
        {' · '}
        {formatTime(run.finished_at ?? run.created_at)}
        <Quiet variant="caption" lang="en" sx={{ display: 'block' }}>
          {run.error_code}
        </Quiet>
      </Box>
      {mayRetry && (
        <Button size="small" color="inherit" aria-busy={isPending} onClick={retry}>
          {t('Retry')}
          <VisuallyHidden dir="auto"> {name}</VisuallyHidden>
        </Button>
      )}
    </ListItem>
  );
}
