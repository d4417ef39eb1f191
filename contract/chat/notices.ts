/** Notification kinds of chat. */
export const CHAT_NOTICES = ['chat.mention'] as const;
