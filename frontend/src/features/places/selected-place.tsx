import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConnectButton } from './connect-button.tsx';
import { EventCard } from './event-card.tsx';
import { LearnerCard } from './learner-card.tsx';
import { LocationCard } from './location-card.tsx';
import { YOU, type Found } from './near-markers.ts';
import { NearPopup } from './near-popup.tsx';
import { Note } from './note.tsx';
import { oneEventQuery } from './places-queries.ts';

interface SelectedPlaceProps {
  readonly userId: string;
  readonly selected: string | null;
  readonly found: Found;
  readonly onClose: () => void;
}

/** The details of the clicked marker or row; also of an event in the URL that is far away. */
export function SelectedPlace({ userId, selected, found, onClose }: SelectedPlaceProps) {
  if (selected === null) return null;
  if (selected === YOU)
    return (
      <NearPopup title={t('You are here')} onClose={onClose}>
        <Note>{t('Within 500 m: nothing finer is used.')}</Note>
      </NearPopup>
    );
  const learner = found.learners.find(({ user_id: id }) => id === selected);
  if (learner)
    return (
      <NearPopup title={learner.name} onClose={onClose}>
        <LearnerCard learner={learner} connect={<ConnectButton userId={userId} personId={learner.user_id} />} />
      </NearPopup>
    );
  const location = found.locations.find(({ location_id: id }) => id === selected);
  if (location)
    return (
      <NearPopup title={location.name} onClose={onClose}>
        <LocationCard userId={userId} location={location} />
      </NearPopup>
    );
  return <SelectedEvent userId={userId} eventId={selected} found={found} onClose={onClose} />;
}

interface SelectedEventProps extends Pick<SelectedPlaceProps, 'userId' | 'found' | 'onClose'> {
  readonly eventId: string;
}

function SelectedEvent({ userId, eventId, found, onClose }: SelectedEventProps) {
  const near = found.events.find(({ event_id: id }) => id === eventId);
  const { data, error, refetch } = useQuery(oneEventQuery(userId, eventId));
  const event = data?.event ?? near;
  if (!event && error) return <ErrorState title={t('This could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!event) return <LoadingState label={t('Loading the event')} rows={4} />;
  return (
    <NearPopup title={event.title} onClose={onClose}>
      <EventCard userId={userId} event={{ ...event, distance_km: near?.distance_km ?? event.distance_km }} />
    </NearPopup>
  );
}
