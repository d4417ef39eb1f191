import { queryOptions } from '@tanstack/react-query';
import { getGenerationLesson } from '#contract/generation/generation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Polling interval while a lesson's text arrives. */
export const ARRIVING_MS = 400;

/** One lesson of a run, finished or arriving. Its practice may be added a moment later, so it is cached only briefly. */
export const runLesson = (taskId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['run', taskId, 'lesson', lessonId],
    queryFn: ({ signal }) => call(getGenerationLesson, { params: { task_id: taskId, lesson_id: lessonId }, signal }),
  });
