import { queryOptions } from '@tanstack/react-query';
import {
  listChatMessages,
  listChatRooms,
  listOnlineUsers,
  listTypingUsers,
  POLL_ONLINE_USERS_MS,
  POLL_TYPING_MS,
} from '#contract/chat/chat.contract.ts';
import { listMutes } from '#contract/people/people.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';

/** Query key of everything about a user's chats. */
export const chatKey = (userId: string) => ['chat', userId] as const;

/**
 * Interval for refetching the online users beside the socket, which reports changes at once: a crashed server does not report its users'
 * disconnections.
 */
const ONLINE_REFRESH_MS = 60_000;
const ROOMS_REFRESH_MS = 60_000;

export const chatRooms = (userId: string, isPolling: boolean) =>
  queryOptions({
    queryKey: [...chatKey(userId), 'rooms'],
    queryFn: ({ signal }) => call(listChatRooms, { signal }),
    refetchInterval: isPolling ? POLL_ONLINE_USERS_MS : ROOMS_REFRESH_MS,
  });

/** CHAT-12: every 8 s without a socket. */
export const onlineUsers = (userId: string, isPolling: boolean) =>
  queryOptions({
    queryKey: [...chatKey(userId), 'online'],
    queryFn: ({ signal }) => call(listOnlineUsers, { signal }),
    refetchInterval: isPolling ? POLL_ONLINE_USERS_MS : ONLINE_REFRESH_MS,
  });

/** CHAT-12: every 2 s without a socket, else never. */
export const typingUsers = (userId: string, roomId: string, isPolling: boolean) =>
  queryOptions({
    queryKey: [...chatKey(userId), 'typing', roomId],
    queryFn: ({ signal }) => call(listTypingUsers, { query: { room_id: roomId }, signal }),
    enabled: isPolling,
    refetchInterval: isPolling ? POLL_TYPING_MS : false,
  });

/** Ids of the users muted by the reader. */
export const mutedPeople = (userId: string) =>
  queryOptions({
    queryKey: [...chatKey(userId), 'muted'],
    queryFn: async ({ signal }) => new Set((await call(listMutes, { signal })).muted.map(({ user_id: id }) => id)),
  });

export const loadFailed = () => t('Failed to load messages. Please try again.');
export const sendFailed = () => t('Failed to send message');

export const fetchMessages = (roomId: string, which: { before?: number; after?: number; limit?: number }, signal?: AbortSignal) =>
  call(listChatMessages, { query: { room_id: roomId, ...which }, fallback: loadFailed(), ...(signal && { signal }) });
