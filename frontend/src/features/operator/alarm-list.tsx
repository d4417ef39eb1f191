import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { alarmPages, useAcknowledge, type AlarmState } from './alarm-queries.ts';
import { alarmFacts, alarmWord } from './alarm-words.ts';

const Main = styled('span')({ flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' });
const Facts = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));

interface AlarmListProps {
  readonly state: AlarmState;
  readonly onState: (state: AlarmState) => void;
}

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
        empty={<p>{state === 'open' ? t('Nothing is waiting for you.') : t('None yet.')}</p>}
      >
        {(alarms, list) => (
          <Rows ref={list}>
            {alarms.map((alarm) => (
              <AlarmRow key={alarm.alarm_id} alarm={alarm} />
            ))}
          </Rows>
        )}
      </PagedList>
    </RuledSection>
  );
}

function AlarmRow({ alarm }: { readonly alarm: BillingAlarm }) {
  const { mutate, isPending } = useAcknowledge();
  const { alarm_id: id, kind, at, acknowledged_at: lookedAt, acknowledged_by: by, settled } = alarm;
  const facts = alarmFacts(alarm);
  return (
    <MarginRow as="li" state={lookedAt === null ? 'failed' : 'done'}>
      <Main>
        {alarmWord(kind)}
        <Facts>
          <bdi lang="en">{facts}</bdi>
        </Facts>
        <Facts>
          {formatWhen(at)}
          {lookedAt !== null && ` · ${settled ? t('Settled automatically') : t('Reviewed by {who}', { who: by ?? t('a former member') })}`}
        </Facts>
      </Main>
      {lookedAt === null && (
        <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate(id)}>
          {t('Mark as reviewed')}
          <VisuallyHidden> {facts}</VisuallyHidden>
        </Button>
      )}
    </MarginRow>
  );
}
