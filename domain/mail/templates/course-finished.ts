import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';

/** `missing` of `lessons` lessons could not be written; `link` to the course. */
export interface CourseFinishedData {
  readonly first_name: string;
  readonly title: string;
  readonly lessons: number;
  readonly missing: number;
  readonly link: string;
}

/** Says that a course has been written, to who has left its page perhaps. */
export const courseFinished: Template<CourseFinishedData> = ({ first_name, title, lessons, missing, link }) => ({
  subject: `Your course is ready: ${short(title)}`,
  paragraphs: [
    `Hello ${first_name}, your course “${title}” is ready to read.`,
    ...(missing === 0
      ? []
      : [`${missing} of its ${lessons} lessons could not be written. You can have them written from the course's page.`]),
    { label: 'Open the course', link },
    `You get this mail because email notifications are on. You can switch them off in the settings of ${PRODUCT}.`,
  ],
});

/** A subject is a line, a title may be a paragraph. */
const short = (title: string): string => (title.length <= 60 ? title : `${title.slice(0, 59).trimEnd()}…`);
