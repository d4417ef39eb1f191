import * as z from 'zod/mini';

/** CHAT-15: background colours of avatar initials. */
export const AVATAR_COLORS = ['blue', 'green', 'purple', 'orange', 'pink', 'indigo'] as const;
export type AvatarColor = (typeof AVATAR_COLORS)[number];

/** Returns a user's colour (G25), always the same for the same id; it is not configurable. */
export function avatarColor(userId: string): AvatarColor {
  let hash = 0;
  for (const character of userId) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return AVATAR_COLORS[hash % AVATAR_COLORS.length]!;
}

/** CHAT-15: a message. A deleted message keeps its place without content. */
export const chatMessageSchema = z.object({
  message_id: z.string(),
  room_id: z.string(),
  author: z.string(),
  user_id: z.string(),
  content: z.string(),
  timestamp: z.string(),
  avatar_color: z.enum(AVATAR_COLORS),
  /** The position in the room: 1 is the oldest message. */
  place: z.int(),
  /** Sequence number of the message's latest change within the room. */
  changed: z.int(),
  edited: z.boolean(),
  deleted: z.boolean(),
  /** Only the author sees the message until it has been moderated. */
  held: z.boolean(),
  /** Ids of the mentioned users. */
  mentions: z.array(z.string()),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** A person who is online (CHAT-16). */
export const onlineUserSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'typing', 'other']),
  last_seen: z.string(),
});
export type OnlineUser = z.infer<typeof onlineUserSchema>;

/** A person who is typing (CHAT-08). */
export const typingUserSchema = z.object({ user_id: z.string(), user_name: z.string() });
export type TypingUser = z.infer<typeof typingUserSchema>;
