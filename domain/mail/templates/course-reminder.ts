import { shortened } from '#contract/platform/shortened.ts';
import type { Template } from '../mail-parts.ts';
import type { Speech } from '../words.ts';

/** `title` and `lesson` to continue with; null when only `reviews` questions and cards are due. `link` to the course or the review. */
export interface CourseReminderData {
  readonly first_name: string;
  readonly title: string | null;
  readonly lesson: string | null;
  readonly reviews: number;
  readonly link: string;
}

/** The daily reminder, for users who want one. */
export const courseReminder: Template<CourseReminderData> = ({ first_name, title, lesson, reviews, link }, { t }) => ({
  subject: title === null ? waiting(t, reviews) : t('Go on with “{title}”', { title: shortened(title, 60) }),
  paragraphs: [
    title === null
      ? t('Hello {name}, five minutes keep in mind what you have learned.', { name: first_name })
      : t('Hello {name}, your course “{title}” goes on with “{lesson}”.', { name: first_name, title, lesson: lesson ?? '' }),
    ...(reviews > 0 ? [waiting(t, reviews)] : []),
    { label: title === null ? t('Review now') : t('Go on with the lesson'), link },
    t('You get this mail at most once a day, because course reminders are on in your settings.'),
  ],
});

const waiting = (t: Speech['t'], n: number): string =>
  t('{n, plural, one {A question or card waits to be reviewed} other {# questions and cards wait to be reviewed}}', { n });
