import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { socketBody } from '#contract/platform/file-body.ts';
import { chatMessageSchema, onlineUserSchema } from '#contract/chat/chat-message.ts';

/** CHAT-11, CHAT-12: timing of a client's socket and its polling fallback, in milliseconds. */
export const SOCKET_WAIT_MS = 5_000;
export const RECONNECT_BASE_MS = 1_000;
export const RECONNECT_ATTEMPTS = 5;
/** Maximum interval between the server's heartbeats; a client that receives none for twice as long reconnects. */
export const HEARTBEAT_MS = 20_000;

/** Close codes of the server. For any other code, the client reconnects. */
export const SOCKET_CLOSED = {
  /** The session has ended: the client asks the user to sign in. */
  revoked: 4401,
  /** The client sent something invalid, or too many messages. */
  refused: 4400,
  /** The client read too slowly, and must fetch the events it missed. */
  slow: 4408,
  /** The user has too many open sockets. */
  full: 4429,
} as const;

/** The subprotocol, which also carries the ticket: the URL would be logged. */
export const SOCKET_PROTOCOL = 'coursewright';
export const TICKET_PREFIX = 'ticket.';
export const TICKET_SECONDS = 30;

const userId = z.optional(identifier);
const roomId = z.optional(identifier);

/** Messages of a client. Sender ids and names are ignored: the server knows the socket's user (G25). */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('typing_indicator'),
    user_id: userId,
    user_name: userId,
    is_typing: z.boolean(),
    /** The room; the community's room by default. */
    room_id: roomId,
  }),
  z.object({ type: z.literal('user_status'), status: z.enum(['active', 'other']) }),
  /** WebRTC signalling to a participant of a study room: an offer, an answer or an ICE candidate, as created by the browser. */
  z.object({ type: z.literal('signal'), room_id: z.uuid(), to: z.uuid(), data: z.string().check(z.maxLength(24_000)) }),
]);
export type ClientMessage = z.infer<typeof clientMessageSchema>;

export const serverMessageSchema = z.discriminatedUnion('type', [
  /** A message was added, or the message with this id was edited or deleted. */
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
  /** Rooms were added, removed, or read on another device. */
  z.object({ type: z.literal('rooms_changed') }),
  /** A user joined or left a study room, or it ended. */
  z.object({ type: z.literal('study_room'), room_id: z.string() }),
  z.object({ type: z.literal('signal'), room_id: z.string(), from: z.string(), data: z.string() }),
  /** Messages may have been missed: the client fetches everything newer than it has. */
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('heartbeat') }),
]);
export type ServerMessage = z.infer<typeof serverMessageSchema>;

/** The socket for live events: receives messages, typing and presence; the client sends that its user is typing (CHAT-09, CHAT-10). */
export const openLiveSocket = defineEndpoint({
  name: 'openLiveSocket',
  method: 'GET',
  path: '/ws/:user_id',
  summary: 'The live socket of the signed-in person: messages, typing, presence and study rooms as they happen.',
  auth: 'user',
  personOnly: 'access',
  params: z.object({ user_id: z.string() }),
  socket: true,
  limit: 'socket',
  responses: { 101: socketBody },
  errors: [],
});

/** A single-use ticket, valid for 30 seconds, for clients that cannot send the session cookie when they open the socket (G21). */
export const createLiveTicket = defineEndpoint({
  name: 'createLiveTicket',
  method: 'POST',
  path: '/api/live/ticket',
  summary: 'A ticket that opens the live socket once within 30 seconds, for clients without the session cookie.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  opensNothing: 'the caller’s own socket, for 30 seconds',
  readBy: 'no_text',
  limit: 'socket',
  body: z.object({}),
  example: {},
  responses: { 201: z.object({ ticket: z.string(), expires_in: z.int() }) },
  errors: [],
});
