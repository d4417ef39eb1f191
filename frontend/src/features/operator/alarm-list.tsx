import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { alarmPages, useAcknowledge, type AlarmState } from './alarm-queries.ts';
import { alarmParty, alarmReason, alarmWord } from './alarm-words.ts';
import { ConsoleTable, Quiet, type Column } from './parts/console-table.tsx';

interface AlarmListProps {
  readonly state: AlarmState;
  readonly onState: (state: AlarmState) => void;
}

const columns = (state: AlarmState): Column<BillingAlarm>[] => [
  { id: 'what', name: t('What'), cell: ({ kind }) => alarmWord(kind) },
  { id: 'of', name: t('Who and how much'), cell: (alarm) => <Facts alarm={alarm} /> },
  { id: 'time', name: t('Time'), isWhole: true, cell: ({ at }) => formatWhen(at) },
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
