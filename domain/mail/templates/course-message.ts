import { shortened } from '#contract/platform/shortened.ts';
import type { Template } from '../mail-parts.ts';

/** `about` and `text` are the creator's; `link` to the page of the course, `course_id`, where its messages can be turned off. */
export interface CourseMessageData {
  readonly first_name: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
  readonly link: string;
  readonly course_id: string;
}

/** Sends a creator's message to a student. */
export const courseMessage: Template<CourseMessageData> = ({ first_name, title, about, text, link }, { t }) => ({
  subject: `${about} (${shortened(title, 60)})`,
  paragraphs: [
    t('Hello {name}, the creator of “{title}” writes to everybody who has the course:', { name: first_name, title }),
    ...text.split(/\n{2,}/),
    { label: t('Open the course, or end its messages'), link },
    t(
      'You get this mail because you have this course on {product} and email notifications are on. End messages of this course on its page, or all such mails in your settings.',
    ),
  ],
});
