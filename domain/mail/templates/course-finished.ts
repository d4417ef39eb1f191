import { inPlainWords } from '#contract/courses/lesson-maths.ts';
import { shortened } from '#contract/platform/shortened.ts';
import type { Template } from '../mail-parts.ts';

/** `missing` of `lessons` lessons could not be written; `link` to the course. */
export interface CourseFinishedData {
  readonly first_name: string;
  readonly title: string;
  readonly lessons: number;
  readonly missing: number;
  readonly link: string;
}

/** Reports that a course has been written, for users who have left its page. */
export const courseFinished: Template<CourseFinishedData> = ({ first_name, title, lessons, missing, link }, { t }) => ({
  subject: t('Your course is ready: {title}', { title: short(inPlainWords(title)) }),
  paragraphs: [
    t('Hello {name}, your course “{title}” is ready to read.', { name: first_name, title }),
    ...(missing === 0
      ? []
      : [
          t(
            "{n, plural, one {# of its {lessons} lessons could not be written. You can have it written} other {# of its {lessons} lessons could not be written. You can have them written}} from the course's page.",
            {
              n: missing,
              lessons,
            },
          ),
        ]),
    { label: t('Open the course'), link },
    t('You receive this email because email notifications are on. You can turn them off in your {product} settings.'),
  ],
});

/** Shortens a title for the subject line. */
const short = (title: string): string => shortened(title, 60);
