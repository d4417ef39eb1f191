import { useRef } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ShowMore } from '#frontend/ui/show-more.tsx';
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
  const { data, error, refetch } = pages;
  const list = useRef<HTMLUListElement>(null);
  const alarms = data?.pages.flatMap((page) => page.alarms);
  return (
    <RuledSection
      title={state === 'open' ? t('Waiting') : t('Looked at')}
      aside={
        <Button size="small" color="inherit" onClick={() => onState(state === 'open' ? 'acknowledged' : 'open')}>
          {state === 'open' ? t('Show those looked at') : t('Show those that wait')}
        </Button>
      }
    >
      {alarms ? (
        alarms.length === 0 ? (
          <p>{state === 'open' ? t('Nothing waits for you.') : t('None yet.')}</p>
        ) : (
          <>
            <Rows ref={list}>
              {alarms.map((alarm) => (
                <AlarmRow key={alarm.alarm_id} alarm={alarm} />
              ))}
            </Rows>
            <ShowMore pages={pages} list={list} />
          </>
        )
      ) : error ? (
        <ErrorState title={t('The alarms could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the alarms')} rows={3} />
      )}
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
          {lookedAt !== null &&
            ` · ${settled ? t('Settled by itself') : t('Looked at by {who}', { who: by ?? t('somebody who has left') })}`}
        </Facts>
      </Main>
      {lookedAt === null && (
        <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate(id)}>
          {t('I have looked at it')}
          <VisuallyHidden> {facts}</VisuallyHidden>
        </Button>
      )}
    </MarginRow>
  );
}
