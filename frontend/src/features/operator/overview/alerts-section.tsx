import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, BodyInputOf } from '#contract/platform/endpoint.ts';
import { ALERT_NOTE_MOST, noteAlert, type listAlerts, type OperatorAlert } from '#contract/operator/overview.contract.ts';
import type { Series } from '#contract/operator/series.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { RangeChoice, rangeWord, useRange } from '../charts/series-panels.tsx';
import { ConsoleTable, type Column, Mark, Quiet } from '../parts/console-table.tsx';
import { formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { alertSectionName, alertWords, causeOf, ruleName } from './alert-words.ts';
import { alerts, series } from './overview-queries.ts';

const ruleColumns = (): Column<AnswerOf<typeof listAlerts>['rules'][number]>[] => [
  { id: 'rule', name: t('Rule'), isWhole: true, cell: ({ name }) => ruleName(name) },
  { id: 'summary', name: t('Summary'), cell: ({ summary }) => <span lang="en">{summary}</span> },
  { id: 'name', name: t('Name in Prometheus'), isWhole: true, isExtra: true, cell: ({ name }) => <bdi lang="en">{name}</bdi> },
  { id: 'expression', name: t('Expression'), isExtra: true, cell: ({ expression }) => <code dir="ltr">{expression}</code> },
  { id: 'for', name: t('Must last for'), isFigure: true, cell: (rule) => (rule.for_s === 0 ? t('at once') : formatSeconds(rule.for_s)) },
];

/** The newest alerts, and the table of alert rules. */
export function AlertsSection() {
  const { data, error, refetch } = useQuery(alerts());
  const { data: past } = useQuery(series(useRange()));
  return (
    <ConsoleFrame
      title={t('Alerts')}
      subtitle={t('Every operator also gets each alert by email. Prometheus has the same rules.')}
      actions={<RangeChoice />}
    >
      {data ? (
        <>
          <Figures alerts={data.alerts} past={past} />
          <AlertTable label={t('Newest')} alerts={data.alerts} />
          <ConsoleTable label={t('Rules')} columns={ruleColumns()} rows={data.rules} keyOf={({ name }) => name} keep="rules" />
        </>
      ) : error ? (
        <ErrorState title={t('The alerts could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the alerts')} rows={4} />
      )}
    </ConsoleFrame>
  );
}

/** The number of firing alerts, and of past ones. */
function Figures({ alerts: all, past }: { readonly alerts: readonly OperatorAlert[]; readonly past: Series | undefined }) {
  const range = useRange();
  const open = all.filter(({ ended_at: ended }) => ended === null);
  const unowned = open.filter(({ owner }) => owner === null);
  const inRange = past?.marks.filter(({ kind }) => kind === 'alert') ?? [];
  const [first] = open.toSorted((one, other) => (one.opened_at < other.opened_at ? -1 : 1));
  const rules = [...Map.groupBy(inRange, ({ name }) => name)].toSorted(([, one], [, other]) => other.length - one.length);
  return (
    <StatSheet>
      <FigureCard
        name={t('Open now')}
        figure={open.length === 0 ? '0' : <Mark>{formatNumber(open.length)}</Mark>}
        note={first ? t('the oldest since {time}', { time: formatStamp(first.opened_at) }) : t('no open alerts')}
      />
      <FigureCard
        name={t('Unassigned')}
        figure={unowned.length === 0 ? '0' : <Mark>{formatNumber(unowned.length)}</Mark>}
        note={open.length === 0 ? t('none to take over') : t('of {n} open', { n: formatNumber(open.length) })}
      />
      <FigureCard
        name={t('In {range}', { range: rangeWord(range) })}
        figure={past ? formatNumber(inRange.length) : NO_VALUE}
        note={rules[0] ? t('most often: {rule}', { rule: ruleName(rules[0][0]) }) : t('no new alerts')}
      />
    </StatSheet>
  );
}

const columns = (mine: string): Column<OperatorAlert>[] => [
  {
    id: 'what',
    name: t('What'),
    cell: (alert) => (
      <>
        {alertWords(alert).what} <Cause alert={alert} />
      </>
    ),
  },
  {
    id: 'state',
    name: t('State'),
    cell: ({ ended_at: ended, severity }) =>
      ended === null ? (
        <Mark>{severity === 'critical' ? t('critical') : t('warning')}</Mark>
      ) : (
        <Quiet>{t('ended {time}', { time: formatStamp(ended) })}</Quiet>
      ),
  },
  { id: 'since', name: t('Since'), isWhole: true, cell: (alert) => formatStamp(alert.opened_at) },
  { id: 'limit', name: t('Limit'), isFigure: true, cell: (alert) => alertWords(alert).limit ?? NO_VALUE },
  { id: 'owner', name: t('Owner'), cell: (alert) => <Owner alert={alert} mine={mine} /> },
  { id: 'note', name: t('Note'), cell: (alert) => <Note alert={alert} /> },
];

/** The cause of an alert: a link to the runs behind it, or to the section with more details. */
function Cause({ alert }: { readonly alert: OperatorAlert }) {
  const { section } = alertWords(alert);
  if (section === 'alerts') return null;
  return (
    <TextLink to="/operator/$section" params={{ section }} search={{ find: causeOf(alert) }}>
      {alertSectionName(section)}
    </TextLink>
  );
}

function useNoteAlert(alertId: string, onDone: () => void = () => {}) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof noteAlert>) => call(noteAlert, { params: { alert_id: alertId }, body }),
    onSuccess: async () => {
      onDone();
      await Promise.all(['alerts', 'state'].map((what) => cache.invalidateQueries({ queryKey: ['operator', what] })));
    },
    onError: (error) => toast('error', errorText(error, t('The alert could not be changed.'))),
  });
}

/** The owner of an alert; one press takes or releases it. */
function Owner({ alert: { id, owner }, mine }: { readonly alert: OperatorAlert; readonly mine: string }) {
  const { mutate, isPending } = useNoteAlert(id);
  const isMine = owner?.user_id === mine;
  return (
    <>
      {owner && <bdi title={owner.email}>{isMine ? t('you') : owner.name || owner.email}</bdi>}{' '}
      <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate({ mine: !isMine })}>
        {isMine ? t('Release') : t('Take over')}
      </Button>
    </>
  );
}

/** The note on an alert, and its form. */
function Note({ alert: { id, note } }: { readonly alert: OperatorAlert }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(note);
  const { mutate, isPending } = useNoteAlert(id, () => setOpen(false));
  return (
    <>
      <Box component="span" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {note}
      </Box>{' '}
      <Button size="small" color="inherit" onClick={() => setOpen(true)}>
        {note === '' ? t('Add a note') : t('Change')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('Note')}
          act={t('Save')}
          keep={t('Cancel')}
          isDestructive={false}
          isPending={isPending}
          onConfirm={() => mutate({ note: text })}
          onClose={() => setOpen(false)}
        >
          <TextField
            label={t('Status and next steps')}
            multiline
            maxLength={ALERT_NOTE_MOST}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}

/** Firing and resolved alerts. */
function AlertTable({ label, alerts }: { readonly label: string; readonly alerts: readonly OperatorAlert[] }) {
  const { user_id: mine } = useUser();
  return <ConsoleTable label={label} columns={columns(mine)} rows={alerts} keyOf={({ id }) => id} empty={<Quiet>{t('None yet')}</Quiet>} />;
}
