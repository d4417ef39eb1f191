import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import Card from '@mui/material/Card';
import type { Batch } from '#contract/operator/batches.contract.ts';
import type { Overview, ServiceRow, LaneRow } from '#contract/operator/overview.contract.ts';
import type { ConsoleRun } from '#contract/operator/runs-console.contract.ts';
import { batchWord } from '#frontend/lib/batches/batch-words.ts';
import { formatDuration, formatList, formatNumber, formatPercent, formatStamp } from '#frontend/lib/format.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { RefreshIcon } from '#frontend/ui/feature-icons.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { batches } from '../batches/batch-queries.ts';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds } from '../parts/figures.ts';
import { runList, useActOnRun } from '../runs/run-queries.ts';
import { RunsLink } from './runs-link.tsx';
import { failureWord, rangeUntil, laneWord, serviceName } from './work-words.ts';

const FAILURES = 6;
const BATCHES = 3;
const ENDED: readonly Batch['state'][] = ['done', 'cancelled'];

interface OverviewPanelProps {
  readonly overview: Pick<Overview, 'services' | 'alerts' | 'at'>;
}

/** Monitored beside the queues: the AI services, running batches, and the newest failures. */
export function OverviewPanel({ overview: { services, alerts, at } }: OverviewPanelProps) {
  return (
    <Stack sx={{ gap: 2 }}>
      <Watched title={t('AI services')} more={<SectionLink section="services">{t('All figures')}</SectionLink>}>
        {services.length === 0 ? <Quiet>{t('None yet')}</Quiet> : <Services services={services} alerts={alerts} at={at} />}
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
    </Stack>
  );
}

const SectionLink = ({ section, children }: { readonly section: string; readonly children: string }) => (
  <TextLink to="/operator/$section" params={{ section }}>
    {children}
  </TextLink>
);

/** Whether enough of a minute's allowance is used to be worth showing. */
const isAsked = (allowance: number): boolean => Math.round(100 * (1 - allowance)) > 0;

/** Each service with the used part of its allowance per minute, if it is being called. */
function Services({ services, alerts, at }: Pick<Overview, 'services' | 'alerts' | 'at'>) {
  return (
    <List disablePadding>
      {services.map((row) => (
        <ListItem key={row.service} disableGutters disablePadding sx={{ display: 'block', paddingBlock: 0.5 }}>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
            <span>
              <bdi>{LANE_NAMES[row.service]}</bdi> ·{' '}
              <ServiceState row={row} hasAlert={alerts.some(({ subject }) => subject === row.service)} />
            </span>
            <Quiet>
              {row.calls === 0 ? (
                t('no call in the last hour')
              ) : (
                <RunsLink filter={{ service: row.service, ...rangeUntil(at, '1h') }}>
                  {t('{n, plural, one {# call} other {# calls}} in the last hour', { n: row.calls })}
                </RunsLink>
              )}
              {row.allowance !== null &&
                isAsked(row.allowance) &&
                ` · ${t('{share} of the minute used', { share: formatPercent(1 - row.allowance) })}`}
            </Quiet>
          </Stack>
          {row.allowance !== null && isAsked(row.allowance) && (
            <LinearProgress
              variant="determinate"
              value={Math.round((1 - row.allowance) * 100)}
              aria-label={t('Used of {service}’s allowance per minute', { service: LANE_NAMES[row.service] })}
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
  if (underWay.length === 0) return <Quiet>{t('No batch in progress.')}</Quiet>;
  return (
    <List disablePadding>
      {underWay.map((batch) => (
        <ListItem key={batch.batch_id} disableGutters disablePadding sx={{ display: 'block', paddingBlock: 0.5 }}>
          <TextLink to="/operator/$section/$id" params={{ section: 'batches', id: batch.batch_id }} dir="auto">
            {batch.name}
          </TextLink>{' '}
          <Quiet>
            {batchWord(batch)}
            {batch.eta_s !== null && ` · ${t('{time} left', { time: formatDuration(batch.eta_s) })}`}
          </Quiet>
          <LinearProgress
            variant="determinate"
            value={batch.total === 0 ? 0 : (100 * writtenOf(batch)) / batch.total}
            aria-label={t('Completed courses of {batch}', { batch: batch.name })}
            sx={{ marginBlock: 0.5 }}
          />
          {t('{done} of {total} completed · {spent} of {budget}', {
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

/** A failed run: a press opens it, a button retries it at once. */
function Failure({ run, mayRetry }: { readonly run: ConsoleRun; readonly mayRetry: boolean }) {
  const { mutate, isPending } = useActOnRun(run.task_id);
  const name = run.title ?? run.subject;
  // reported here, because the run leaves the list together with the button
  const retry = () => mutate({ act: 'retry' }, { onSuccess: () => toast('success', t('The run continues from where it failed.')) });
  return (
    <ListItem
      disableGutters
      disablePadding
      divider
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        paddingBlock: 0.5,
        '&:last-child': { borderBlockEnd: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 8em', minWidth: 0 }}>
        <TextLink to="/operator/$section/$id" params={{ section: 'dead-letters', id: run.task_id }} sx={{ fontWeight: 600 }}>
          {failureWord(run.error_code)}
        </TextLink>
        <Quiet sx={{ display: 'block' }}>
          <bdi>
            <FormulaText text={name} dir="rtl" />
          </bdi>
          {run.services.length > 0 && ` · ${formatList(run.services.map(serviceName))}`}
        </Quiet>
      </Box>
      <Quiet sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{formatStamp(run.finished_at ?? run.created_at)}</Quiet>
      {mayRetry && (
        <IconButton size="small" title={t('Retry')} aria-busy={isPending} onClick={retry}>
          <RefreshIcon aria-hidden fontSize="small" />
          <VisuallyHidden>
            {t('Retry')} <bdi>{formulaWords(name, 'rtl')}</bdi>
          </VisuallyHidden>
        </IconButton>
      )}
    </ListItem>
  );
}

interface ServiceStateProps {
  readonly row: ServiceRow;
  /** Whether an alert about it is open. */
  readonly hasAlert: boolean;
}

/** Whether a service is being called, in words. */
function ServiceState({ row, hasAlert }: ServiceStateProps) {
  if (row.state === 'off') return <Quiet>{t('No key configured')}</Quiet>;
  if (row.state !== 'open') return <Mark color={row.state === 'held' ? 'warning' : 'error'}>{pauseWord(row)}</Mark>;
  if (hasAlert) return <Mark>{t('Available, with an open alert')}</Mark>;
  return (
    <Typography component="span" variant="inherit" color="success">
      {t('Available')}
    </Typography>
  );
}

function pauseWord({ state, until }: ServiceRow): string {
  if (state === 'held' || until === null) return t('Paused by an operator');
  return t('Retrying in {time}', { time: formatSeconds(Math.max(0, (Date.parse(until) - Date.now()) / 1000)) });
}

/** The number of waiting jobs in each lane, and its limit. */
export function Lanes({ lanes }: { readonly lanes: readonly LaneRow[] }) {
  return (
    <Watched title={t('Lanes')}>
      <List disablePadding>
        {lanes.map((row) => (
          <Row
            key={row.lane}
            name={laneWord(row.lane)}
            state={row.is_full ? <Mark>{t('full: new work is refused')}</Mark> : t('accepts work')}
          >
            <RunsLink filter={{ lane: row.lane, status: 'queued' }}>
              {t('{n} of {most} runs waiting', { n: formatNumber(row.depth), most: formatNumber(row.most_depth) })}
            </RunsLink>
            {row.oldest_s > 0 &&
              ` · ${t('the oldest for {time} of {most}', { time: formatSeconds(row.oldest_s), most: formatSeconds(row.most_s) })}`}
          </Row>
        ))}
      </List>
    </Watched>
  );
}

/** Worker processes, with the time of their last heartbeat. */
export function Workers({ workers, at }: Pick<Overview, 'workers' | 'at'>) {
  return (
    <Watched title={t('Workers')}>
      {workers.length === 0 ? (
        <Quiet>{t('No worker has reported yet.')}</Quiet>
      ) : (
        <List disablePadding>
          {workers.map((worker) => (
            <Row
              key={worker.id}
              name={<bdi lang="en">{worker.id}</bdi>}
              state={
                worker.is_alive ? (
                  t('seen {seconds} ago', { seconds: formatSeconds(Math.max(0, (Date.parse(at) - Date.parse(worker.seen_at)) / 1000)) })
                ) : (
                  <Mark>{t('no reports since {time}', { time: formatStamp(worker.seen_at) })}</Mark>
                )
              }
            >
              <MetaLine
                facts={[
                  t('since {time}', { time: formatStamp(worker.started_at) }),
                  t('{n, plural, one {# step in progress} other {# steps in progress}}', { n: worker.held }),
                  t('{n} at a time per queue', { n: formatNumber(worker.concurrency) }),
                ]}
              />
            </Row>
          ))}
        </List>
      )}
    </Watched>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly state: ReactNode;
  /** Its figures, on a line below. */
  readonly children: ReactNode;
}

const Row = ({ name, state, children }: RowProps) => (
  <ListItem disableGutters disablePadding sx={{ display: 'block', paddingBlock: 0.5 }}>
    {name} · {state}
    <Quiet sx={{ display: 'block', '& a': { display: 'inline-block', paddingBlock: 0.25 } }}>{children}</Quiet>
  </ListItem>
);

interface WatchedProps {
  readonly title: string;
  /** The link to the full list. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** A monitored subject beside the queues, on its own card. */
function Watched({ title, more, children }: WatchedProps) {
  return (
    <Card component="section" aria-label={title} sx={{ padding: '10px 16px 12px' }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline', gap: 2, marginBlockEnd: 0.5 }}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        <Typography component="span" variant="body2">
          {more}
        </Typography>
      </Stack>
      <Typography component="div" variant="body2">
        {children}
      </Typography>
    </Card>
  );
}
