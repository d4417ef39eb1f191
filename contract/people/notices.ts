/** What happens between people that one of them is notified of; the subject is the other's name. */
export const PEOPLE_NOTICES = ['connection.requested', 'connection.accepted'] as const;
