import { Fragment, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { cancelRun } from '#contract/generation/run-control.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { etaWords } from '#frontend/lib/polling/eta-words.ts';
import { runKey, useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { EstimateBasis } from '#frontend/ui/estimate-basis.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useCourseCache } from '../course-cache.ts';
import { placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';
import type { CourseOf, Proposal } from '../version-queries.ts';

interface RewriteProgressProps {
  readonly of: CourseOf;
  readonly course: Course;
  readonly proposal: Proposal;
}

/** What is being written, in words. */
function whatText(course: Course, run: StatusEnvelope, isPractice?: boolean): string {
  const { items } = run;
  const [first] = items;
  if (isPractice) {
    return items.length === 1 && first
      ? t('The practice of “{title}” is being written.', { title: first.title })
      : t('{n, plural, one {The practice of # lesson is being written.} other {The practice of # lessons is being written.}}', {
          n: items.length,
        });
  }
  const isMissing = first !== undefined && placeOfLesson(course, first.id) === null;
  if (items.length !== 1 || !first) {
    return isMissing
      ? t('{n, plural, one {# missing lesson is being written.} other {# missing lessons are being written.}}', { n: items.length })
      : t('{n, plural, one {A new text is being written for # lesson.} other {New texts are being written for # lessons.}}', {
          n: items.length,
        });
  }
  return isMissing
    ? t('The missing lesson “{title}” is being written.', { title: first.title })
    : t('Rewriting “{title}”', { title: first.title });
}

function howFarText(run: StatusEnvelope): string {
  if (run.status === 'queued') return t('Waiting to be started');
  return [t('{n}%', { n: run.progress }), etaWords(run)].filter(Boolean).join(' · ');
}

/** A running rewrite, polled until it ends. */
export function RewriteProgress({ of, course, proposal: { task_id: taskId, only_practice: isPractice } }: RewriteProgressProps) {
  const { data: run } = useRunStatus(taskId);
  const cache = useCourseCache(of.userId, of.courseId);
  const runs = useQueryClient();
  const isOver = run !== undefined && TERMINAL_RUN_STATUSES.includes(run.status);
  useEffect(() => {
    if (!isOver) return;
    // A missing lesson is added automatically, so the course is refetched, too.
    void cache.refresh();
    void runs.invalidateQueries({ queryKey: billingKey(of.userId) });
  }, [isOver, cache, runs, of.userId]);
  const stop = useAction({
    mutationFn: () => call(cancelRun, { params: { task_id: taskId }, query: { keep: 'false' } }),
    onSuccess: (stopped) => void runs.setQueryData(runKey(taskId), stopped),
    onError: (error) => toast('error', errorText(error, t('The rewrite could not be stopped'))),
  });
  if (!run || isOver) return null;
  return (
    <Entry
      title={whatText(course, run, isPractice)}
      lines={[
        <Fragment key="far">
          {howFarText(run)} <EstimateBasis eta={run.eta} words={etaWords(run)} />
        </Fragment>,
      ]}
      actions={
        <Button color="inherit" aria-busy={stop.isPending} onClick={() => stop.isPending || stop.mutate()}>
          {t('Stop')}
          <VisuallyHidden> {t('writing')}</VisuallyHidden>
        </Button>
      }
    >
      {run.status !== 'queued' && <ProgressMeter label={t('Progress')} value={run.progress} />}
    </Entry>
  );
}
