import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName } from '#contract/platform/visible-name.ts';
import { AVATAR_COLORS } from '#contract/chat/chat-message.ts';
import { WRITING_REFUSALS } from '#contract/moderation/moderation.contract.ts';

/** Maximum number of participants: each sends to all others (a mesh), which works for four connections. */
export const STUDY_ROOM_SEATS = 4;
export const STUDY_ROOM_NAME_LENGTH = 100;
/** Interval at which a participant renews their seat, in milliseconds; the seat is free after `STUDY_SEAT_SECONDS` without renewal. */
export const STUDY_RENEW_MS = 10_000;
export const STUDY_SEAT_SECONDS = 45;

const participantSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  avatar_color: z.enum(AVATAR_COLORS),
  joined_at: z.string(),
});
export type StudyParticipant = z.infer<typeof participantSchema>;

/** ROOM-02. A room is absent until it is created. */
export const studyRoomSchema = z.object({
  room_id: z.string(),
  name: z.string(),
  state: z.enum(['active', 'ended']),
  created_at: z.string(),
  /** The chat room of the call. */
  chat_room_id: z.string(),
  seats: z.int(),
  participants: z.array(participantSchema),
});
export type StudyRoom = z.infer<typeof studyRoomSchema>;

/** In the form that `RTCPeerConnection` accepts. */
export const iceServerSchema = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});

const joined = z.object({ room: studyRoomSchema, ice_servers: z.array(iceServerSchema) });
const ofRoom = z.object({ room_id: z.string() });

export const listStudyRooms = defineEndpoint({
  name: 'listStudyRooms',
  method: 'GET',
  path: '/api/study-rooms',
  summary: 'Rooms that are open now, newest first.',
  auth: 'user',
  personOnly: 'own_word',
  age: 'voice',
  limit: 'poll',
  responses: { 200: z.object({ rooms: z.array(studyRoomSchema) }) },
  errors: [],
});

/** The client generates the key: creating the same room twice creates only one. */
export const createStudyRoom = defineEndpoint({
  name: 'createStudyRoom',
  method: 'POST',
  path: '/api/study-rooms',
  summary: 'Create a study room and join it.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'voice',
  body: z.object({ client_key: z.uuid(), name: visibleName(STUDY_ROOM_NAME_LENGTH) }),
  example: { client_key: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a17', name: 'Bees' },
  responses: { 200: joined },
  errors: ['chat.refused', ...WRITING_REFUSALS, 'validation.failed'],
});

export const joinStudyRoom = defineEndpoint({
  name: 'joinStudyRoom',
  method: 'POST',
  path: '/api/study-rooms/:room_id/join',
  summary: 'Join a study room, return to it, or report that the caller is still there.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'room',
  age: 'voice',
  limit: 'poll',
  params: ofRoom,
  body: z.object({}),
  example: {},
  responses: { 200: joined },
  errors: ['not_found', 'study_room.full', 'study_room.ended'],
});

export const readStudyRoom = defineEndpoint({
  name: 'readStudyRoom',
  method: 'GET',
  path: '/api/study-rooms/:room_id',
  summary: 'A study room and its participants.',
  auth: 'user',
  personOnly: 'own_word',
  namesOpen: 'room',
  age: 'voice',
  limit: 'poll',
  params: ofRoom,
  responses: { 200: z.object({ room: studyRoomSchema }) },
  errors: ['not_found'],
});

export const leaveStudyRoom = defineEndpoint({
  name: 'leaveStudyRoom',
  method: 'POST',
  path: '/api/study-rooms/:room_id/leave',
  summary: 'Leave the call. The room ends when its last participant leaves.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'room',
  age: 'voice',
  params: ofRoom,
  body: z.object({}),
  example: {},
  responses: { 200: z.object({ room: studyRoomSchema }) },
  errors: ['not_found'],
});
