import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { Rows } from '#frontend/ui/margin-row.tsx';
import { moduleNote } from '#frontend/features/courses/details/module-list.tsx';
import { LessonMenu } from '#frontend/features/courses/lesson/lesson-menu.tsx';
import { LEARN, learnParams, placeNumber } from '#frontend/features/courses/lesson/lesson-path.ts';
import { courseProposals, type CourseOf } from '#frontend/features/courses/version-queries.ts';
import type { MissingLessons, OutlinedModule } from '#frontend/features/courses/details/missing-lessons-query.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { MissingRow } from './missing-row.tsx';
import { OutlineRow } from './outline-row.tsx';

/** The facts about a lesson shown before it is opened. */
function marksText({ completed, bookmarked, pinned, notes, duration_minutes }: Lesson, hasNew: boolean): string {
  return [
    hasNew && !completed && t('New'),
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
  readonly module: OutlinedModule;
  /** The run that omitted its missing lessons; undefined for a complete course. */
  readonly run: MissingLessons | undefined;
}

/** A module of Course Details: its lessons with their marks, and the menus of module and lessons. */
export function ModuleOutline({ of, course, module, run }: ModuleOutlineProps) {
  const language = languageAttributes(course.language);
  const { title, summary, lessons, number, index, missing } = module;
  const { data: proposals = [] } = useQuery(courseProposals(of));
  const ready = proposals.filter(({ status }) => status === 'ready').flatMap((proposal) => proposal.lessons);
  const readyIds = new Set(ready.map(({ lesson_id }) => lesson_id));
  const writing = proposals.filter(({ status }) => status === 'writing');
  const writingIds = new Set(writing.filter((one) => !one.only_practice).flatMap(({ lesson_ids }) => lesson_ids));
  const practiceIds = new Set(writing.filter((one) => one.only_practice).flatMap(({ lesson_ids }) => lesson_ids));
  const pinned = lessons.filter((lesson) => lesson.pinned).length;
  // in a partial course the existing lessons keep their numbers of the outline
  const rows = [
    ...lessons.map((lesson, at) => ({
      at,
      lesson,
      order: run?.outline.find(({ lessonId }) => lessonId === lesson.lesson_id)?.lesson ?? at,
    })),
    ...missing.map((lesson) => ({ at: null, lesson, order: lesson.lesson })),
  ].toSorted((one, other) => one.order - other.order);
  return (
    <Card sx={{ padding: { xs: 2, md: 3 } }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3">
            {t('Module {n}', { n: number + 1 })} ·{' '}
            <span {...language}>
              <FormulaText text={title} dir={language.dir} />
            </span>
          </Typography>
          {lessons.length > 0 && (
            <Typography variant="body2" color="textSecondary">
              {moduleNote(lessons)}
            </Typography>
          )}
        </Box>
        {index !== null && <LessonMenu of={of} subject={{ kind: 'module', module: index, title, lessons: lessons.length, pinned }} />}
      </Stack>
      {summary !== '' && (
        <Typography variant="body2" color="textSecondary" sx={{ marginBlock: 1 }}>
          <span {...language}>
            <FormulaText text={summary} dir={language.dir} />
          </span>
        </Typography>
      )}
      <Rows>
        {rows.map(({ at, lesson, order }) =>
          at === null ? (
            run && (
              <MissingRow
                key={lesson.lessonId}
                of={of}
                from={run}
                lesson={lesson}
                language={language}
                writing={writing.find(({ lesson_ids: ids }) => ids.includes(lesson.lessonId))?.task_id}
              />
            )
          ) : (
            <OutlineRow key={lesson.lesson_id} as="li" state={lesson.completed ? 'done' : 'waiting'}>
              <Typography component="span" color="textSecondary" sx={{ flex: 'none', width: '2.5rem' }}>
                {placeNumber({ module: number, lesson: order })}
              </Typography>
              <Box component="span" sx={{ flex: '1 1 9rem', minWidth: 0 }}>
                <TextLink {...language} to={LEARN} params={learnParams(of.courseId, { module: index ?? 0, lesson: at })}>
                  <FormulaText text={lesson.title} dir={language.dir} />
                </TextLink>
              </Box>
              <Typography component="span" variant="body2" color="textSecondary">
                {[
                  readyIds.has(lesson.lesson_id) && t('New text ready'),
                  writingIds.has(lesson.lesson_id) && t('New text being written'),
                  practiceIds.has(lesson.lesson_id) && t('Practice being written'),
                  marksText(lesson, Boolean(course.new_lessons)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
              <LessonMenu of={of} subject={{ kind: 'lesson', lessonId: lesson.lesson_id, title: lesson.title, isPinned: lesson.pinned }} />
            </OutlineRow>
          ),
        )}
      </Rows>
    </Card>
  );
}
