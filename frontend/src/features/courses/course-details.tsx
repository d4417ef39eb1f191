import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import { FONTS, READING_MEASURE } from '#frontend/theme/tokens.ts';
import { CourseSection, Rows } from './course-section.tsx';
import { ageGroupOf, difficultyOf, durationOf, lessonCountOf, lessonsText, missingText } from './course-words.ts';

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
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 });
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
const ModuleTitle = styled('h3')(({ theme }) => ({ ...theme.typography.h3, margin: '20px 0 2px' }));
const Summary = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: '0 0 8px',
  color: theme.vars.palette.text.secondary,
  maxWidth: READING_MEASURE,
}));
const Number = styled('span')(({ theme }) => ({
  flex: 'none',
  width: '2.5rem',
  fontFamily: FONTS.mono,
  color: theme.vars.palette.text.secondary,
}));
const Title = styled('span')({ flex: 1, minWidth: 0 });
const Aside = styled('span')(({ theme }) => ({ ...theme.typography.body2, flex: 'none', color: theme.vars.palette.text.secondary }));

interface CourseDetailsProps {
  readonly course: Course;
  readonly isSaving: boolean;
  readonly onToggleSaved: () => void;
}

/** What a course is about, what is in it, and the two acts: begin and bookmark (CRS-05, CRS-06). */
export function CourseDetails({ course, isSaving, onToggleSaved }: CourseDetailsProps) {
  const language = languageAttributes(course.language);
  const missing = missingText(course);
  const facts: readonly (readonly [string, string])[] = [
    [t('Duration'), durationOf(course)],
    [t('Difficulty'), difficultyOf(course)],
    [t('Age group'), ageGroupOf(course)],
    [t('Time to read'), course.estimated_total_duration],
  ];
  return (
    <>
      <Description {...language}>{course.description}</Description>
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
      <Acts>
        <LinkButton
          to="/courses/$courseId/learn/$module/$lesson"
          params={{ courseId: course.course_id, module: '0', lesson: '0' }}
          variant="contained"
        >
          {t('Start Learning')}
        </LinkButton>
        <Button variant="outlined" color="inherit" onClick={onToggleSaved} disabled={isSaving}>
          {course.saved_at === null ? t('Bookmark Course') : t('Remove Bookmark')}
        </Button>
      </Acts>
      <PointList title={t('Learning objectives')} points={course.learning_objectives} language={language} />
      <CourseSection title={t('Modules')} note={lessonsText(lessonCountOf(course))}>
        {course.modules.map((module, moduleIndex) => (
          <div key={moduleIndex}>
            <ModuleTitle>
              {t('Module {n}', { n: moduleIndex + 1 })} · <span {...language}>{module.title}</span>
            </ModuleTitle>
            {module.summary !== '' && <Summary {...language}>{module.summary}</Summary>}
            <Rows>
              {module.lessons.map((lesson, lessonIndex) => (
                <MarginRow key={lesson.lesson_id} as="li" state="done">
                  <Number>{`${moduleIndex + 1}.${lessonIndex + 1}`}</Number>
                  <Title {...language}>
                    <TextLink
                      to="/courses/$courseId/learn/$module/$lesson"
                      params={{ courseId: course.course_id, module: String(moduleIndex), lesson: String(lessonIndex) }}
                    >
                      {lesson.title}
                    </TextLink>
                  </Title>
                  <Aside>{formatDuration(lesson.duration_minutes * 60)}</Aside>
                </MarginRow>
              ))}
            </Rows>
          </div>
        ))}
      </CourseSection>
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
    <CourseSection title={title}>
      <Points {...language}>
        {points.map((point) => (
          <Typography component="li" key={point}>
            {point}
          </Typography>
        ))}
      </Points>
    </CourseSection>
  );
}
