import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import { difficultyOf, readingTimeOf } from '#frontend/features/courses/course-words.ts';
import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { t } from '#frontend/lib/text.ts';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

/** The newest course that has not been begun, with its first lesson. */
export function StartHero({ course }: { readonly course: CourseSummary }) {
  const { course_id: courseId, title, cover } = course;
  return (
    <HeroCard
      course={{ title, picture: cover && pictureOf(courseId, cover, 'large') }}
      reason={t('Not started')}
      title={
        <bdi>
          <FormulaText text={title} dir="rtl" />
        </bdi>
      }
      line={[lessonsText(course.lesson_count), difficultyOf(course), readingTimeOf(course)].filter(Boolean).join(' · ')}
      actions={
        <>
          <LinkButton to={LEARN} params={learnParams(courseId, { module: 0, lesson: 0 })} variant="contained">
            {t('Start lesson 1')}
          </LinkButton>
          <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
            {t('Open course')}
          </LinkButton>
        </>
      }
    />
  );
}
