/** Notification kinds of translations. */
export const TRANSLATION_NOTICES = ['translation.completed', 'translation.failed'] as const;
