import type { Template } from '../mail-parts.ts';

/** `link` to the course in the studio. */
export interface CourseTakenDownData {
  readonly first_name: string;
  readonly title: string;
  readonly reason: string;
  readonly link: string;
}

/** Informs a creator that a course was taken down, and why. */
export const courseTakenDown: Template<CourseTakenDownData> = ({ first_name, title, reason, link }, { t }) => ({
  subject: t('Your course was taken out of the marketplace of {product}'),
  paragraphs: [
    t('Hello {name}, we have taken your course “{title}” out of the marketplace.', { name: first_name, title }),
    t('The reason: {reason}', { reason }),
    t(
      'Whoever has the course keeps it, and what you are owed stays yours. Write to us when you have changed what is wrong, or when you see it differently.',
    ),
    { label: t('Open the course in your studio'), link },
  ],
});
