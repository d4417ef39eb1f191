import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import type { ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import { coursesToContinue } from '#frontend/features/courses/course-queries.ts';
import { LEARN, learnParams, placeNumber } from '#frontend/features/courses/lesson/lesson-path.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const List = styled('ul')({
  listStyle: 'none',
  margin: '0 0 28px',
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
});
const Card = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 24px',
  paddingBlock: 12,
  paddingInline: '16px 12px',
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  borderInlineStart: `3px solid ${theme.vars.palette.primary.main}`,
  '&[data-main="no"]': { borderInlineStartColor: theme.vars.palette.line.waiting, paddingBlock: 6 },
}));
const Words = styled('div')(({ theme }) => ({
  flex: '1 1 14rem',
  minWidth: 0,
  '& p': { ...theme.typography.body2, margin: '2px 0 6px', color: theme.vars.palette.text.secondary },
  '& h2': { ...theme.typography.h3, margin: 0 },
}));

interface ContinueCoursesProps {
  readonly userId: string;
  /** Shows only the last read course. */
  readonly isShort?: boolean;
}

/** The courses in progress, each with a link to its next lesson. Renders nothing when there are none. */
export function ContinueCourses({ userId, isShort = false }: ContinueCoursesProps) {
  const { data: courses = [] } = useQuery(coursesToContinue(userId));
  const shown = isShort ? courses.slice(0, 1) : courses;
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('Continue')}>
      <List>
        {shown.map((course, index) => (
          <ContinueCard key={course.course_id} course={course} isMain={index === 0} />
        ))}
      </List>
    </section>
  );
}

function ContinueCard({ course, isMain }: { readonly course: ContinueCourse; readonly isMain: boolean }) {
  const { course_id: courseId, title, lesson, completed_lessons: done, lesson_count: total } = course;
  const language = languageAttributes(course.language);
  return (
    <Card data-main={isMain ? 'yes' : 'no'}>
      <Words>
        <h2>
          <TextLink {...language} to="/courses/$courseId" params={{ courseId }}>
            {isolateLatinTerms(title, language.dir)}
          </TextLink>
        </h2>
        <p>
          {placeNumber(lesson)} <span {...language}>{isolateLatinTerms(lesson.title, language.dir)}</span>
          {' · '}
          {t('{done} of {total} lessons completed', { done, total })}
        </p>
        <ProgressMeter label={t('Progress of {title}', { title })} value={course.progress} />
      </Words>
      <LinkButton
        to={LEARN}
        params={learnParams(courseId, lesson)}
        {...(isMain ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
      >
        {t('Continue')}
        <VisuallyHidden dir="auto"> {title}</VisuallyHidden>
      </LinkButton>
    </Card>
  );
}
