import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import type { Position } from '#contract/places/grid.ts';
import { USUAL_CENTRE } from '#contract/places/places.contract.ts';
import { agePage } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { AgeNote, AgeReason } from '#frontend/ui/age/age-note.tsx';
import { FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { MyEvents } from './my-events.tsx';
import { NearbyView } from './nearby-view.tsx';
import type { Shown } from './place-filters.tsx';
import { PlacePanel } from './place-panel.tsx';
import { eventWhen } from './place-words.ts';
import { standingQuery, upcomingEventsQuery } from './places-queries.ts';
import { SelectedPlace } from './selected-place.tsx';
import { usePosition, type Located } from './use-position.ts';

export interface NearbyHubProps {
  readonly userId: string;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  /** The event in the URL, wherever it is. */
  readonly eventId: string | undefined;
  readonly onEvent: (eventId: string | undefined) => void;
}

/**
 * The Location-Based Learning Hub: learners, events and places nearby, once a user who is old enough has shared a location; only events if
 * location is off.
 */
export function NearbyHub(props: NearbyHubProps) {
  const { userId } = props;
  const { data: standing, error, refetch } = useQuery(standingQuery(userId));
  const { data: age } = useQuery(agePage(userId));
  const coaching = age?.rules.find(({ rule }) => rule === 'coaching')?.refusal;
  const [located, ask] = usePosition();
  const [kept, setKept] = useState<Position | null>(null);
  if (error && !standing) return <ErrorState title={t('The map could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!standing) return <LoadingState label={t('Loading the map')} rows={8} />;
  if (standing.location)
    return (
      <>
        <EmptyState subject="places" title={t('Location is off')}>
          <AgeReason refusal={standing.location} />
        </EmptyState>
        {coaching === null && <EventsAnywhere userId={userId} eventId={props.eventId} onEvent={props.onEvent} />}
        {coaching === 'age.parent_needed' && <AgeNote userId={userId} rule="coaching" />}
      </>
    );
  // after sharing ends, the last position stays in use
  const position = located.position ?? standing.sharing?.position ?? kept;
  if (position === null) return <EnableLocation located={located} onAsk={ask} onLookElsewhere={() => setKept(USUAL_CENTRE)} />;
  const isHere = position !== USUAL_CENTRE;
  if (kept !== position) setKept(position);
  return <NearbyView {...props} standing={standing} located={located} position={position} isHere={isHere} onLocate={ask} />;
}

interface EventsAnywhereProps {
  readonly userId: string;
  readonly eventId: string | undefined;
  readonly onEvent: (eventId: string | undefined) => void;
}

/** Events without a map, for users whose location is off but who can take part (PROF-04). */
function EventsAnywhere({ userId, eventId, onEvent }: EventsAnywhereProps) {
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

interface EnableLocationProps {
  readonly located: Located;
  readonly onAsk: () => void;
  /** Shows the map's default centre (LOC-02), without the user's position. */
  readonly onLookElsewhere: () => void;
}

/** LOC-05, LOC-19: the browser's permission is requested only after a click. */
function EnableLocation({ located, onAsk, onLookElsewhere }: EnableLocationProps) {
  const [isExplained, setExplained] = useState(false);
  return (
    <EmptyState
      subject="places"
      title={t('Enable Location Access')}
      actions={
        <>
          <Button variant="contained" aria-busy={located.isAsking} onClick={onAsk}>
            {t('Enable Location Services')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={onLookElsewhere}>
            {t('Explore Greenwich instead')}
          </Button>
          <Button color="inherit" onClick={() => setExplained(true)}>
            {t('How it works')}
          </Button>
        </>
      }
    >
      <p style={{ margin: '0 0 8px' }}>
        {t(
          'Your browser is asked where you are when you press the button, not before. Only the square of 500 m you are in is sent, and nothing is kept unless you agree to be found.',
        )}
      </p>
      {located.permission === 'denied' && <p style={{ margin: 0 }}>{t('Location access needed for nearby learners and events')}</p>}
      <FormMessage message={located.problem ? { kind: 'error', text: located.problem } : null} />
      {isExplained && (
        <FormDialog
          title={t('Location-Based Learning Hub')}
          onClose={() => setExplained(false)}
          actions={
            <Button
              variant="contained"
              onClick={() => {
                toast('info', t('Press Enable Location Services to see what is near you.'));
                setExplained(false);
              }}
            >
              {t('Explore Location Features')}
            </Button>
          }
        >
          <ul style={{ margin: 0 }}>
            <li>{t('Learners within 10 km who share their location, if you share yours too.')}</li>
            <li>{t('Events within 25 km: free ones, and ones with a fee.')}</li>
            <li>{t('Places to study within 5 km, added and rated by people.')}</li>
            <li>{t('Everyone’s location is shown only to within a 500 m square. Location is off for minors.')}</li>
          </ul>
        </FormDialog>
      )}
    </EmptyState>
  );
}
