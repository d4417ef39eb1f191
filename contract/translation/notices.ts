/** What translations notify people of. */
export const TRANSLATION_NOTICES = ['translation.completed', 'translation.failed'] as const;
