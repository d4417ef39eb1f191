import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { PointList } from '#frontend/ui/point-list.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';
import { ageGroupOf, difficultyOf, durationOf, readingTimeOf } from '#frontend/features/courses/course-words.ts';
import { missingLessons, outlinedModules } from './missing-lessons-query.ts';
import { ModuleOutline } from './module-outline.tsx';
import { ProposalList } from '#frontend/features/courses/proposals/proposal-list.tsx';
import { CheckSkipped } from './check-skipped.tsx';

interface CourseDetailsProps {
  readonly userId: string;
  readonly course: Course;
}

/** The lessons of a course by module, including those that are missing, being written or ready for review (CRS-05). */
export function CourseDetails({ userId, course }: CourseDetailsProps) {
  const of = { userId, courseId: course.course_id };
  const { data: run } = useQuery(missingLessons(of, course));
  return (
    <>
      <ProposalList of={of} course={course} />
      <CheckSkipped of={of} course={course} />
      <Stack component="section" aria-label={t('Modules')} sx={{ gap: 3 }}>
        {outlinedModules(course, run).map((module) => (
          <ModuleOutline key={`${module.number} ${module.index}`} of={of} course={course} module={module} run={run} />
        ))}
      </Stack>
    </>
  );
}

/** The description of a course (CRS-05, CRS-06). */
export function CourseAbout({ course }: { readonly course: Course }) {
  const language = languageAttributes(course.language);
  return (
    <>
      <Typography sx={{ maxWidth: READING_MEASURE }}>
        <span {...language}>
          <FormulaText text={course.description} dir={language.dir} />
        </span>
      </Typography>
      <PointSection title={t('Learning objectives')} points={course.learning_objectives} language={language} />
      <PointSection
        title={t('Modules')}
        points={course.modules.map(({ title, summary }) => (summary === '' ? title : `${title}: ${summary}`))}
        language={language}
      />
      <PointSection title={t('Expert insights')} points={course.expert_insights} language={language} />
      <PointSection title={t('Use at work')} points={course.industry_relevance} language={language} />
    </>
  );
}

interface PointSectionProps {
  readonly title: string;
  readonly points: readonly string[];
  readonly language: ReturnType<typeof languageAttributes>;
}

function PointSection({ title, points, language }: PointSectionProps) {
  if (points.length === 0) return null;
  return (
    <Box component="section" aria-label={title} sx={{ marginBlock: 4.5 }}>
      <SectionHeading>{title}</SectionHeading>
      <PointList points={points} language={language} />
    </Box>
  );
}

/** The facts about a course (CRS-05). */
export function CourseFacts({ course }: { readonly course: Course }) {
  const facts: readonly (readonly [string, string])[] = [
    [t('Planned for'), durationOf(course)],
    [t('Difficulty'), difficultyOf(course)],
    [t('Age group'), ageGroupOf(course)],
    [t('Study time'), readingTimeOf(course)],
  ];
  return (
    <Card sx={{ padding: { xs: 2, md: 3 } }}>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(7rem, 1fr))', gap: 2, margin: 0 }}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {label}
              </Typography>
              <Typography component="dd" variant="subtitle1" sx={{ margin: 0 }}>
                {value}
              </Typography>
            </div>
          ))}
      </Box>
    </Card>
  );
}
