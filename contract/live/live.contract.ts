import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { socketBody } from '#contract/platform/file-body.ts';
import { chatMessageSchema, onlineUserSchema } from '#contract/chat/chat-message.ts';

/** CHAT-11, CHAT-12: how a client keeps its socket, and what it does without one. Milliseconds. */
export const SOCKET_WAIT_MS = 5_000;
export const RECONNECT_BASE_MS = 1_000;
export const RECONNECT_ATTEMPTS = 5;
/** The server says that it is there at least this often; who hears nothing for twice as long opens the socket anew. */
export const HEARTBEAT_MS = 20_000;

/** Why the server closes a socket. Other codes: try again. */
export const SOCKET_CLOSED = {
  /** The session has ended: sign in. */
  revoked: 4401,
  /** It sent what is no message, or too many. */
  refused: 4400,
  /** It did not read what it was sent; what it missed is fetched. */
  slow: 4408,
  /** One person has too many sockets open. */
  full: 4429,
} as const;

/** The subprotocol, and how a ticket travels beside it: never in the address, which is logged. */
export const SOCKET_PROTOCOL = 'coursewright';
export const TICKET_PREFIX = 'ticket.';
export const TICKET_SECONDS = 30;

const userId = z.optional(z.string());
const roomId = z.optional(z.string());

/** What a client may say. Ids and names of the sender are ignored: the socket knows whose it is (G25). */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('typing_indicator'),
    user_id: userId,
    user_name: userId,
    is_typing: z.boolean(),
    /** The community's room when it is not named. */
    room_id: roomId,
  }),
  z.object({ type: z.literal('user_status'), status: z.enum(['active', 'other']) }),
  /** To one participant of a study room: an offer, an answer or a way to connect, as the browser made it. */
  z.object({ type: z.literal('signal'), room_id: z.uuid(), to: z.uuid(), data: z.string().check(z.maxLength(24_000)) }),
]);
export type ClientMessage = z.infer<typeof clientMessageSchema>;

export const serverMessageSchema = z.discriminatedUnion('type', [
  /** A message was written, or the one with this id was edited or deleted. */
  z.object({ type: z.literal('new_message'), room_id: z.string(), message: chatMessageSchema }),
  z.object({
    type: z.literal('typing_indicator'),
    room_id: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    is_typing: z.boolean(),
  }),
  z.object({
    type: z.literal('user_status'),
    user_id: z.string(),
    name: z.string(),
    status: z.enum(['active', 'typing', 'other', 'offline']),
    last_seen: z.string(),
  }),
  z.object({ type: z.literal('online_users'), online_users: z.array(onlineUserSchema), total_online: z.int() }),
  /** Rooms came, went, or were read elsewhere. */
  z.object({ type: z.literal('rooms_changed') }),
  /** Somebody came to a study room or left it, or it ended. */
  z.object({ type: z.literal('study_room'), room_id: z.string() }),
  z.object({ type: z.literal('signal'), room_id: z.string(), from: z.string(), data: z.string() }),
  /** Something may have been missed: fetch what is newer than what you have. */
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('heartbeat') }),
]);
export type ServerMessage = z.infer<typeof serverMessageSchema>;

/** CHAT-09 CHAT-10. */
export const openLiveSocket = defineEndpoint({
  name: 'openLiveSocket',
  method: 'GET',
  path: '/ws/:user_id',
  summary: 'The live socket of the signed-in person: messages, typing, presence and study rooms as they happen.',
  auth: 'user',
  owner: 'params.user_id',
  params: z.object({ user_id: z.string() }),
  socket: true,
  limit: 'socket',
  responses: { 101: socketBody },
  errors: [],
});

/** G21. */
export const createLiveTicket = defineEndpoint({
  name: 'createLiveTicket',
  method: 'POST',
  path: '/api/live/ticket',
  summary: 'A ticket that opens the live socket once within 30 seconds, for clients without the session cookie.',
  auth: 'user',
  owner: 'self',
  limit: 'socket',
  body: z.object({}),
  responses: { 201: z.object({ ticket: z.string(), expires_in: z.int() }) },
  errors: [],
});
