import { queryOptions } from '@tanstack/react-query';
import { getEvent, localEvents, myEvents } from '#contract/places/events.contract.ts';
import type { Position } from '#contract/places/grid.ts';
import { nearbyLearners, placesStanding, studyLocations } from '#contract/places/places.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Query key of everything about places. */
export const placesKey = (userId: string) => ['places', userId] as const;

export const standingQuery = (userId: string) =>
  queryOptions({ queryKey: [...placesKey(userId), 'standing'], queryFn: ({ signal }) => call(placesStanding, { signal }) });

const around = ({ latitude, longitude }: Position) => ({ latitude, longitude });

export const learnersQuery = (userId: string, at: Position) =>
  queryOptions({
    queryKey: [...placesKey(userId), 'learners', at],
    queryFn: ({ signal }) => call(nearbyLearners, { params: { user_id: userId }, query: around(at), signal }),
  });

export const eventsQuery = (userId: string, at: Position) =>
  queryOptions({
    queryKey: [...placesKey(userId), 'events', at],
    queryFn: ({ signal }) => call(localEvents, { query: around(at), signal }),
  });

/** Events everywhere, the next one first. */
export const upcomingEventsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...placesKey(userId), 'events', 'everywhere'],
    queryFn: ({ signal }) => call(localEvents, { query: {}, signal }),
  });

export const locationsQuery = (userId: string, at: Position) =>
  queryOptions({
    queryKey: [...placesKey(userId), 'locations', at],
    queryFn: ({ signal }) => call(studyLocations, { params: { user_id: userId }, query: around(at), signal }),
  });

export const oneEventQuery = (userId: string, eventId: string) =>
  queryOptions({
    queryKey: [...placesKey(userId), 'event', eventId],
    queryFn: ({ signal }) => call(getEvent, { params: { event_id: eventId }, signal }),
  });

export const myEventsQuery = (userId: string) =>
  queryOptions({ queryKey: [...placesKey(userId), 'mine'], queryFn: ({ signal }) => call(myEvents, { signal }) });
