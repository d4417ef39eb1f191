import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import { coursesToContinue } from '#frontend/features/courses/course-queries.ts';
import { LEARN, learnParams, placeNumber } from '#frontend/features/courses/lesson/lesson-path.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { completedText, dayText } from '#frontend/lib/courses/course-words.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

interface ContinueHeroProps {
  readonly userId: string;
  /** A second button beside the one that continues. */
  readonly besides?: ReactNode;
}

/** The most recently read course with its next lesson. Renders nothing if there is none. */
export function ContinueHero({ userId, besides }: ContinueHeroProps) {
  const { data: [course] = [] } = useQuery(coursesToContinue(userId));
  if (!course) return null;
  const { course_id: courseId, title, language, lesson, day, completed_lessons: done, lesson_count: total, cover } = course;
  return (
    <section aria-label={t('Continue')}>
      <HeroCard
        course={{ title, language, picture: cover && pictureOf(courseId, cover, 'large') }}
        reason={t('Pick up where you left off, {when}', { when: formatWhen(course.read_at) })}
        title={<CourseTitle title={lesson.title} language={language} />}
        line={
          <MetaLine
            facts={[
              <TextLink key="course" to="/courses/$courseId" params={{ courseId }}>
                <CourseTitle title={title} language={language} />
              </TextLink>,
              placeNumber(lesson),
              day && dueText(day),
              completedText(done, total),
            ]}
          />
        }
        progress={{ label: t('Progress of {title}', { title }), value: course.progress }}
        actions={
          <>
            <ContinueButton course={course} />
            {besides}
          </>
        }
      />
    </section>
  );
}

/** The day or week that the course has come to, and what is left of it. */
const dueText = ({ unit, number, of, left }: NonNullable<ContinueCourse['day']>): string =>
  `${dayText(unit, number, of)}: ${t('{left, plural, one {# lesson left} other {# lessons left}}', { left })}`;

/** The same in one line, for a screen with another purpose. Renders nothing if there is neither a lesson nor a second button. */
export function ContinueLine({ userId, besides }: ContinueHeroProps) {
  const { data: [course] = [] } = useQuery(coursesToContinue(userId));
  if (!course && !besides) return null;
  return (
    <Stack
      component="section"
      aria-label={t('Continue')}
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', marginBlockEnd: 1 }}
    >
      {course && (
        <>
          {/* in the course's direction, so that the end is cut off rather than the beginning */}
          <Typography
            dir={languageAttributes(course.language).dir}
            variant="body2"
            color="textSecondary"
            noWrap
            sx={{ flex: { xs: '1 1 0', md: '0 1 auto' }, minWidth: '6rem' }}
          >
            <CourseTitle title={course.title} language={course.language} /> · {placeNumber(course.lesson)}{' '}
            <CourseTitle title={course.lesson.title} language={course.language} />
          </Typography>
          <ContinueButton course={course} isQuiet />
        </>
      )}
      {besides}
    </Stack>
  );
}

interface ContinueButtonProps {
  readonly course: ContinueCourse;
  readonly isQuiet?: boolean;
}

function ContinueButton({ course: { course_id: courseId, title, lesson }, isQuiet = false }: ContinueButtonProps) {
  return (
    <LinkButton to={LEARN} params={learnParams(courseId, lesson)} {...(isQuiet ? { size: 'small' } : { variant: 'contained' })}>
      {t('Continue')}
      <VisuallyHidden dir="auto"> {formulaWords(title, undefined)}</VisuallyHidden>
    </LinkButton>
  );
}
