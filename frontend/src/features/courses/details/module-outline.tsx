import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS, READING_MEASURE } from '#frontend/theme/tokens.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { LessonMenu } from '#frontend/features/courses/lesson/lesson-menu.tsx';
import { LEARN, learnParams, placeNumber, type Place } from '#frontend/features/courses/lesson/lesson-path.ts';
import { courseProposals, type CourseOf } from '#frontend/features/courses/version-queries.ts';
import { missingLessons } from '#frontend/features/courses/details/missing-lessons-query.ts';

const Head = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8, margin: '20px 0 2px' });
const ModuleTitle = styled('h3')(({ theme }) => ({ ...theme.typography.h3, margin: 0, minWidth: 0 }));
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
const Title = styled('span')({ flex: '1 1 9rem', minWidth: 0 });
const Aside = styled('span')(({ theme }) => ({ ...theme.typography.body2, flex: 'none', color: theme.vars.palette.text.secondary }));
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
    <div>
      <Head>
        <ModuleTitle>
          {t('Module {n}', { n: outlined(lessons[0]?.lesson_id, { module: index, lesson: 0 }).module + 1 })} ·{' '}
          <span {...language}>{isolateLatinTerms(title, language.dir)}</span>
        </ModuleTitle>
        <LessonMenu of={of} subject={{ kind: 'module', module: index, title, lessons: lessons.length, pinned }} />
      </Head>
      {summary !== '' && (
        <Summary>
          <span {...language}>{isolateLatinTerms(summary, language.dir)}</span>
        </Summary>
      )}
      <Rows>
        {lessons.map((lesson, at) => (
          <Row key={lesson.lesson_id} as="li" state={lesson.completed ? 'done' : 'waiting'}>
            <Number>{placeNumber(outlined(lesson.lesson_id, { module: index, lesson: at }))}</Number>
            <Title>
              <TextLink {...language} to={LEARN} params={learnParams(of.courseId, { module: index, lesson: at })}>
                {isolateLatinTerms(lesson.title, language.dir)}
              </TextLink>
            </Title>
            <Aside>
              {[
                readyIds.has(lesson.lesson_id) && t('New text ready'),
                writingIds.has(lesson.lesson_id) && t('New text being written'),
                practiceIds.has(lesson.lesson_id) && t('Practice being written'),
                marksText(lesson),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Aside>
            <LessonMenu of={of} subject={{ kind: 'lesson', lessonId: lesson.lesson_id, title: lesson.title, isPinned: lesson.pinned }} />
          </Row>
        ))}
      </Rows>
    </div>
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
