import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useInfiniteQuery, infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { type BillingAlarm, acknowledgeBillingAlarm, listBillingAlarms, type AlarmKind } from '#contract/billing/alarms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatStamp, formatCents } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ConsoleTable, Quiet, type Column } from './parts/console-table.tsx';

interface AlarmListProps {
  readonly state: AlarmState;
  readonly onState: (state: AlarmState) => void;
}

const columns = (state: AlarmState): Column<BillingAlarm>[] => [
  { id: 'what', name: t('What'), cell: ({ kind }) => alarmWord(kind) },
  { id: 'of', name: t('Who and how much'), cell: (alarm) => <Facts alarm={alarm} /> },
  { id: 'time', name: t('Time'), isWhole: true, cell: ({ at }) => formatStamp(at) },
  state === 'open'
    ? { id: 'act', name: t('Act'), isAct: true, cell: (alarm) => <Acknowledge alarm={alarm} /> }
    : { id: 'outcome', name: t('Outcome'), cell: outcomeWord },
];

function Facts({ alarm }: { readonly alarm: BillingAlarm }) {
  const [party, reason, address] = [alarmParty(alarm), alarmReason(alarm), alarm.stripe_url];
  return (
    <>
      {party !== '' && <bdi>{party}</bdi>}
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
              {t('Open at Stripe')}
            </Link>
          </>
        )}
      </Quiet>
    </>
  );
}

const outcomeWord = ({ settled, acknowledged_by: by }: BillingAlarm): string =>
  settled ? t('Settled automatically') : t('Reviewed by {who}', { who: by ?? t('a former member') });

/** Payment alarms that need an operator, and the acknowledged ones on request. */
export function AlarmList({ state, onState }: AlarmListProps) {
  const pages = useInfiniteQuery(alarmPages(state));
  return (
    <RuledSection
      title={state === 'open' ? t('Waiting') : t('Reviewed')}
      aside={
        <Button size="small" color="inherit" onClick={() => onState(state === 'open' ? 'acknowledged' : 'open')}>
          {state === 'open' ? t('Show reviewed') : t('Show those that wait')}
        </Button>
      }
    >
      <Box sx={{ marginBlockStart: 2 }}>
        <PagedList
          pages={pages}
          rowsOf={(page) => page.alarms}
          failed={t('The alarms could not be loaded')}
          loading={t('Loading the alarms')}
          placeholders={3}
          empty={<EmptyState illustration="no-sales" title={state === 'open' ? t('Nothing is waiting for you.') : t('None yet.')} />}
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
      </Box>
    </RuledSection>
  );
}

function Acknowledge({ alarm }: { readonly alarm: BillingAlarm }) {
  const { mutate, isPending } = useAcknowledge();
  return (
    <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate(alarm.alarm_id)}>
      {t('Mark as reviewed')}
      <VisuallyHidden> {[alarmParty(alarm), alarm.subject].filter(Boolean).join(' · ')}</VisuallyHidden>
    </Button>
  );
}

export type AlarmState = 'open' | 'acknowledged';

/** Payment alarms, newest first; only for operators. New ones may appear at any time. */
const alarmPages = (state: AlarmState) =>
  infiniteQueryOptions({
    queryKey: ['billing-alarms', state],
    queryFn: ({ pageParam, signal }) =>
      call(listBillingAlarms, { query: { state, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchOnWindowFocus: true,
  });

/** Acknowledges an alarm: it moves to the other list. */
function useAcknowledge() {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (alarmId: string) => call(acknowledgeBillingAlarm, { params: { alarm_id: alarmId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['billing-alarms'] }),
    onError: (error) => toast('error', errorText(error, t('That could not be saved.'))),
  });
}

/** What has happened, and what to do about it. */
export const alarmWord = (kind: AlarmKind): string =>
  ({
    'order.review': t('An order was paid and nothing was given for it.'),
    'payout.shortfall': t('The Stripe balance is too low for a payout. It will be retried automatically.'),
    'payment.disputed': t('A bank disputes a payment. Submit evidence at Stripe.'),
    'dispute.lost': t('A dispute was lost. The bank has taken the money back.'),
    'refund.failed': t('A refund did not arrive. Return the money another way.'),
    'refund.late': t('Stripe has not given a refund for a day. It is asked again until it does.'),
    'event.dead': t('A Stripe event could not be handled and was given up.'),
    'event.other_mode': t('Stripe sends events of the other mode, test or live. They are refused.'),
    'subscription.unknown': t('Stripe charges a customer of ours for a plan that was not bought here.'),
    'plan.undecided': t('Stripe rejects a decision about a plan. Apply it there by hand.'),
    'price.differs': t('A price at Stripe is not that of the catalogue. It is not sold.'),
    'ledger.broken': t('The token ledger does not add up.'),
  })[kind];

/** Who it is about, and how much; empty where it is about nobody and no sum. */
const alarmParty = ({ account, detail: { amount_cents: cents } }: BillingAlarm): string =>
  [account?.email, typeof cents === 'number' ? formatCents(cents) : null].filter(Boolean).join(' · ');

/** Reasons from Stripe and the log, in one line. */
const alarmReason = ({ detail }: BillingAlarm): string =>
  Object.entries(detail)
    .flatMap(([name, value]) => (name === 'amount_cents' || value === '' ? [] : [value]))
    .join(' · ');
