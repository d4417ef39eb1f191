import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Position } from '#contract/places/grid.ts';
import { USUAL_CENTRE } from '#contract/places/places.contract.ts';
import { agePage } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeNote, AgeReason } from '#frontend/ui/age/age-note.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { EnableLocation } from './enable-location.tsx';
import { EventsAnywhere } from './events-anywhere.tsx';
import { NearbyView } from './nearby-view.tsx';
import type { Shown } from './place-filters.tsx';
import { standingQuery } from './places-queries.ts';
import { usePosition } from './use-position.ts';

export interface NearbyHubProps {
  readonly userId: string;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  /** The event in the URL, wherever it takes place. */
  readonly eventId: string | undefined;
  readonly onEvent: (eventId: string | undefined) => void;
}

/** The Location-Based Learning Hub: learners, events and places nearby, once a user of age has shared a location; only events where location is off. */
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
        <EmptyState title={t('Location is off')}>
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
