import Card from '@mui/material/Card';
import { completedText, lessonsText } from '#frontend/lib/courses/course-words.ts';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PointList } from '#frontend/ui/point-list.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';
import {
  completedCountOf,
  lessonCountOf,
  writtenText,
  ageGroupOf,
  difficultyOf,
  durationOf,
  readingTimeOf,
} from '#frontend/features/courses/course-words.ts';
import { continuePlace, LEARN, learnParams, lessonAt } from '#frontend/features/courses/lesson/lesson-path.ts';
import { picturesOf } from '../pictures/picture-queries.ts';
import { missingLessons, outlinedModules } from './missing-lessons-query.ts';
import { ModuleOutline } from './module-outline.tsx';
import { ProposalList } from '#frontend/features/courses/proposals/proposal-list.tsx';
import { ReviewSkipped } from './review-skipped.tsx';
import { WriteAllMissing } from './write-all-missing.tsx';

interface CourseDetailsProps {
  readonly userId: string;
  readonly course: Course;
  readonly isSaving: boolean;
  readonly onToggleSaved: () => void;
  /** Below what is next: `CourseFacts`, where they are not beside it. */
  readonly facts?: ReactNode;
}

/** What is next in a course, its description and contents (CRS-05, CRS-06, LRN-01). */
export function CourseDetails({ userId, course, isSaving, onToggleSaved, facts }: CourseDetailsProps) {
  const of = { userId, courseId: course.course_id };
  const total = lessonCountOf(course);
  const done = completedCountOf(course);
  // Without progress the button reads Start Learning; with everything completed, it offers to read again.
  const next = continuePlace(course);
  const isDone = total > 0 && done === total;
  const place = next ?? { module: 0, lesson: 0 };
  const lesson = lessonAt(course, place);
  const language = languageAttributes(course.language);
  const written = writtenText(course);
  const { data: run } = useQuery(missingLessons(of, course));
  const standing = completedText(done, total);
  const bookmark = (
    <Button variant={written ? 'text' : 'outlined'} color="inherit" onClick={() => isSaving || onToggleSaved()} aria-busy={isSaving}>
      {course.saved_at === null ? t('Bookmark Course') : t('Remove Bookmark')}
    </Button>
  );
  const read = (
    <>
      <LinkButton to={LEARN} params={learnParams(course.course_id, place)} variant="outlined" color="inherit">
        {t('Read what is there')}
      </LinkButton>
      {bookmark}
    </>
  );
  return (
    <>
      <Stack sx={{ gap: 3, marginBlockEnd: 4.5 }}>
        <HeroCard
          course={{ title: course.title, picture: useCover(course) }}
          reason={written ? undefined : next ? t('Continue where you stopped') : isDone ? t('Completed') : t('Your first lesson')}
          title={
            written ?? (
              <span {...language}>
                <FormulaText text={lesson?.title ?? course.title} dir={language.dir} />
              </span>
            )
          }
          line={
            written ? (
              done > 0 ? (
                standing
              ) : undefined
            ) : (
              <>
                {lesson && `${t('Module {n}', { n: place.module + 1 })} · ${formatDuration(lesson.duration_minutes * 60)}`}
                {done > 0 && (
                  <>
                    {' · '}
                    <span>{standing}</span>
                  </>
                )}
              </>
            )
          }
          {...(done > 0 && {
            progress: {
              label: t('Course progress'),
              value: course.progress,
              words: standing,
            },
          })}
          actions={
            !written ? (
              <>
                <LinkButton to={LEARN} params={learnParams(course.course_id, place)} variant="contained">
                  {next ? t('Continue') : isDone ? t('Read again') : t('Start Learning')}
                </LinkButton>
                {bookmark}
              </>
            ) : course.task_id === null ? (
              read
            ) : (
              <WriteAllMissing of={of} missing={course.missing_lessons} beside={read} />
            )
          }
        />
        {facts}
        <ProposalList of={of} course={course} />
        <ReviewSkipped of={of} course={course} />
        <Typography sx={{ maxWidth: READING_MEASURE }}>
          <span {...language}>
            <FormulaText text={course.description} dir={language.dir} />
          </span>
        </Typography>
      </Stack>
      <PointSection title={t('Learning objectives')} points={course.learning_objectives} language={language} />
      <Box component="section" aria-label={t('Modules')} sx={{ marginBlock: 4.5 }}>
        <SectionHeading aside={lessonsText(total)}>{t('Modules')}</SectionHeading>
        <Stack sx={{ gap: 2 }}>
          {outlinedModules(course, run).map((module) => (
            <ModuleOutline key={`${module.number} ${module.index}`} of={of} course={course} module={module} run={run} />
          ))}
        </Stack>
      </Box>
      <Box component="section" aria-label={t('Concept map')} sx={{ marginBlock: 4.5 }}>
        <SectionHeading>{t('Concept map')}</SectionHeading>
        <Typography color="textSecondary">{t('Which lessons explain a term, and where it comes back.')}</Typography>
        <ActionRow>
          <LinkButton to="/courses/$courseId/concept-map" params={{ courseId: course.course_id }} variant="outlined">
            {t('Open the concept map')}
          </LinkButton>
        </ActionRow>
      </Box>
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

/** The cover picture of a course on its own page, newly drawn ones too; null where its drawn pattern is shown. */
function useCover(course: Course) {
  const { data } = useQuery(picturesOf(course.course_id));
  const picture = data ? data.cover.picture : course.pictures?.cover;
  return picture ? pictureOf(course.course_id, picture, 'large') : null;
}

/** What a course says of itself (CRS-05). */
export function CourseFacts({ course }: { readonly course: Course }) {
  const facts: readonly (readonly [string, string])[] = [
    [t('Planned for'), durationOf(course)],
    [t('Difficulty'), difficultyOf(course)],
    [t('Age group'), ageGroupOf(course)],
    [t('Reading'), readingTimeOf(course)],
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
