import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { joinStudyRoom, listStudyRooms, STUDY_RENEW_MS, type iceServerSchema } from '#contract/study-rooms/study-rooms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { isFinalRefusal } from '#frontend/lib/polling/poll.ts';

export type IceServer = z.infer<typeof iceServerSchema>;

/** Everything about study rooms in the query cache. */
export const studyKey = (userId: string) => ['study-rooms', userId] as const;

const POLL_MS = 5_000;
const REFRESH_MS = 30_000;

export const studyRooms = (userId: string, isPolling: boolean) =>
  queryOptions({
    queryKey: [...studyKey(userId), 'all'],
    queryFn: ({ signal }) => call(listStudyRooms, { signal }),
    refetchInterval: isPolling ? POLL_MS : REFRESH_MS,
  });

/** A seat in a room, renewed as long as it is asked for; each answer says who is there. */
export const studySeat = (userId: string, roomId: string) =>
  queryOptions({
    queryKey: [...studyKey(userId), 'seat', roomId],
    queryFn: ({ signal }) => call(joinStudyRoom, { params: { room_id: roomId }, body: {}, signal }),
    // who was refused is not put into the call when a seat becomes free: they ask again themselves
    refetchInterval: ({ state }) => (isFinalRefusal(state.error) ? false : STUDY_RENEW_MS),
    refetchIntervalInBackground: true,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // whoever comes back takes the seat anew
    gcTime: 0,
  });
