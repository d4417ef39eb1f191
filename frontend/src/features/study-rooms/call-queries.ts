import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { listStudyRooms, readStudyRoom, type iceServerSchema } from '#contract/study-rooms/study-rooms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

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

export const oneStudyRoom = (userId: string, roomId: string, isPolling: boolean) =>
  queryOptions({
    queryKey: [...studyKey(userId), 'room', roomId],
    queryFn: ({ signal }) => call(readStudyRoom, { params: { room_id: roomId }, signal }),
    refetchInterval: isPolling ? POLL_MS : REFRESH_MS,
  });
