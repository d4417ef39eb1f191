/** What reminders say; the subject is the title of a course, or how many questions are due. */
export const REMINDER_NOTICES = ['reminder.course', 'reminder.review'] as const;
