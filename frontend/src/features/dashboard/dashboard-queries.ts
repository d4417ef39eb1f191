import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  getDashboard,
  listAchievements,
  listPoints,
  listStudyDays,
  setCourseGoal,
  setWeeklyGoal,
} from '#contract/dashboard/dashboard.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const dashboardKey = (userId: string) => ['dashboard', userId] as const;
const achievementsKey = (userId: string) => ['achievements', userId] as const;
const query = () => ({ time_zone: ownTimeZone() });

export const dashboard = (userId: string) =>
  queryOptions({
    queryKey: dashboardKey(userId),
    queryFn: ({ signal }) => call(getDashboard, { params: { user_id: userId }, query: query(), signal }),
  });

export const achievements = (userId: string) =>
  queryOptions({
    queryKey: achievementsKey(userId),
    queryFn: async ({ signal }) => (await call(listAchievements, { params: { user_id: userId }, query: query(), signal })).achievements,
  });

/** When the user studied a course in the last weeks, in this device's time zone. */
export const studyDays = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: [...dashboardKey(userId), 'study-days', courseId],
    queryFn: async ({ signal }) => (await call(listStudyDays, { params: { course_id: courseId }, query: query(), signal })).days,
  });

const first = undefined as number | undefined;
/** Awards of points, newest first, page by page. */
export const pointPages = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...dashboardKey(userId), 'points'],
    queryFn: ({ pageParam, signal }) => call(listPoints, { query: { before: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Sets or removes goals. */
export function useGoals(userId: string) {
  const cache = useQueryClient();
  const failed = t('The goal could not be saved.');
  const options = {
    onSuccess: () => cache.invalidateQueries({ queryKey: dashboardKey(userId) }),
    onError: (error: Error) => toast('error', errorText(error, failed)),
  };
  const week = useAction({
    mutationFn: (minutes: number | null) => act(setWeeklyGoal, { body: { minutes } }, { lane: 'goal:week' }),
    ...options,
  });
  const course = useAction({
    mutationFn: ({ courseId, dueOn }: { courseId: string; dueOn: string | null }) =>
      act(setCourseGoal, { params: { course_id: courseId }, body: { due_on: dueOn } }, { lane: `goal:${courseId}` }),
    ...options,
  });
  return { week, course };
}
