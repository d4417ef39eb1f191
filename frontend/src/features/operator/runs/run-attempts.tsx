import { Fragment, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableRow from '@mui/material/TableRow';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import type { RunDetail } from '#contract/operator/runs-console.contract.ts';
import { formatLogTime, formatNumber } from '#frontend/lib/format.ts';
import { isDemo } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { SERVICE_COLOURS } from '#frontend/ui/charts/service-colours.ts';
import { stepWord } from '#frontend/ui/charts/waterfall-rows.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { failureWord, serviceName } from '../overview/work-words.ts';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { outcomeWord, sameTries, stepName } from './run-words.ts';

type Step = RunDetail['steps'][number];
type Call = RunDetail['calls'][number];

interface RunAttemptsProps {
  readonly step: Step;
  /** The other steps of the same lesson. */
  readonly beside: readonly Step[];
  readonly onChoose: (key: string) => void;
  readonly calls: readonly Call[];
  readonly request: unknown;
}

/** The attempts of a step side by side, the run's request, and the faults found in answers. */
export function RunAttempts({ step, beside, onChoose, calls, request }: RunAttemptsProps) {
  const [tab, setTab] = useState<'answer' | 'request' | 'checks'>('answer');
  const mine = calls.filter(({ step_id: id }) => id === step.id);
  const hints = sameTries(step.tries).filter(({ hint }) => hint !== null);
  return (
    <Card component="section" aria-label={t('Attempts')} sx={{ minWidth: 0 }}>
      <Stack direction="row" useFlexGap sx={{ gap: '0 16px', alignItems: 'center', flexWrap: 'wrap', padding: '8px 16px 0' }}>
        <Typography variant="h3" component="h2" dir="auto">
          {stepName(step)}
        </Typography>
        <Quiet variant="body2">{t('{n, plural, one {# attempt} other {# attempts}}', { n: Math.max(mine.length, 1) })}</Quiet>
        <Tabs value={tab} onChange={(_, next) => setTab(next)} aria-label={t('Attempt details')} sx={{ marginInlineStart: 'auto' }}>
          <Tab value="answer" label={t('Answer')} />
          <Tab value="request" label={t('Request')} />
          <Tab value="checks" label={hints.length === 0 ? t('Checks') : `${t('Checks')} ${formatNumber(hints.length)}`} />
        </Tabs>
      </Stack>
      {beside.length > 1 && (
        <Stack
          direction="row"
          useFlexGap
          role="group"
          aria-label={t('Steps of the same lesson')}
          sx={{ gap: 1, flexWrap: 'wrap', padding: '4px 16px' }}
        >
          {beside.map((one) => (
            <Choice key={one.key} isChosen={one.key === step.key} onClick={() => onChoose(one.key)}>
              {stepWord(one.job)}
            </Choice>
          ))}
        </Stack>
      )}
      <Box sx={{ padding: '8px 16px 16px' }}>
        {tab === 'answer' && (mine.length > 0 ? <AttemptTable step={step} calls={mine} /> : <WithoutCalls step={step} />)}
        {tab === 'request' && <RequestFields request={request} />}
        {tab === 'checks' &&
          (hints.length === 0 ? (
            <Quiet>{t('No problems were found in its answers.')}</Quiet>
          ) : (
            <ul style={{ margin: 0 }} lang="en">
              {hints.map(({ code, hint, asked }) => (
                <li key={`${code}${hint}`}>
                  {hint} <Quiet>{asked}</Quiet>
                </li>
              ))}
            </ul>
          ))}
      </Box>
    </Card>
  );
}

function Choice({
  isChosen,
  onClick,
  children,
}: {
  readonly isChosen: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Typography
      component="button"
      type="button"
      variant="body2"
      aria-pressed={isChosen}
      onClick={onClick}
      sx={{
        border: 0,
        padding: '2px 8px',
        borderRadius: 99,
        cursor: 'pointer',
        color: 'inherit',
        backgroundColor: isChosen ? 'background.tint' : 'transparent',
        fontWeight: isChosen ? 700 : 400,
      }}
    >
      {children}
    </Typography>
  );
}

/** Shown if there are no stored requests, because the step is our own or has not started yet. */
function WithoutCalls({ step }: { readonly step: Step }) {
  if (step.error_code !== null)
    return (
      <p>
        <Mark>{failureWord(step.error_code)}</Mark> <span lang="en">{step.error_detail}</span>
      </p>
    );
  return <Quiet>{step.started_at === null ? t('Not started yet.') : t('No AI service was called.')}</Quiet>;
}

/** The fault in the answer of a call, as recorded by its attempt. */
const hintOf = ({ tries }: Step, { service, started_at: from, ms }: Call): string | null => {
  const ended = Date.parse(from) + (ms ?? 0);
  const near = tries
    .filter((one) => one.service === service)
    .toSorted((one, other) => Math.abs(Date.parse(one.at) - ended) - Math.abs(Date.parse(other.at) - ended))[0];
  return near && Math.abs(Date.parse(near.at) - ended) < NEAR_MS ? near.hint : null;
};
const NEAR_MS = 5_000;

const counted = (tokens: number | null): string => (tokens === null ? NO_VALUE : formatNumber(tokens));

const lines = (step: Step): readonly { readonly name: string; readonly cell: (call: Call) => ReactNode }[] => [
  { name: t('Result'), cell: ({ outcome }) => (outcome === 'ok' ? outcomeWord(outcome) : <Mark>{outcomeWord(outcome)}</Mark>) },
  { name: t('Started'), cell: (call) => formatLogTime(call.started_at) },
  { name: t('Latency'), cell: ({ ms }) => (ms === null ? NO_VALUE : formatSeconds(ms / 1000)) },
  {
    name: t('Tokens'),
    cell: (call) =>
      call.input_tokens === null && call.output_tokens === null
        ? NO_VALUE
        : t('{input} in, {output} out', { input: counted(call.input_tokens), output: counted(call.output_tokens) }),
  },
  { name: t('Cost'), cell: ({ cost_micro_usd: sum }) => (sum === null ? t('unknown') : formatMicro(sum)) },
  {
    name: t('Explanation'),
    cell: (call) => <span lang="en">{hintOf(step, call) ?? (call.outcome === 'ok' ? NO_VALUE : (call.detail ?? NO_VALUE))}</span>,
  },
  {
    name: t('Reported by the service'),
    cell: ({ outcome, http_status: status, detail }) => (
      <Typography component="pre" variant="caption" lang="en" sx={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {(outcome === 'ok' ? [detail] : [status, detail]).filter((part) => part !== null).join('\n') || NO_VALUE}
      </Typography>
    ),
  },
];

function AttemptTable({ step, calls }: { readonly step: Step; readonly calls: readonly Call[] }) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t('Attempts')} sx={SERVICE_COLOURS}>
      <Table size="small" sx={{ tableLayout: 'fixed', minWidth: 160 + 200 * calls.length, '& td, & th': { verticalAlign: 'top' } }}>
        <TableBody>
          <TableRow>
            <TableCell component="td" sx={{ width: 130 }} />
            {calls.map(({ id, service, model }, n) => (
              <TableCell key={id} component="th" scope="col">
                <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
                  <Quiet>{formatNumber(n + 1)}</Quiet>
                  <span
                    aria-hidden
                    style={{ flex: 'none', width: 10, height: 10, borderRadius: 2, backgroundColor: `var(--service-${service})` }}
                  />
                  <b>{serviceName(service)}</b>
                  {!isDemo() && (
                    <Quiet noWrap lang="en">
                      {model}
                    </Quiet>
                  )}
                </Stack>
              </TableCell>
            ))}
          </TableRow>
          {lines(step).map(({ name, cell }) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                <Quiet>{name}</Quiet>
              </TableCell>
              {calls.map((call) => (
                <TableCell key={call.id}>{cell(call)}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const FIELDS = {
  display: 'grid',
  gridTemplateColumns: 'minmax(6rem, 12rem) minmax(0, 1fr)',
  gap: '4px 12px',
  margin: 0,
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
} as const;

/** `learning_goals` becomes `Learning goals`. */
export const fieldName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** A value in words: lists with commas, objects field by field. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return NO_VALUE;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${fieldName(name)}: ${valueWords(part)}`)
      .join('; ');
  return String(value);
}

/** The request, field by field. */
export function RequestFields({ request, label = t('Request') }: { readonly request: unknown; readonly label?: string }) {
  const fields = typeof request === 'object' && request !== null ? Object.entries(request) : [];
  if (fields.length === 0) return <Quiet>{NO_VALUE}</Quiet>;
  return (
    <Box role="group" tabIndex={0} aria-label={label} sx={{ maxHeight: '24rem', overflow: 'auto' }}>
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

/** Codes of attempts that a service did answer. */
const ANSWERED = ['vendors.refused', 'vendors.broken_output', 'internal'];

/** All attempts of a failed run, by service and error, folded under their number. @param value the list as stored */
export function Tried({ value }: { readonly value: string }) {
  const tries = triesIn(value);
  if (tries.length === 0) return null;
  return (
    <Fold
      title={
        tries.some(({ code }) => ANSWERED.includes(code))
          ? t('{n, plural, one {# attempt, no usable answer} other {# attempts, no usable answer}}', { n: tries.length })
          : t('{n, plural, one {# attempt, not answered} other {# attempts, none answered}}', { n: tries.length })
      }
    >
      <ul aria-label={t('All attempts')}>
        {tries.map(({ service, code, at, hint }, index) => (
          <li key={index} lang="en">
            {at !== '' && <Quiet>{formatLogTime(at)} </Quiet>}
            {service === null ? NO_VALUE : serviceName(service)}: {code} {hint && <Quiet>{hint}</Quiet>}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function triesIn(value: string): readonly Try[] {
  try {
    const tries: unknown = JSON.parse(value);
    return Array.isArray(tries) ? (tries as Try[]) : [];
  } catch {
    return [];
  }
}
