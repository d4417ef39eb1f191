import { useQuery, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, type KeyboardEvent, useState } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { connectUsers, listConnections } from '#contract/people/people.contract.ts';
import { type NearbyLearner, deleteLocation, rateLocation, STARS, type StudyLocation } from '#contract/places/places.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, failureText, errorText } from '#frontend/lib/api-error.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { EventCard } from './event-card.tsx';
import { YOU, type Found } from './near-markers.ts';
import { Note } from './note.tsx';
import { distanceWord, listWord, directionsTo, ratingWord, sampleWord } from './place-words.ts';
import { oneEventQuery, placesKey } from './places-queries.ts';

interface SelectedPlaceProps {
  readonly userId: string;
  readonly selected: string | null;
  readonly found: Found;
  readonly onClose: () => void;
}

/** The details of the clicked marker or row, or of an event in the URL, even one far away. */
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
        <LocationCard userId={userId} location={location} onDeleted={onClose} />
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
  if (!event && error) return <ErrorState title={t('The event could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!event) return <LoadingState label={t('Loading the event')} rows={4} />;
  return (
    <NearPopup title={event.title} onClose={onClose}>
      <EventCard userId={userId} event={{ ...event, distance_km: near?.distance_km ?? event.distance_km }} />
    </NearPopup>
  );
}

/** LOC-10: the shared details of a learner who agreed to be found. @param connect the button that requests a connection */
function LearnerCard({ learner, connect }: { readonly learner: NearbyLearner; readonly connect: ReactNode }) {
  const { common_interests: common, subjects } = learner;
  return (
    <>
      <Note>
        <MetaLine facts={[listWord(learner.status), distanceWord(learner.distance_km)]} />
      </Note>
      {subjects.length > 0 && (
        <Note>
          {t('Studies')}: <span dir="auto">{formatList(subjects)}</span>
        </Note>
      )}
      {common.length > 0 && (
        <Note>
          {t('You both study')}: <span dir="auto">{formatList(common)}</span>
        </Note>
      )}
      <Note>
        {t('{n, plural, one {# lesson completed} other {# lessons completed}}', { n: learner.study_sessions_completed })} ·{' '}
        {t('{n, plural, one {# point} other {# points}}', { n: learner.reputation_score })}
      </Note>
      {learner.bio && (
        <p dir="auto" style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {learner.bio}
        </p>
      )}
      <ActionRow>
        {connect}
        <ReportButton type="profile" id={learner.user_id} about={learner.name} />
      </ActionRow>
    </>
  );
}

interface NearPopupProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The details of a clicked marker (LOC-04), below the map, so that they cover nothing. They take the focus; Escape closes them and returns
 * it.
 */
function NearPopup({ title, onClose, children }: NearPopupProps) {
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (!card.current?.contains(document.activeElement)) opener.current = document.activeElement;
    heading.current?.focus();
  }, [title]);
  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // keys pressed in a dialog opened from here bubble through React's tree
    if (key === 'Escape' && target instanceof Node && card.current?.contains(target)) close();
  };
  return (
    <Card
      component="section"
      ref={card}
      aria-label={title}
      onKeyDown={onKeyDown}
      sx={{ display: 'grid', gap: 1, justifyItems: 'start', marginBlock: 1.5, padding: 2 }}
    >
      <Typography variant="h3" ref={heading} tabIndex={-1} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
      <Button color="inherit" size="small" onClick={close}>
        {t('Close')}
      </Button>
    </Card>
  );
}

const connectionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...placesKey(userId), 'connections'],
    queryFn: ({ signal }) => call(listConnections, { params: { user_id: userId }, signal }),
  });

interface ConnectButtonProps {
  readonly userId: string;
  readonly personId: string;
}

/** LOC-14, G49: requests a connection. The label changes to 'Connected' at once, and the actual state is shown beside it. */
function ConnectButton({ userId, personId }: ConnectButtonProps) {
  const cache = useQueryClient();
  const { data } = useQuery(connectionsQuery(userId));
  const connect = useAction({
    mutationFn: () => call(connectUsers, { query: { user1_id: userId, user2_id: personId }, fallback: t('Failed to connect with user') }),
    onSuccess: () => toast('success', t('Connection request sent!')),
    onError: (error) =>
      toast(
        'error',
        error instanceof ApiError && error.status === 401
          ? t('Please log in to connect with users')
          : failureText(error, t('Failed to connect with user')),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: placesKey(userId) }),
  });
  const known = data?.connections.find(({ user_id: id }) => id === personId)?.state;
  const state = connect.data?.state ?? known;
  const isAsked = state === 'requested' || state === 'accepted';
  return (
    <>
      <Button
        variant="contained"
        size="small"
        disabled={isAsked || data === undefined}
        aria-busy={connect.isPending}
        onClick={() => connect.mutate()}
      >
        {isAsked ? t('Connected') : t('Connect')}
      </Button>
      {state === 'requested' && <Note role="status">{t('request sent')}</Note>}
      {state === 'asked' && <Note>{t('would like to connect')}</Note>}
    </>
  );
}

interface LocationCardProps {
  readonly userId: string;
  readonly location: StudyLocation;
  readonly onDeleted: () => void;
}

/** LOC-13: the details of a study place, directions, and the reader's rating. */
export function LocationCard({ userId, location, onDeleted }: LocationCardProps) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const params = { location_id: location.location_id };
  const onSettled = () => cache.invalidateQueries({ queryKey: placesKey(userId) });
  const onError = (error: Error) => toast('error', errorText(error, t('That did not work. Please try again.')));
  const rate = useAction({ mutationFn: (stars: number) => call(rateLocation, { params, body: { stars } }), onSettled, onError });
  const remove = useAction({
    mutationFn: () => call(deleteLocation, { params }),
    onSuccess: onDeleted,
    onSettled: () => {
      setAsking(false);
      return onSettled();
    },
    onError,
  });
  return (
    <>
      <Note>
        <MetaLine
          facts={[
            listWord(location.type),
            ratingWord(location),
            location.distance_km !== null && distanceWord(location.distance_km),
            location.is_sample && sampleWord(),
          ]}
        />
      </Note>
      <Note dir="auto">{location.address}</Note>
      <Note>
        {t('Hours')}: <span dir="auto">{listWord(location.hours)}</span>
      </Note>
      {location.amenities.length > 0 && <Note>{formatList(location.amenities.map(listWord))}</Note>}
      {location.description && (
        <p dir="auto" style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {location.description}
        </p>
      )}
      <ActionRow>
        {!location.is_sample && (
          <Button
            component="a"
            nativeButton={false}
            role={undefined}
            variant="contained"
            size="small"
            href={directionsTo(location.address)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('Get Directions')}
          </Button>
        )}
        {location.is_mine ? (
          <Button color="inherit" size="small" onClick={() => setAsking(true)}>
            {t('Delete')}
          </Button>
        ) : (
          <>
            <SelectField
              label={t('Your rating')}
              value={String(location.my_rating ?? '')}
              onChange={(event) => event.target.value && rate.mutate(Number(event.target.value))}
              options={[
                { value: '', label: t('Not rated yet') },
                ...STARS.map((stars) => ({ value: String(stars), label: t('{n} of 5', { n: stars }) })),
              ]}
            />
            <ReportButton type="place" id={location.location_id} about={location.name} />
          </>
        )}
        {isAsking && (
          <ConfirmDialog
            title={t('Delete this study spot?')}
            act={t('Delete')}
            keep={t('Keep')}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate()}
            onClose={() => setAsking(false)}
          >
            <p>{t('Its ratings are deleted too. This cannot be undone.')}</p>
          </ConfirmDialog>
        )}
      </ActionRow>
    </>
  );
}
