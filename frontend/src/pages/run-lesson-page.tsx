import { useEffect, useRef } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LessonNotes } from '#frontend/features/courses/lesson/lesson-notes.tsx';
import { bylineOf, LessonReading } from '#frontend/features/courses/lesson/lesson-reading.tsx';
import { LessonNavigation, ReadingFrame } from '#frontend/features/courses/lesson/reading-frame.tsx';
import { RunLessonExit, standingText } from '#frontend/features/generation/run-lesson/run-lesson-exit.tsx';
import { RunLessonNavigation } from '#frontend/features/generation/run-lesson/run-lesson-navigation.tsx';
import { RunLessonPending } from '#frontend/features/generation/run-lesson/run-lesson-pending.tsx';
import { RunUnavailable } from '#frontend/features/generation/run/run-unavailable.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { hasEnded, useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';
import { getGenerationLesson } from '#contract/generation/generation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Polling interval while a lesson's text is being written. */
const ARRIVING_MS = 400;

/** One lesson of a run, finished or being written. Its practice may be added a moment later, so it is cached only briefly. */
const runLesson = (taskId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['run', taskId, 'lesson', lessonId],
    queryFn: ({ signal }) => call(getGenerationLesson, { params: { task_id: taskId, lesson_id: lessonId }, signal }),
  });

/** A lesson readable while its course is being written: it grows and is corrected during the run. */
export default function RunLessonPage() {
  const { taskId, lessonId } = useParams({ from: '/app/create/runs/$taskId/lessons/$lessonId' });
  const { data: run, error: runError, refetch: askForRun } = useRunStatus(taskId);
  const item = run?.items.find(({ id }) => id === lessonId);
  const isBeingWritten = run !== undefined && !hasEnded(run) && item?.state === 'processing' && !item.readable;
  const {
    data: found,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...runLesson(taskId, lessonId),
    refetchInterval: isBeingWritten && ARRIVING_MS,
  });
  // a lesson that failed in the end is not shown
  const data = found?.awaits === 'text' && run && hasEnded(run) ? undefined : found;
  // The status is polled; the lesson is refetched, once per change, while the status shows more than this screen has.
  const isBehind = item?.readable === true && (!data || (item.awaits ?? null) !== data.awaits);
  const askedFor = useRef<typeof run>(undefined);
  useEffect(() => {
    if (!isBehind || isFetching || askedFor.current === run) return;
    askedFor.current = run;
    void refetch();
  }, [isBehind, isFetching, run, refetch]);
  const back = <RunLessonExit taskId={taskId} run={run} />;
  if (!data) {
    const isUnknown = run && run.items.length > 0 && !item;
    const isUnwritten = run && hasEnded(run) && item?.state !== 'completed';
    return (
      <PageFrame title={t('Lesson')}>
        {isNotFound(runError) ? (
          <RunUnavailable error={runError} onRetry={askForRun} />
        ) : isNotFound(error) ? (
          <ErrorState
            title={
              isUnknown
                ? t('The course has no such lesson')
                : isUnwritten
                  ? t('This lesson was not written')
                  : isBeingWritten
                    ? t('This lesson is being written. Its first words appear here by themselves.')
                    : t('This lesson cannot be read yet')
            }
          >
            {back}
          </ErrorState>
        ) : error ? (
          <ErrorState title={t('The lesson could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the lesson')} rows={8} />
        )}
      </PageFrame>
    );
  }
  const language = languageAttributes(run?.language);
  return (
    <ReadingFrame
      courseTitle={data.course_title}
      language={language}
      place={[data.module_title, run && standingText(run)].filter(Boolean).join(' · ')}
      exit={back}
      lessonKey={lessonId}
      title={data.lesson.title}
      byline={bylineOf(data.lesson, data.awaits === 'text' || data.awaits === 'practice' || data.awaits === 'review')}
    >
      <LessonReading
        lesson={data.lesson}
        language={language}
        notices={
          <>
            <RunLessonPending awaits={data.awaits} anew={data.anew} />
            {run && <LessonNotes notes={data.lesson.notes} language={run.language} />}
          </>
        }
        footer={<LessonNavigation>{run && <RunLessonNavigation run={run} lessonId={lessonId} />}</LessonNavigation>}
      />
    </ReadingFrame>
  );
}
