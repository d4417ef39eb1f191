import { queryOptions } from '@tanstack/react-query';
import { getGenerationLesson } from '#contract/generation/generation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** One finished lesson of a run. Its practice may be added a moment later, so it is not kept for long. */
export const runLesson = (taskId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['run', taskId, 'lesson', lessonId],
    queryFn: ({ signal }) => call(getGenerationLesson, { params: { task_id: taskId, lesson_id: lessonId }, signal }),
  });
