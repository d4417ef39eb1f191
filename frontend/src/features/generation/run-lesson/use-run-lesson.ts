import { useEffect, useRef } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { getGenerationLesson } from '#contract/generation/generation.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { RunItem } from '#frontend/features/generation/run/run-words.ts';
import { call } from '#frontend/lib/api-client.ts';
import { hasEnded, useRunStatus } from '#frontend/lib/polling/poll-run.ts';

/** Polling interval while a lesson's text is being written. */
const ARRIVING_MS = 400;

/** One lesson of a run, finished or being written. Its practice may be added later, so it is cached only briefly. */
const runLesson = (taskId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['run', taskId, 'lesson', lessonId],
    queryFn: ({ signal }) => call(getGenerationLesson, { params: { task_id: taskId, lesson_id: lessonId }, signal }),
  });

interface RunLesson {
  readonly run: StatusEnvelope | undefined;
  /** Why the run could not be loaded. */
  readonly runError: Error | null;
  readonly askForRun: () => void;
  /** The lesson in the run; undefined until it is known, or if the course has no such lesson. */
  readonly item: RunItem | undefined;
  readonly isBeingWritten: boolean;
  /** The part of the lesson that has been written; undefined until it can be read. */
  readonly data: AnswerOf<typeof getGenerationLesson> | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** A lesson of a run that may still be written; it grows and is corrected while the reader looks at it. */
export function useRunLesson(taskId: string, lessonId: string): RunLesson {
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
  // a lesson that finally failed is not shown
  const data = found?.awaits === 'text' && run && hasEnded(run) ? undefined : found;
  // The status is polled; whenever it is ahead of this screen, the lesson is refetched once.
  const isBehind = item?.readable === true && (!data || (item.awaits ?? null) !== data.awaits);
  const askedFor = useRef<typeof run>(undefined);
  useEffect(() => {
    if (!isBehind || isFetching || askedFor.current === run) return;
    askedFor.current = run;
    void refetch();
  }, [isBehind, isFetching, run, refetch]);
  return { run, runError, askForRun, item, isBeingWritten, data, error, refetch: () => void refetch() };
}
