import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { moduleNote } from '#frontend/features/courses/details/module-list.tsx';
import { LessonMenu } from '#frontend/features/courses/lesson/lesson-menu.tsx';
import { LEARN, learnParams, placeNumber, type Place } from '#frontend/features/courses/lesson/lesson-path.ts';
import { courseProposals, type CourseOf } from '#frontend/features/courses/version-queries.ts';
import { missingLessons } from '#frontend/features/courses/details/missing-lessons-query.ts';

// On phones the marks of a lesson are below its title.
const Row = styled(MarginRow, { shouldForwardProp: () => true })(({ theme }) => ({
  '&&': {
    columnGap: 12,
    paddingBlock: 4,
    [theme.breakpoints.down('sm')]: {
      display: 'grid',
      gridTemplateColumns: '2.5rem minmax(0, 1fr) auto',
      '& > :nth-of-type(3)': { gridColumn: 2, gridRow: 2 },
      '& > :last-child': { gridColumn: 3, gridRow: '1 / span 2' },
    },
  },
}));

/** The facts about a lesson shown before it is opened. */
function marksText({ completed, bookmarked, pinned, notes, duration_minutes }: Lesson): string {
  return [
    completed && t('Completed'),
    bookmarked && t('Bookmarked'),
    pinned && t('Pinned'),
    notes.includes('edited') && t('Edited'),
    formatDuration(duration_minutes * 60),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface ModuleOutlineProps {
  readonly of: CourseOf;
  readonly course: Course;
  readonly module: Course['modules'][number];
  /** From 0. */
  readonly index: number;
}

/** A module of Course Details: its lessons with their marks, and the menus of module and lessons. */
export function ModuleOutline({ of, course, module, index }: ModuleOutlineProps) {
  const language = languageAttributes(course.language);
  const { title, summary, lessons } = module;
  const { data: proposals = [] } = useQuery(courseProposals(of));
  const ready = proposals.filter(({ status }) => status === 'ready').flatMap((proposal) => proposal.lessons);
  const readyIds = new Set(ready.map(({ lesson_id }) => lesson_id));
  const writing = proposals.filter(({ status }) => status === 'writing');
  const writingIds = new Set(writing.filter((one) => !one.only_practice).flatMap(({ lesson_ids }) => lesson_ids));
  const practiceIds = new Set(writing.filter((one) => one.only_practice).flatMap(({ lesson_ids }) => lesson_ids));
  const pinned = lessons.filter((lesson) => lesson.pinned).length;
  const outlined = useOutlinePlace(of, course);
  return (
    <Card sx={{ padding: { xs: 2, md: 3 } }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3">
            {t('Module {n}', { n: outlined(lessons[0]?.lesson_id, { module: index, lesson: 0 }).module + 1 })} ·{' '}
            <span {...language}>{isolateLatinTerms(title, language.dir)}</span>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {moduleNote(lessons)}
          </Typography>
        </Box>
        <LessonMenu of={of} subject={{ kind: 'module', module: index, title, lessons: lessons.length, pinned }} />
      </Stack>
      {summary !== '' && (
        <Typography variant="body2" color="textSecondary" sx={{ marginBlock: 1 }}>
          <span {...language}>{isolateLatinTerms(summary, language.dir)}</span>
        </Typography>
      )}
      <Rows>
        {lessons.map((lesson, at) => (
          <Row key={lesson.lesson_id} as="li" state={lesson.completed ? 'done' : 'waiting'}>
            <Typography component="span" color="textSecondary" sx={{ flex: 'none', width: '2.5rem' }}>
              {placeNumber(outlined(lesson.lesson_id, { module: index, lesson: at }))}
            </Typography>
            <Box component="span" sx={{ flex: '1 1 9rem', minWidth: 0 }}>
              <TextLink {...language} to={LEARN} params={learnParams(of.courseId, { module: index, lesson: at })}>
                {isolateLatinTerms(lesson.title, language.dir)}
              </TextLink>
            </Box>
            <Typography component="span" variant="body2" color="textSecondary">
              {[
                readyIds.has(lesson.lesson_id) && t('New text ready'),
                writingIds.has(lesson.lesson_id) && t('New text being written'),
                practiceIds.has(lesson.lesson_id) && t('Practice being written'),
                marksText(lesson),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
            <LessonMenu of={of} subject={{ kind: 'lesson', lessonId: lesson.lesson_id, title: lesson.title, isPinned: lesson.pinned }} />
          </Row>
        ))}
      </Rows>
    </Card>
  );
}

/**
 * Returns a lesson's number in the course's outline, which Course Details shows: in a partial course the existing lessons keep their outline
 * numbers, so that a missing lesson and an existing one never share a number.
 */
function useOutlinePlace(of: CourseOf, course: Course): (lessonId: string | undefined, place: Place) => Place {
  const { data } = useQuery(missingLessons(of, course));
  const planned = new Map(data?.outline.map(({ lessonId, module, lesson }) => [lessonId, { module, lesson }]));
  return (lessonId, place) => planned.get(lessonId ?? '') ?? place;
}
