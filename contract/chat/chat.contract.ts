import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { INT8_MOST, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleText } from '#contract/platform/visible-name.ts';
import { WRITING_REFUSALS } from '#contract/moderation/moderation.contract.ts';
import { chatMessageSchema, onlineUserSchema, typingUserSchema } from './chat-message.ts';

/** Maximum characters of a message: the specification names no limit (G45). */
export const CHAT_MESSAGE_LENGTH = 4_000;
export const CHAT_HISTORY_LIMIT = 100;
export const CHAT_EDIT_MINUTES = 10;
export const CHAT_MENTIONS = 10;
/** CHAT-12: polling intervals without a socket, in milliseconds. */
export const POLL_MESSAGES_MS = 3_000;
export const POLL_ONLINE_USERS_MS = 8_000;
export const POLL_TYPING_MS = 2_000;
/** CHAT-13: the typing indicator ends this long after the last key. */
export const TYPING_MS = 3_000;

/** The community's room, which is the default room. */
export const COMMUNITY_ROOM_ID = '00000000-0000-7000-8000-0000000c4a70';

const content = visibleText(CHAT_MESSAGE_LENGTH);
const number = wholeText(0, INT8_MOST);
const room = { room_id: z.optional(identifier) };

export const chatRoomSchema = z.object({
  room_id: z.string(),
  kind: z.enum(['community', 'group', 'direct', 'study']),
  /** Name of the group, the study room or the other user; empty for the community's room. */
  name: z.string(),
  /** The other user of a direct room. */
  person_id: z.nullable(z.string()),
  group_id: z.nullable(z.string()),
  /** Messages by others since the caller last read the room. */
  unread: z.int(),
  last_message: z.nullable(chatMessageSchema),
});
export type ChatRoom = z.infer<typeof chatRoomSchema>;

/** The latest messages, at most 100 (CHAT-05). */
export const listChatMessages = defineEndpoint({
  name: 'listChatMessages',
  method: 'GET',
  path: '/api/community-chat/messages',
  summary: 'Messages of a room, oldest first: the newest, those before a position, or those changed after a sequence number.',
  auth: 'user',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  limit: 'poll',
  query: z.object({
    ...room,
    limit: z._default(wholeText(1, CHAT_HISTORY_LIMIT), CHAT_HISTORY_LIMIT),
    /** Only messages before this place. */
    before: z.optional(number),
    /** Only messages whose `changed` is higher. */
    after: z.optional(number),
  }),
  responses: {
    200: z.object({
      messages: z.array(chatMessageSchema),
      /** Says where messages are stored: in the database, so they survive a restart. */
      persistence: z.literal('database'),
      /** The highest `changed` in this answer: pass it as `after` to get later changes. */
      last_change: z.int(),
      /** Whether there are older messages (or, with `after`, further changes). */
      more: z.boolean(),
    }),
  },
  errors: ['validation.failed', 'not_found'],
});

/** CHAT-06. The client generates the message's id: sending the same message twice creates one message (G25). */
export const sendChatMessage = defineEndpoint({
  name: 'sendChatMessage',
  method: 'POST',
  path: '/api/community-chat/messages',
  summary: 'Send a message. Its author and colour are always the caller’s; repeating the message_id sends no second message.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'room',
  age: 'chat_with_strangers',
  limit: 'chat',
  body: z.object({
    ...room,
    message_id: z.string().check(z.minLength(1), z.maxLength(100)),
    content,
    user_id: z.optional(identifier),
    author: z.optional(z.string().check(z.maxLength(200))),
    avatar_color: z.optional(z.string().check(z.maxLength(200))),
    mentions: z._default(z.array(z.uuid()).check(z.maxLength(CHAT_MENTIONS)), []),
  }),
  example: { message_id: 'm1', content: 'Changed' },
  responses: {
    200: z.object({
      /**
       * The id that the client sent, which later changes of the message use too; `message.message_id` is the stored id, the same if the
       * sent one is a uuid.
       */
      message_id: z.string(),
      /** `held`: others see the message only after a moderator has reviewed it. */
      detail: z.enum(['sent', 'held']),
      message: chatMessageSchema,
    }),
  },
  errors: ['validation.failed', 'not_found', ...WRITING_REFUSALS, 'idempotency.body_mismatch'],
});

export const editChatMessage = defineEndpoint({
  name: 'editChatMessage',
  method: 'PATCH',
  path: '/api/community-chat/messages/:message_id',
  summary: 'Edit one of the caller’s messages, within ten minutes.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  limit: 'chat',
  params: z.object({ message_id: z.string() }),
  body: z.object({ content }),
  example: { content: 'Changed' },
  responses: { 200: z.object({ message: chatMessageSchema }) },
  errors: ['validation.failed', 'not_found', ...WRITING_REFUSALS, 'chat.too_late'],
});

export const deleteChatMessage = defineEndpoint({
  name: 'deleteChatMessage',
  method: 'DELETE',
  path: '/api/community-chat/messages/:message_id',
  summary: 'Delete one of the caller’s messages, within ten minutes. Its position remains.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  params: z.object({ message_id: z.string() }),
  responses: { 200: z.object({ message: chatMessageSchema }) },
  errors: ['not_found', 'chat.too_late'],
});

/** CHAT-07. The call also marks the caller as online, for clients without a socket. */
export const listOnlineUsers = defineEndpoint({
  name: 'listOnlineUsers',
  method: 'GET',
  path: '/api/community-chat/online-users',
  summary: 'The people in the chat now, at most 100, and their total number.',
  auth: 'user',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  limit: 'poll',
  responses: { 200: z.object({ online_users: z.array(onlineUserSchema), total_online: z.int() }) },
  errors: [],
});

/** Tells the others that the caller is typing, or has stopped (CHAT-08). */
export const reportTyping = defineEndpoint({
  name: 'reportTyping',
  method: 'POST',
  path: '/api/community-chat/typing',
  summary: 'Report that the caller is typing or has stopped. Expires after three seconds.',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  namesOpen: 'room',
  age: 'chat_with_strangers',
  limit: 'poll',
  body: z.object({
    ...room,
    user_id: z.optional(identifier),
    user_name: z.optional(z.string().check(z.maxLength(200))),
    is_typing: z.boolean(),
  }),
  example: { is_typing: true },
  responses: { 200: z.object({ is_typing: z.boolean() }) },
  errors: ['validation.failed', 'not_found'],
});

/** Lists who is typing (CHAT-08), for clients without a socket. */
export const listTypingUsers = defineEndpoint({
  name: 'listTypingUsers',
  method: 'GET',
  path: '/api/community-chat/typing-users',
  summary: 'The other people who are typing in a room.',
  auth: 'user',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  limit: 'poll',
  query: z.object(room),
  responses: { 200: z.object({ typing_users: z.array(typingUserSchema) }) },
  errors: ['not_found'],
});

export const listChatRooms = defineEndpoint({
  name: 'listChatRooms',
  method: 'GET',
  path: '/api/chat/rooms',
  summary: 'The rooms the caller can write in, with unread counts.',
  auth: 'user',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  limit: 'poll',
  responses: { 200: z.object({ rooms: z.array(chatRoomSchema) }) },
  errors: [],
});

export const openChatRoom = defineEndpoint({
  name: 'openChatRoom',
  method: 'POST',
  path: '/api/chat/rooms',
  summary: 'The room with a connected person or of a study group, created on the first request.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  body: z.object({ person_id: z.optional(z.uuid()), group_id: z.optional(z.uuid()) }).check(
    z.refine(({ person_id: person, group_id: group }) => (person === undefined) !== (group === undefined), {
      path: ['person_id'],
      error: 'Name a person or a group',
    }),
    z.meta({ examples: [{ person_id: '018f6b1e-5a3c-7b2d-9e4f-3c1a5d7e9b20' }] }),
  ),
  example: { person_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a16' },
  responses: { 200: z.object({ room: chatRoomSchema }) },
  errors: ['validation.failed', 'not_found'],
});

export const markChatRead = defineEndpoint({
  name: 'markChatRead',
  method: 'POST',
  path: '/api/chat/rooms/:room_id/read',
  summary: 'Mark a room as read up to a position.',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  limit: 'poll',
  params: z.object({ room_id: z.string() }),
  body: z.object({ place: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)) }),
  example: { place: 1 },
  responses: { 200: z.object({ unread: z.int() }) },
  errors: ['validation.failed', 'not_found'],
});
