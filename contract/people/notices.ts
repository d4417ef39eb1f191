/** Notification kinds between users; the subject is the other user's name. */
export const PEOPLE_NOTICES = ['connection.requested', 'connection.accepted'] as const;
