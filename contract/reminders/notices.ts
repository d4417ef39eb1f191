/** Notification kinds of reminders; the subject is the title of a course, or the number of questions due. */
export const REMINDER_NOTICES = ['reminder.course', 'reminder.review'] as const;
