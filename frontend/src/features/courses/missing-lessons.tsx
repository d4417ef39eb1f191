import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Course } from '#contract/courses/courses.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/course-language.ts';
import { failureReasons } from '#frontend/lib/failure-reasons.ts';
import { useRunStatus } from '#frontend/lib/poll-run.ts';
import { t, told } from '#frontend/lib/text.ts';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ShortfallNote } from '#frontend/ui/shortfall-note.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { placeNumber, placeOfLesson } from './lesson-path.ts';
import { missingLessons, useWriteMissing, type MissingLesson } from './missing-lessons-query.ts';
import type { CourseOf } from './version-queries.ts';

const Number = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  width: '2.5rem',
  color: theme.vars.palette.text.secondary,
}));
const Title = styled('span')({ flex: '1 1 10rem', minWidth: 0 });
const Why = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));
const Word = styled('span')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));

interface MissingLessonsProps {
  readonly of: CourseOf;
  readonly course: Course;
}

/** The lessons a partial course lacks, each with the act that has it written. Nothing for a whole course. */
export function MissingLessons({ of, course }: MissingLessonsProps) {
  const { data } = useQuery(missingLessons(of, course));
  const missing = data?.lessons.filter(({ lessonId }) => placeOfLesson(course, lessonId) === null) ?? [];
  if (!data || missing.length === 0) return null;
  return (
    <RuledSection title={t('Missing lessons')} aside={missing.length}>
      <Rows>
        {missing.map((lesson) => (
          <MissingRow key={lesson.lessonId} of={of} course={course} taskId={data.taskId} lesson={lesson} />
        ))}
      </Rows>
    </RuledSection>
  );
}

interface MissingRowProps extends MissingLessonsProps {
  readonly taskId: string;
  readonly lesson: MissingLesson;
}

function MissingRow({ of, course, taskId, lesson }: MissingRowProps) {
  const { mutate, isPending, data: started, error } = useWriteMissing(of);
  const shortfall = shortfallFrom(error);
  return (
    <MarginRow as="li" state={started ? 'writing' : 'failed'}>
      <Number>{placeNumber(lesson)}</Number>
      <Title>
        <span {...languageAttributes(course.language)}>{lesson.title}</span>
        {!started && <Why>{failureReasons(lesson.failures)}</Why>}
      </Title>
      <Word role="status">
        {error && !shortfall ? (
          errorText(error, t('It could not be started.'))
        ) : started ? (
          <Standing taskId={started.task_id} />
        ) : (
          t('Not written')
        )}
      </Word>
      {!started && (
        <Button
          variant="outlined"
          color="inherit"
          sx={{ marginInlineStart: { xs: 'calc(2.5rem + 16px)', sm: 0 }, marginBlock: 0.5 }}
          aria-busy={isPending}
          onClick={() => isPending || mutate({ taskId, lessonId: lesson.lessonId })}
        >
          {t('Write this lesson')}
          <VisuallyHidden {...languageAttributes(course.language)}> {lesson.title}</VisuallyHidden>
        </Button>
      )}
      {shortfall && <ShortfallNote shortfall={shortfall} />}
    </MarginRow>
  );
}

/** How the run that writes it is doing; the list of new texts follows the same run and asks for the course when it ends. */
function Standing({ taskId }: { readonly taskId: string }) {
  const { data: run } = useRunStatus(taskId);
  if (!run) return t('Being written');
  if (run.status === 'failed' || run.status === 'cancelled') return run.error ? told(run.error.detail) : t('It could not be written.');
  return TERMINAL_RUN_STATUSES.includes(run.status)
    ? t('Written')
    : run.status === 'queued'
      ? t('Waiting to be started')
      : t('Being written');
}
