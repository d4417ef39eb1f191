import { type ReactNode, type RefObject, Fragment } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import type { RunDetail } from '#contract/operator/runs-console.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formatClock, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { failureWord, workWord } from '../overview/work-words.ts';
import { RunActions } from './run-actions.tsx';
import { runDetail } from './run-queries.ts';
import { sameTries, statusWord, stepsByUnit } from './run-words.ts';

interface RunPanelProps {
  readonly taskId: string;
  /** Takes the focus when the run is opened: the panel may be far from the row. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onClose: () => void;
}

/** One complete run, beside the list. */
export function RunPanel({ taskId, heading, onClose }: RunPanelProps) {
  const { data: known, error, refetch } = useQuery(runDetail(taskId));
  // one that was removed meanwhile offers no acts any more
  const data = isNotFound(error) ? undefined : known;
  return (
    <Card component="section" aria-label={t('Run')} sx={{ minWidth: 0, padding: 2, scrollMarginBlockStart: 80 }}>
      <Stack direction="row" sx={{ gap: 1.5, justifyContent: 'space-between', alignItems: 'start' }}>
        <Typography
          variant="h2"
          ref={heading}
          tabIndex={-1}
          dir="auto"
          sx={{ minWidth: 0, overflowWrap: 'anywhere', scrollMarginBlockStart: '80px' }}
        >
          {data ? (data.run.title ?? data.run.subject) : t('Run')}
        </Typography>
        <Button size="small" color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </Stack>
      {error && (
        <ErrorState title={t('The run could not be loaded')} error={error} onRetry={() => void refetch()}>
          {data && t('This view is out of date.')}
        </ErrorState>
      )}
      {data ? <Details detail={data} onRemoved={onClose} /> : !error && <LoadingState label={t('Loading the run')} rows={6} />}
    </Card>
  );
}

function Details({ detail, onRemoved }: { readonly detail: RunDetail; readonly onRemoved: () => void }) {
  const { run, steps, calls, log } = detail;
  const children = Object.values(detail.children).reduce((sum, count) => sum + count, 0);
  return (
    <Typography component="div" variant="body2">
      <p>
        {workWord(run.kind)} · {statusWord(run.status)} · <bdi lang="en">{run.stage}</bdi> · {formatNumber(run.progress)} %
        <br />
        <Quiet>
          <bdi>{run.task_id}</bdi> · {run.person?.email ?? t('the installation')} · {formatWhen(run.created_at)}
          {detail.promoted && ` · ${t('put first')}`}
          {children > 0 && ` · ${t('{n, plural, one {# run of its own} other {# runs of its own}}', { n: children })}`}
          <br />
          {t('Request')} <bdi>{detail.request_id}</bdi>
          {detail.trace_url !== null && (
            <>
              {' · '}
              <Link href={detail.trace_url} target="_blank" rel="noreferrer">
                {t('Trace')}
              </Link>
            </>
          )}
        </Quiet>
      </p>
      <RunActions detail={detail} onRemoved={onRemoved} />
      {run.error_code !== null && (
        <RuledSection title={t('Error')} isInner>
          <p>
            <Mark>{failureWord(run.error_code)}</Mark> <span lang="en">{detail.error_detail}</span>
            <Quiet variant="caption" lang="en" sx={{ display: 'block' }}>
              {run.error_code}
            </Quiet>
          </p>
          {detail.operator_detail !== null && <Tried value={detail.operator_detail} />}
        </RuledSection>
      )}
      <RuledSection title={t('Cost')} isInner>
        <p>
          {formatMicro(run.cost_micro_usd)}
          {detail.wasted_micro_usd > 0 && ` · ${t('{sum} of it bought nothing', { sum: formatMicro(detail.wasted_micro_usd) })}`}
        </p>
      </RuledSection>
      <RuledSection title={t('Steps')} isInner>
        <ConsoleTable label={t('Steps')} columns={stepColumns()} rows={stepsByUnit(steps)} keyOf={({ id }) => id} isInner />
      </RuledSection>
      <RuledSection title={t('Calls')} isInner>
        <ConsoleTable
          label={t('Calls')}
          columns={callColumns()}
          rows={calls}
          keyOf={({ id }) => id}
          empty={<Quiet>{t('None yet.')}</Quiet>}
          isInner
        />
      </RuledSection>
      <RuledSection title={t('Log')} isInner>
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {log.map((line, index) => (
            <li key={index}>
              <Quiet>{formatClock(line.at)}</Quiet> <span lang="en">{line.text}</span>
            </li>
          ))}
        </ul>
      </RuledSection>
      <RuledSection title={t('Request')} isInner>
        <RequestFields request={detail.request} />
      </RuledSection>
    </Typography>
  );
}

// beside the list there is room for one column of words and a few figures
const stepColumns = (): Column<RunDetail['steps'][number]>[] => [
  {
    id: 'step',
    name: t('Step'),
    cell: ({ key, state, service, error_detail: detail, tries }) => (
      <span lang="en">
        <bdi>{key}</bdi> · {state === 'failed' ? <Mark>{state}</Mark> : state}
        {service !== null && ` · ${service}`}
        {detail !== null && <Under>{detail}</Under>}
        {sameTries(tries).map(({ code, hint, asked }) => (
          <Under key={`${code} ${hint}`}>
            {code}: {asked}
            {hint !== null && ` (${hint})`}
          </Under>
        ))}
      </span>
    ),
  },
  { id: 'waited', name: t('Waited'), isFigure: true, cell: (step) => span(step.created_at, step.started_at) },
  { id: 'took', name: t('Took'), isFigure: true, cell: (step) => span(step.started_at, step.finished_at) },
];

const Under = ({ children }: { readonly children: ReactNode }) => <Quiet sx={{ display: 'block' }}>{children}</Quiet>;

const span = (from: string | null, until: string | null): string =>
  from === null || until === null ? NO_VALUE : formatSeconds(Math.max(0, (Date.parse(until) - Date.parse(from)) / 1000));

const callColumns = (): Column<RunDetail['calls'][number]>[] => [
  { id: 'time', name: t('Time'), isWhole: true, cell: (one) => formatClock(one.started_at) },
  {
    id: 'call',
    name: t('Call'),
    cell: (one) => (
      <span lang="en">
        {one.step_key ?? one.purpose} · {one.service} · {one.outcome === 'ok' ? one.outcome : <Mark>{one.outcome}</Mark>} {one.http_status}
        <Under>{one.model}</Under>
        {one.detail !== null && <Under>{one.detail}</Under>}
      </span>
    ),
  },
  { id: 'took', name: t('Took'), isFigure: true, cell: ({ ms }) => (ms === null ? NO_VALUE : formatSeconds(ms / 1000)) },
  {
    id: 'tokens',
    name: t('Tokens in, out'),
    isFigure: true,
    cell: ({ input_tokens: input, output_tokens: output }) =>
      input === null && output === null ? NO_VALUE : `${counted(input)}, ${counted(output)}`,
  },
  { id: 'cost', name: t('Cost'), isFigure: true, cell: ({ cost_micro_usd: sum }) => (sum === null ? t('unknown') : formatMicro(sum)) },
];

const counted = (tokens: number | null): string => (tokens === null ? NO_VALUE : formatNumber(tokens));

const FIELDS = {
  display: 'grid',
  gridTemplateColumns: 'minmax(6rem, 12rem) minmax(0, 1fr)',
  gap: '4px 12px',
  margin: 0,
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
} as const;

/** `learning_goals` as `Learning goals`. */
const fieldName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** A value in words: lists with commas, objects field by field. */
function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return NO_VALUE;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${fieldName(name)}: ${valueWords(part)}`)
      .join('; ');
  return String(value);
}

/** What was asked, field by field. */
export function RequestFields({ request }: { readonly request: unknown }) {
  const fields = typeof request === 'object' && request !== null ? Object.entries(request) : [];
  if (fields.length === 0) return <Quiet>{NO_VALUE}</Quiet>;
  return (
    <Box role="group" tabIndex={0} aria-label={t('Request')} sx={{ maxHeight: '24rem', overflow: 'auto' }}>
      <Box component="dl" sx={FIELDS}>
        {fields.map(([name, value]) => (
          <Fragment key={name}>
            <Typography component="dt" variant="inherit" color="textSecondary" lang="en">
              {fieldName(name)}
            </Typography>
            <dd dir="auto">{valueWords(value)}</dd>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}

interface Try {
  readonly service: string | null;
  readonly code: string;
  readonly at: string;
  readonly hint?: string | null;
}

/** Codes of tries that a service did answer. */
const ANSWERED = ['vendors.refused', 'vendors.broken_output', 'internal'];

/** Every try of a run that failed, by service and error, folded under their number. @param value the list as the store has it */
export function Tried({ value }: { readonly value: string }) {
  const tries = triesIn(value);
  if (tries.length === 0) return null;
  return (
    <Fold
      title={
        tries.some(({ code }) => ANSWERED.includes(code))
          ? t('{n, plural, one {# try, of no use} other {# tries, none of use}}', { n: tries.length })
          : t('{n, plural, one {# try, not answered} other {# tries, none answered}}', { n: tries.length })
      }
    >
      <ul aria-label={t('All that was tried')}>
        {tries.map(({ service, code, at, hint }, index) => (
          <li key={index} lang="en">
            {at !== '' && <Quiet>{formatClock(at)} </Quiet>}
            {nameOf(service)}: {code} {hint && <Quiet>{hint}</Quiet>}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

const nameOf = (service: string | null): string => {
  const known = SERVICES.find((one) => one === service);
  return known ? SERVICE_NAMES[known] : (service ?? NO_VALUE);
};

function triesIn(value: string): readonly Try[] {
  try {
    const tries: unknown = JSON.parse(value);
    return Array.isArray(tries) ? (tries as Try[]) : [];
  } catch {
    return [];
  }
}
