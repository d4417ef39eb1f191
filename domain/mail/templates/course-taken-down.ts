import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';

/** `link` to the course in the studio. */
export interface CourseTakenDownData {
  readonly first_name: string;
  readonly title: string;
  readonly reason: string;
  readonly link: string;
}

/** Says to a creator that a course left the marketplace, and why. */
export const courseTakenDown: Template<CourseTakenDownData> = ({ first_name, title, reason, link }) => ({
  subject: `Your course was taken out of the marketplace of ${PRODUCT}`,
  paragraphs: [
    `Hello ${first_name}, we have taken your course “${title}” out of the marketplace.`,
    `The reason: ${reason}`,
    'Whoever has the course keeps it, and what you are owed stays yours. Write to us when you have changed what is wrong, or when you see it differently.',
    { label: 'Open the course in your studio', link },
  ],
});
