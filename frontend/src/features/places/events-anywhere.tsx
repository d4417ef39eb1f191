import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { MyEvents } from './my-events.tsx';
import { PlacePanel } from './place-panel.tsx';
import { eventWhen } from './place-words.ts';
import { upcomingEventsQuery } from './places-queries.ts';
import { SelectedPlace } from './selected-place.tsx';

interface EventsAnywhereProps {
  readonly userId: string;
  readonly eventId: string | undefined;
  readonly onEvent: (eventId: string | undefined) => void;
}

/** Events without a map: for users whose location is off, but who may take part (PROF-04). */
export function EventsAnywhere({ userId, eventId, onEvent }: EventsAnywhereProps) {
  const { data, error, refetch } = useQuery(upcomingEventsQuery(userId));
  const found = { learners: [], events: data?.local_events ?? [], locations: [] };
  return (
    <>
      <SelectedPlace userId={userId} selected={eventId ?? null} found={found} onClose={() => onEvent(undefined)} />
      <PlacePanel
        title={t('Events everywhere')}
        most={SHOWN}
        rows={data?.local_events.map((event) => ({
          id: event.event_id,
          name: event.title,
          lines: [eventWhen(event), `${event.location.name}, ${event.location.address}`],
        }))}
        total={data?.total ?? 0}
        error={data ? null : error}
        onRetry={() => void refetch()}
        empty={t('No events are planned at the moment.')}
        selected={eventId ?? null}
        onSelect={(id) => onEvent(id ?? undefined)}
      />
      <MyEvents userId={userId} onSelect={onEvent} />
    </>
  );
}

const SHOWN = 10;
