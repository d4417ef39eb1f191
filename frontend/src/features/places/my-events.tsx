import { useQuery } from '@tanstack/react-query';
import type { LocalEvent } from '#contract/places/events.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { PlacePanel } from './place-panel.tsx';
import { eventWhen } from './place-words.ts';
import { myEventsQuery } from './places-queries.ts';

function standingWord({ attendance, is_mine: isMine, state }: LocalEvent): string {
  if (state === 'cancelled') return t('Cancelled');
  if (state === 'over') return t('Over');
  if (isMine) return t('You are the organiser');
  if (attendance?.state === 'joined') return t('You have a seat');
  return attendance?.state === 'waiting' ? t('On the waiting list') : t('To be paid');
}

/** The events that the user takes part in, wherever they are; renders nothing if there are none. */
export function MyEvents({ userId, onSelect }: { readonly userId: string; readonly onSelect: (eventId: string) => void }) {
  const { data, error, refetch } = useQuery(myEventsQuery(userId));
  if (data?.local_events.length === 0) return null;
  return (
    <PlacePanel
      title={t('My events')}
      most={3}
      rows={data?.local_events.map((event) => ({ id: event.event_id, name: event.title, lines: [eventWhen(event), standingWord(event)] }))}
      total={data?.local_events.length ?? 0}
      error={data ? null : error}
      onRetry={() => void refetch()}
      empty=""
      selected={null}
      onSelect={onSelect}
    />
  );
}
