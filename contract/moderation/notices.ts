/** Notification kinds for authors of public texts; the subject is the beginning of the text. */
export const MODERATION_NOTICES = ['text.cleared', 'text.removed', 'author.warned', 'author.suspended'] as const;
