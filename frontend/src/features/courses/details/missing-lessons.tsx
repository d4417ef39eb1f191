import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Course } from '#contract/courses/courses.contract.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { failureReasons } from '#frontend/lib/failure-reasons.ts';
import { useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { placeNumber, placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';
import { missingLessons, useWriteMissing, type MissingLesson } from './missing-lessons-query.ts';
import { courseProposals, type CourseOf } from '#frontend/features/courses/version-queries.ts';
import { WriteAllMissing } from './write-all-missing.tsx';

interface MissingLessonsProps {
  readonly of: CourseOf;
  readonly course: Course;
}

/**
 * The missing lessons of a partial course, each with a button to have it written, and one button for all. Renders nothing for a complete course.
 */
export function MissingLessons({ of, course }: MissingLessonsProps) {
  const { data } = useQuery(missingLessons(of, course));
  const { data: proposals = [] } = useQuery({ ...courseProposals(of), enabled: data !== undefined });
  const missing = data?.lessons.filter(({ lessonId }) => placeOfLesson(course, lessonId) === null) ?? [];
  if (!data || missing.length === 0) return null;
  return (
    <RuledSection title={t('Missing lessons')} aside={missing.length}>
      <WriteAllMissing of={of} missing={missing.length} />
      <EntryList>
        {missing.map((lesson) => (
          <MissingRow
            key={lesson.lessonId}
            of={of}
            course={course}
            from={data}
            lesson={lesson}
            writing={proposals.find(({ status, lesson_ids: ids }) => status === 'writing' && ids.includes(lesson.lessonId))?.task_id}
          />
        ))}
      </EntryList>
    </RuledSection>
  );
}

interface MissingRowProps extends MissingLessonsProps {
  /** The run that omitted it. */
  readonly from: { readonly taskId: string; readonly isStopped: boolean };
  readonly lesson: MissingLesson;
  /** The run that is writing it, of any member. */
  readonly writing: string | undefined;
}

function MissingRow({ of, course, from: { taskId, isStopped }, lesson, writing }: MissingRowProps) {
  const { mutate, isPending, error } = useWriteMissing(of);
  const shortfall = shortfallFrom(error);
  return (
    <Entry
      picture={<Typography color="textSecondary">{placeNumber(lesson)}</Typography>}
      mark={writing ? 'new' : isStopped ? 'attention' : 'failed'}
      title={<span {...languageAttributes(course.language)}>{lesson.title}</span>}
      lines={writing ? [] : [failureReasons(lesson.failures)].filter(Boolean)}
      actions={
        <>
          <Typography component="span" variant="body2" color="textSecondary" role="status">
            {writing ? (
              <Standing taskId={writing} />
            ) : error && !shortfall ? (
              errorText(error, t('It could not be started.'))
            ) : (
              t('Not written')
            )}
          </Typography>
          {!writing && (
            <Button
              variant="outlined"
              color="inherit"
              aria-busy={isPending}
              onClick={() => isPending || mutate({ taskId, lessonId: lesson.lessonId })}
            >
              {t('Write this lesson')}
              <VisuallyHidden {...languageAttributes(course.language)}> {lesson.title}</VisuallyHidden>
            </Button>
          )}
        </>
      }
    >
      {shortfall && !writing ? <ShortfallNote shortfall={shortfall} /> : undefined}
    </Entry>
  );
}

/** The progress of the run that writes it; the list of new texts polls the same run and refetches the course when it ends. */
function Standing({ taskId }: { readonly taskId: string }) {
  const { data: run } = useRunStatus(taskId);
  return run?.status === 'queued' ? t('Waiting to be started') : t('Being written');
}
