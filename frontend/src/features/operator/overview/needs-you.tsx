import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Need } from '#contract/operator/console.contract.ts';
import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { batchWord } from '#frontend/lib/batches/batch-words.ts';
import { formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { reportReasonWord } from '../report-words.ts';
import { alertSectionName, alertWords, causeOf } from './alert-words.ts';
import { consoleState } from './overview-queries.ts';

/** Everything that waits for a person: first the open alerts, then other tasks. Each links directly to where it can be resolved. */
export function NeedsYou({ alerts }: { readonly alerts: readonly OperatorAlert[] }) {
  const { data } = useQuery(consoleState());
  const needs = data?.needs ?? [];
  if (alerts.length + needs.length === 0) return null;
  return (
    <Stack component="section" aria-label={t('Needs you')} sx={{ gap: 1, marginBlockEnd: 2 }}>
      {alerts.map((alert) => (
        <OpenAlert key={alert.id} alert={alert} />
      ))}
      {needs.map((need) => (
        <Waiting key={`${need.kind} ${need.id}`} need={need} />
      ))}
    </Stack>
  );
}

function OpenAlert({ alert }: { readonly alert: OperatorAlert }) {
  const { what, limit, section } = alertWords(alert);
  const find = causeOf(alert);
  return (
    <Alert role="status" severity={alert.severity === 'critical' ? 'error' : 'warning'}>
      <b>{what}</b>
      {limit !== null && ` · ${t('limit {limit}', { limit })}`}
      {` · ${t('since {time}', { time: formatStamp(alert.opened_at) })} · `}
      <TextLink to="/operator/$section" params={{ section }} search={find === undefined ? {} : { find }}>
        {alertSectionName(section)}
      </TextLink>
    </Alert>
  );
}

function Waiting({ need }: { readonly need: Need }) {
  return (
    <Alert role="status" severity="info">
      <Place need={need}>
        <bdi>
          <FormulaText text={need.name} dir="rtl" />
        </bdi>
      </Place>
      {` · ${needWords(need)}`}
    </Alert>
  );
}

/** The link to where it can be resolved. */
function Place({ need: { kind, id }, children }: { readonly need: Need; readonly children: ReactNode }) {
  if (kind === 'report')
    return (
      <TextLink to="/operator/$section" params={{ section: 'market' }}>
        {children}
      </TextLink>
    );
  return (
    <TextLink to="/operator/$section/$id" params={{ section: kind === 'batch' ? 'batches' : 'compare', id }}>
      {children}
    </TextLink>
  );
}

/** Why it waits. */
function needWords({ kind, reason }: Need): string {
  if (kind === 'comparison') return t('a comparison with missing lessons or verdicts because services failed');
  if (kind === 'report') return t('a reported course: {why}', { why: reportReasonWord(reason) });
  return t('a batch · {state}', { state: batchWord({ state: reason === null ? 'review' : 'paused', paused_for: reason }) });
}
