import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { joinStudyRoom, listStudyRooms, STUDY_RENEW_MS, type iceServerSchema } from '#contract/study-rooms/study-rooms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { isFinalRefusal } from '#frontend/lib/polling/poll.ts';

export type IceServer = z.infer<typeof iceServerSchema>;

/** Query key of all study rooms of a user. */
export const studyKey = (userId: string) => ['study-rooms', userId] as const;

const POLL_MS = 5_000;
const REFRESH_MS = 30_000;

export const studyRooms = (userId: string, isPolling: boolean) =>
  queryOptions({
    queryKey: [...studyKey(userId), 'all'],
    queryFn: ({ signal }) => call(listStudyRooms, { signal }),
    refetchInterval: isPolling ? POLL_MS : REFRESH_MS,
  });

/** A seat in a room, renewed as long as it is polled; each answer lists the participants. */
export const studySeat = (userId: string, roomId: string) =>
  queryOptions({
    queryKey: [...studyKey(userId), 'seat', roomId],
    queryFn: ({ signal }) => call(joinStudyRoom, { params: { room_id: roomId }, body: {}, signal }),
    // A refused user does not join automatically when a seat becomes free, but requests one again.
    refetchInterval: ({ state }) => (isFinalRefusal(state.error) ? false : STUDY_RENEW_MS),
    refetchIntervalInBackground: true,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // a returning user requests a new seat
    gcTime: 0,
  });
