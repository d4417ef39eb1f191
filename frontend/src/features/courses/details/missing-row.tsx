import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { failureReasons } from '#frontend/lib/failure-reasons.ts';
import { useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { placeNumber } from '#frontend/features/courses/lesson/lesson-path.ts';
import type { CourseOf } from '#frontend/features/courses/version-queries.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { useWriteMissing, type MissingLesson, type MissingLessons } from './missing-lessons-query.ts';
import { OutlineRow } from './outline-row.tsx';

interface MissingRowProps {
  readonly of: CourseOf;
  /** The run that omitted it. */
  readonly from: Pick<MissingLessons, 'taskId' | 'isStopped'>;
  readonly lesson: MissingLesson;
  readonly language: TextLanguage;
  /** The run that is writing it, of any member. */
  readonly writing: string | undefined;
}

/** A missing lesson in its module, with a button to have it written. */
export function MissingRow({ of, from: { taskId, isStopped }, lesson, language, writing }: MissingRowProps) {
  const { mutate, isPending, error } = useWriteMissing(of);
  const shortfall = shortfallFrom(error);
  const title = (
    <span {...language}>
      <FormulaText text={lesson.title} dir={language.dir} />
    </span>
  );
  const reasons = failureReasons(lesson.failures);
  return (
    <OutlineRow as="li" state={writing ? 'writing' : isStopped ? 'waiting' : 'failed'}>
      <Typography component="span" color="textSecondary" sx={{ flex: 'none', width: '2.5rem' }}>
        {placeNumber(lesson)}
      </Typography>
      <Typography component="span" color="textSecondary" sx={{ flex: '1 1 9rem', minWidth: 0 }}>
        {title}
        {!writing && reasons && (
          <Typography component="span" variant="body2" sx={{ display: 'block' }}>
            {reasons}
          </Typography>
        )}
        {!writing && shortfall && <ShortfallNote shortfall={shortfall} />}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary" role="status">
        {writing ? <Standing taskId={writing} /> : error && !shortfall ? errorText(error, t('It could not be started.')) : t('Not written')}
      </Typography>
      <Box component="span" data-below>
        {!writing && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-busy={isPending}
            onClick={() => isPending || mutate({ taskId, lessonId: lesson.lessonId })}
          >
            {t('Write')}
            <VisuallyHidden> {title}</VisuallyHidden>
          </Button>
        )}
      </Box>
    </OutlineRow>
  );
}

/** The progress of the run that writes it; the list of new texts polls the same run and refetches the course when it ends. */
function Standing({ taskId }: { readonly taskId: string }) {
  const { data: run } = useRunStatus(taskId);
  return run?.status === 'queued' ? t('Waiting to be started') : t('Being written');
}
