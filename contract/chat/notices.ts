/** What chat notifies people of. */
export const CHAT_NOTICES = ['chat.mention'] as const;
