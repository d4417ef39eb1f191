import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';
import {
  ageGroupOf,
  completedCountOf,
  difficultyOf,
  durationOf,
  lessonCountOf,
  missingText,
  readingTimeOf,
} from '#frontend/features/courses/course-words.ts';
import { continuePlace, LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import { MissingLessons } from './missing-lessons.tsx';
import { ModuleOutline } from './module-outline.tsx';
import { ProposalList } from '#frontend/features/courses/proposals/proposal-list.tsx';

const Description = styled('p')({ margin: 0, maxWidth: READING_MEASURE });
const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))',
  gap: '12px 24px',
  margin: '24px 0',
  paddingBlock: 12,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& dt': { ...theme.typography.body2, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 600 },
}));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 });
const Missing = styled('p')(({ theme }) => ({
  margin: '0 0 24px',
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
}));
const Points = styled('ul')({
  margin: 0,
  paddingBlock: 12,
  paddingInlineStart: '1.25rem',
  maxWidth: READING_MEASURE,
  '& li': { paddingBlock: 3 },
});
const Standing = styled('div')({ maxWidth: '24rem', margin: '0 0 20px', '& p': { margin: '0 0 6px' } });

interface CourseDetailsProps {
  readonly userId: string;
  readonly course: Course;
  readonly isSaving: boolean;
  readonly onToggleSaved: () => void;
}

/** The description, contents and progress of a course, with its actions: begin or resume, and bookmark (CRS-05, CRS-06, LRN-01). */
export function CourseDetails({ userId, course, isSaving, onToggleSaved }: CourseDetailsProps) {
  const of = { userId, courseId: course.course_id };
  const total = lessonCountOf(course);
  const done = completedCountOf(course);
  // Without progress the button reads Start Learning; with everything completed, it offers to read again.
  const next = continuePlace(course);
  const isDone = total > 0 && done === total;
  const language = languageAttributes(course.language);
  const missing = missingText(course);
  const facts: readonly (readonly [string, string])[] = [
    [t('Duration'), durationOf(course)],
    [t('Difficulty'), difficultyOf(course)],
    [t('Age group'), ageGroupOf(course)],
    [t('Time to read'), readingTimeOf(course)],
  ];
  return (
    <>
      <Description>
        <span {...language}>{isolateLatinTerms(course.description, language.dir)}</span>
      </Description>
      <Facts>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </Facts>
      {missing !== null && <Missing>{missing}</Missing>}
      <ProposalList of={of} course={course} />
      {done > 0 && (
        <Standing>
          <p>{t('{done} of {total} lessons completed', { done, total })}</p>
          <ProgressMeter label={t('Course progress')} value={course.progress} />
        </Standing>
      )}
      <Actions>
        <LinkButton to={LEARN} params={learnParams(course.course_id, next ?? { module: 0, lesson: 0 })} variant="contained">
          {next ? t('Continue') : isDone ? t('Read again') : t('Start Learning')}
        </LinkButton>
        <LinkButton to="/courses/$courseId/glossary" params={{ courseId: course.course_id }} variant="outlined" color="inherit">
          {t('Glossary')}
        </LinkButton>
        <Button variant="outlined" color="inherit" onClick={() => isSaving || onToggleSaved()} aria-busy={isSaving}>
          {course.saved_at === null ? t('Bookmark Course') : t('Remove Bookmark')}
        </Button>
      </Actions>
      <MissingLessons of={of} course={course} />
      <PointList title={t('Learning objectives')} points={course.learning_objectives} language={language} />
      <RuledSection title={t('Modules')} aside={lessonsText(total)}>
        {course.modules.map((module, index) => (
          <ModuleOutline key={index} of={of} course={course} module={module} index={index} />
        ))}
      </RuledSection>
      <PointList title={t('Expert insights')} points={course.expert_insights} language={language} />
      <PointList title={t('Use at work')} points={course.industry_relevance} language={language} />
    </>
  );
}

interface PointListProps {
  readonly title: string;
  readonly points: readonly string[];
  readonly language: ReturnType<typeof languageAttributes>;
}

function PointList({ title, points, language }: PointListProps) {
  if (points.length === 0) return null;
  return (
    <RuledSection title={title}>
      <Points>
        {points.map((point) => (
          <Typography component="li" key={point}>
            <span {...language}>{isolateLatinTerms(point, language.dir)}</span>
          </Typography>
        ))}
      </Points>
    </RuledSection>
  );
}
