import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useInfiniteQuery, infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import {
  type AlarmAct,
  type BillingAlarm,
  acknowledgeBillingAlarm,
  actOnBillingAlarm,
  listBillingAlarms,
} from '#contract/billing/alarms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatStamp, formatCents } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FilterChips } from '#frontend/ui/fields/filter-chips.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { alarmActWord, alarmDoneWord, alarmWord } from './alarm-words.ts';
import { ConsoleTable, Mark, Quiet, type Column } from './parts/console-table.tsx';

interface AlarmListProps {
  readonly state: AlarmState;
  readonly onState: (state: AlarmState) => void;
}

const columns = (state: AlarmState): Column<BillingAlarm>[] => [
  {
    id: 'what',
    name: t('What'),
    cell: ({ kind, due_at: due }) => (
      <>
        {due !== null && state === 'open' && <Mark>{t('by {time}', { time: formatStamp(due) })}</Mark>} {alarmWord(kind)}
      </>
    ),
  },
  { id: 'of', name: t('Recipient and amount'), cell: (alarm) => <Facts alarm={alarm} /> },
  { id: 'time', name: t('Time'), isWhole: true, cell: ({ at }) => formatStamp(at) },
  state === 'open'
    ? { id: 'act', name: t('Act'), isAct: true, cell: (alarm) => <Acts alarm={alarm} /> }
    : { id: 'outcome', name: t('Outcome'), cell: outcomeWord },
];

function Facts({ alarm }: { readonly alarm: BillingAlarm }) {
  const { kind, payment, detail, stripe_url: address } = alarm;
  const [party, reason] = [alarmParty(alarm), alarmReason(alarm)];
  const asked = detail['amount_cents'];
  return (
    <>
      {party.length > 0 && (
        <MetaLine
          facts={party.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        />
      )}
      {payment !== null && typeof asked === 'number' && payment.amount_cents !== asked && (
        <Box component="span" sx={{ display: 'block' }}>
          {t('received {received} of {asked}', { received: formatCents(payment.amount_cents), asked: formatCents(asked) })}
        </Box>
      )}
      {reason !== '' && (
        <Box component="span" lang="en" dir="auto" sx={{ display: 'block' }}>
          {reason}
        </Box>
      )}
      <Quiet variant="caption" sx={{ display: 'block' }}>
        <bdi lang="en">{alarm.subject}</bdi>
        {address !== null && (
          <>
            {' · '}
            <Link href={address} target="_blank" rel="noreferrer">
              {kind === 'payment.disputed' ? t('Submit evidence at Stripe') : t('Open at Stripe')}
            </Link>
          </>
        )}
      </Quiet>
    </>
  );
}

function outcomeWord({ settled, act, acknowledged_by: by }: BillingAlarm): string {
  if (settled) return t('Settled automatically');
  const who = by ?? t('a former member');
  return act === null ? t('Reviewed by {who}', { who }) : t('{done} by {who}', { done: alarmDoneWord(act), who });
}

/** Payment alarms that need an operator, and on request the acknowledged ones. */
export function AlarmList({ state, onState }: AlarmListProps) {
  const pages = useInfiniteQuery(alarmPages(state));
  return (
    <>
      <FilterChips
        label={t('Which')}
        value={state}
        options={[
          { value: 'open', label: t('Waiting') },
          { value: 'acknowledged', label: t('Reviewed') },
        ]}
        onChange={onState}
      />
      <PagedList
        pages={pages}
        rowsOf={(page) => page.alarms}
        failed={t('The alarms could not be loaded')}
        loading={t('Loading the alarms')}
        placeholders={3}
        empty={
          <EmptyState
            subject={state === 'open' ? 'done' : 'records'}
            title={state === 'open' ? t('Nothing is waiting for you') : t('No reviewed alarms yet')}
          />
        }
      >
        {(alarms, list) => (
          <ConsoleTable
            label={t('Payment alarms')}
            columns={columns(state)}
            rows={alarms}
            keyOf={(alarm) => alarm.alarm_id}
            list={list}
            keep="alarms"
            isAlone
          />
        )}
      </PagedList>
    </>
  );
}

/** The available actions on an alarm, each with a confirmation that explains its effect, and a button to acknowledge it. */
function Acts({ alarm }: { readonly alarm: BillingAlarm }) {
  const [asked, setAsked] = useState<AlarmAct | null>(null);
  const { mutate, isPending } = useAct(() => setAsked(null));
  const about = <VisuallyHidden> {[...alarmParty(alarm), alarm.subject].filter(Boolean).join(' · ')}</VisuallyHidden>;
  return (
    <>
      {alarm.acts.map((act) => (
        <Button key={act} size="small" onClick={() => setAsked(act)}>
          {alarmActWord(act)}
          {about}
        </Button>
      ))}
      <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate({ alarmId: alarm.alarm_id, act: null })}>
        {t('Mark as reviewed')}
        {about}
      </Button>
      {asked !== null && (
        <ConfirmDialog
          title={alarmActWord(asked)}
          act={alarmActWord(asked)}
          keep={t('Cancel')}
          isDestructive={asked === 'refund'}
          isPending={isPending}
          onConfirm={() => mutate({ alarmId: alarm.alarm_id, act: asked })}
          onClose={() => setAsked(null)}
        >
          <p>{meaningOf(asked, alarm)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The effect of an action, with the amounts. */
function meaningOf(act: AlarmAct, { account, payment }: BillingAlarm): string {
  const who = account?.email ?? t('the buyer');
  const sum = formatCents(payment?.amount_cents ?? 0);
  return {
    refund: t('{sum} is refunded to {who}, who is notified by email. The order is not delivered.', {
      sum: formatCents(payment?.left_cents ?? 0),
      who,
    }),
    accept: t('{who} gets the order for {sum}. This becomes its price, for the seller too.', { who, sum }),
    give: t('{who} gets the order. We received {sum} for it.', { who, sum }),
    retry: t('The event will be processed again immediately. If it fails again, a new alarm will be raised.'),
  }[act];
}

export type AlarmState = 'open' | 'acknowledged';

/** Payment alarms for operators; alarms with a due date come first. New ones may appear at any time. */
const alarmPages = (state: AlarmState) =>
  infiniteQueryOptions({
    queryKey: ['billing-alarms', state],
    queryFn: ({ pageParam, signal }) =>
      call(listBillingAlarms, { query: { state, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchOnWindowFocus: true,
  });

/** Carries out an action on an alarm, or only acknowledges it. The alarm then moves to the other list. */
function useAct(onDone: () => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: ({ alarmId, act }: { readonly alarmId: string; readonly act: AlarmAct | null }) =>
      act === null
        ? call(acknowledgeBillingAlarm, { params: { alarm_id: alarmId } })
        : call(actOnBillingAlarm, { params: { alarm_id: alarmId }, body: { act } }),
    onSuccess: async () => {
      onDone();
      await Promise.all(
        [['billing-alarms'], ['operator', 'alerts'], ['operator', 'state']].map((queryKey) => cache.invalidateQueries({ queryKey })),
      );
    },
    onError: (error, { act }) =>
      toast('error', errorText(error, act === null ? t('The alarm could not be acknowledged.') : t('The alarm could not be resolved.'))),
  });
}

/** The person an alarm is about and the amount, as far as it has them. */
const alarmParty = ({ account, detail: { amount_cents: cents } }: BillingAlarm): readonly string[] => [
  ...(account?.email ? [account.email] : []),
  ...(typeof cents === 'number' ? [formatCents(cents)] : []),
];

/** Reasons from Stripe and the log, on one line. */
const alarmReason = ({ detail }: BillingAlarm): string =>
  Object.entries(detail)
    .flatMap(([name, value]) => (name === 'amount_cents' || value === '' ? [] : [value]))
    .join(' · ');
