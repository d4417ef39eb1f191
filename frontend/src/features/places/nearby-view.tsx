import { useCallback, useMemo, useState, lazy, Suspense, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { ErrorBoundary } from 'react-error-boundary';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { Position } from '#contract/places/grid.ts';
import { PANEL, ZOOM, type placesStanding, type MapSettings } from '#contract/places/places.contract.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { EventForm } from './event-form.tsx';
import { LocationForm } from './location-form.tsx';
import type { MapView, MapProps } from './map/map-props.ts';
import { RingsMap } from './map/rings-map.tsx';
import { bearingOf, RINGS_ZOOM } from './map/rings-math.ts';
import { MyEvents } from './my-events.tsx';
import { markersOf } from './near-markers.ts';
import type { NearbyHubProps } from './nearby-hub.tsx';
import { PlaceFilters } from './place-filters.tsx';
import { PlacePanel } from './place-panel.tsx';
import { Note } from './note.tsx';
import { eventWhen, ratingWord } from './place-words.ts';
import { eventsQuery, learnersQuery, locationsQuery } from './places-queries.ts';
import { SelectedPlace } from './selected-place.tsx';
import { SharingPanel } from './sharing-panel.tsx';
import type { Located } from './use-position.ts';

interface NearbyViewProps extends NearbyHubProps {
  readonly standing: AnswerOf<typeof placesStanding>;
  readonly located: Located;
  readonly position: Position;
  /** False for the map's default centre, which is not the user's position. */
  readonly isHere: boolean;
  readonly onLocate: () => void;
}

/** Filters, lists, map and the selected result. */
export function NearbyView({ userId, shown, onShow, eventId, onEvent, standing, located, position, isHere, onLocate }: NearbyViewProps) {
  const isFound = standing.sharing !== null;
  const learners = useQuery({ ...learnersQuery(userId, position), enabled: isFound });
  const events = useQuery(eventsQuery(userId, position));
  const locations = useQuery(locationsQuery(userId, position));
  const [view, setView] = useState<MapView>({ center: position, zoom: ZOOM.usual });
  const [centred, setCentred] = useState(position);
  if (centred !== position) {
    setCentred(position);
    setView((old) => ({ ...old, center: position }));
  }
  const [problem, setProblem] = useState<ReactNode>(null);
  const [other, setOther] = useState<string | null>(null);
  const [form, setForm] = useState<'event' | 'location' | null>(null);
  const selected = eventId ?? other;
  const found = useMemo(
    () => ({
      learners: (isFound && learners.data?.nearby_learners) || [],
      events: events.data?.local_events ?? [],
      locations: locations.data?.study_locations ?? [],
    }),
    [isFound, learners.data, events.data, locations.data],
  );
  const markers = useMemo(() => markersOf(found, shown, isHere ? position : null), [found, shown, position, isHere]);
  const { events: foundEvents } = found;
  const select = useCallback(
    (id: string | null) => {
      const isEvent = foundEvents.some(({ event_id: one }) => one === id);
      setOther(isEvent ? null : id);
      onEvent(isEvent && id !== null ? id : undefined);
    },
    [foundEvents, onEvent],
  );
  const onZoom = useCallback((zoom: number) => setView((old) => (old.zoom === zoom ? old : { ...old, zoom })), []);
  const counts = {
    learners: isFound ? (learners.data?.total ?? null) : null,
    events: events.data?.total ?? null,
    locations: locations.data?.total ?? null,
  };
  const known = Object.values(counts).filter((count) => count !== null);
  const all = known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
  const panel = { selected, onSelect: select };
  const away = (km: number | null, at: Position) => ({ km, bearing: bearingOf(position, at) });
  const lists = (
    <>
      {(shown === 'all' || shown === 'learners') &&
        (isFound ? (
          <PlacePanel
            {...panel}
            title={t('Nearby Learners')}
            most={PANEL.learners}
            rows={learners.data?.nearby_learners.map((learner) => ({
              id: learner.user_id,
              name: learner.name,
              lines: learner.subjects.length === 0 ? [] : [formatList(learner.subjects)],
              picture: <Face name={learner.name} userId={learner.user_id} />,
              ...away(learner.distance_km, learner),
            }))}
            total={learners.data?.total ?? 0}
            error={learners.data ? null : learners.error}
            onRetry={() => void learners.refetch()}
            empty={t('No one within 10 km shares their location yet.')}
          />
        ) : null)}
      {(shown === 'all' || shown === 'events') && (
        <PlacePanel
          {...panel}
          title={t('Local Events')}
          most={PANEL.events}
          rows={events.data?.local_events.map((event) => ({
            id: event.event_id,
            name: event.title,
            lines: [eventWhen(event), event.location.name],
            ...away(event.distance_km, event),
          }))}
          total={events.data?.total ?? 0}
          error={events.data ? null : events.error}
          onRetry={() => void events.refetch()}
          empty={t('No events within 25 km yet. Organise the first one.')}
        />
      )}
      {(shown === 'all' || shown === 'locations') && (
        <PlacePanel
          {...panel}
          title={t('Study Spots')}
          most={PANEL.locations}
          rows={locations.data?.study_locations.map((location) => ({
            id: location.location_id,
            name: location.name,
            lines: [location.address, ratingWord(location)],
            ...away(location.distance_km, { latitude: location.coordinates.lat, longitude: location.coordinates.lng }),
          }))}
          total={locations.data?.total ?? 0}
          error={locations.data ? null : locations.error}
          onRetry={() => void locations.refetch()}
          empty={t('No places have been added within 5 km yet. Add the first one.')}
        />
      )}
    </>
  );
  // without streets the lists come first, and the rings are a small picture of them, below the selected result
  const isListFirst = standing.map.provider === 'rings' || problem !== null;
  const place = <SelectedPlace userId={userId} selected={selected} found={found} onClose={() => select(null)} />;
  const map = (
    <>
      {isListFirst && place}
      <NearMap
        settings={standing.map}
        problem={problem}
        onProblem={setProblem}
        view={view}
        markers={markers}
        selected={selected}
        onSelect={select}
        onZoom={onZoom}
        onRecenter={() => {
          onLocate();
          setView({ center: position, zoom: ZOOM.recenter });
        }}
      />
      {!isListFirst && place}
      {isHere && (
        <ActionRow>
          <Button variant="outlined" color="inherit" onClick={() => setForm('event')}>
            {t('Arrange an event')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => setForm('location')}>
            {t('Add a study spot')}
          </Button>
        </ActionRow>
      )}
    </>
  );
  const own = (
    <>
      {shown !== 'locations' && <MyEvents userId={userId} onSelect={onEvent} />}
      {/* the key remounts the panel after each new consent */}
      <SharingPanel
        key={standing.sharing?.shared_at ?? 'off'}
        userId={userId}
        sharing={standing.sharing}
        position={isHere ? position : null}
      />
    </>
  );
  return (
    <>
      <PlaceFilters shown={shown} onShow={onShow} counts={{ ...counts, all }} />
      <FormMessage message={located.problem ? { kind: 'error', text: located.problem } : null} />
      {!isHere && <Note>{t('Location access is off, so the map shows Greenwich.')}</Note>}
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' } }}>
        {isListFirst
          ? [
              <div key="lists">{lists}</div>,
              <div key="map">
                {map}
                {own}
              </div>,
            ]
          : [
              <div key="map">{map}</div>,
              <div key="lists">
                {lists}
                {own}
              </div>,
            ]}
      </Box>
      {form === 'event' && (
        <EventForm
          userId={userId}
          at={position}
          onClose={() => setForm(null)}
          onDone={({ event_id: id }) => {
            setForm(null);
            onEvent(id);
          }}
        />
      )}
      {form === 'location' && (
        <LocationForm
          userId={userId}
          at={position}
          onClose={() => setForm(null)}
          onDone={({ location_id: id }) => {
            setForm(null);
            setOther(id);
            onEvent(undefined);
          }}
        />
      )}
    </>
  );
}

const TilesMap = lazy(() => import('./map/tiles-map.tsx'));
const GoogleMap = lazy(() => import('./map/google-map.tsx'));

interface NearMapProps extends MapProps {
  readonly settings: MapSettings;
  /** Why the operator's map is not drawn; null if it is. */
  readonly problem: ReactNode;
  readonly onProblem: (problem: ReactNode) => void;
  readonly onRecenter: () => void;
}

/** The only map component: renders rings, a tile file, or Google, as the operator configured. Failures fall back to rings. */
function NearMap({ settings, problem, onProblem, onRecenter, ...map }: NearMapProps) {
  const fail = () =>
    onProblem(
      <FormMessage message={{ kind: 'error', text: t('The map could not be drawn. Distances and directions are shown instead.') }} />,
    );
  const rings = <RingsMap {...map} />;
  const { zoom } = map.view;
  return (
    <div>
      {problem !== null && <div role="alert">{problem}</div>}
      {settings.provider === 'rings' || problem !== null ? (
        rings
      ) : (
        <ErrorBoundary fallback={rings} onError={fail}>
          <Suspense fallback={<LoadingState label={t('Loading the map')} rows={8} />}>
            {settings.provider === 'tiles' ? (
              <TilesMap {...map} attribution={settings.attribution ?? ''} onFailure={fail} />
            ) : (
              <GoogleMap {...map} apiKey={settings.key ?? ''} onFailure={onProblem} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
      <ActionRow>
        <Button variant="outlined" color="inherit" size="small" onClick={onRecenter}>
          {t('Re-center')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          disabled={zoom >= RINGS_ZOOM.most}
          onClick={() => map.onZoom(zoom + 1)}
          aria-label={t('Zoom in')}
        >
          +
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          disabled={zoom <= RINGS_ZOOM.least}
          onClick={() => map.onZoom(zoom - 1)}
          aria-label={t('Zoom out')}
        >
          −
        </Button>
        {zoom !== ZOOM.usual && (
          <Button color="inherit" size="small" onClick={() => map.onZoom(ZOOM.usual)}>
            {t('Default zoom')}
          </Button>
        )}
      </ActionRow>
    </div>
  );
}
