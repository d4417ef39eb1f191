import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { openReadyCourse as endpoint } from '#contract/courses/library.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

/** Query key of the ready courses of the free library, with the user's copies. */
export const readyCoursesKey = (userId: string) => ['ready-courses', userId] as const;

/**
 * Makes the user's copy of a ready course, or finds it.
 * @throws ApiError
 */
export async function openReady(cache: QueryClient, userId: string, slug: string): Promise<AnswerOf<typeof endpoint>> {
  // loaded when it is needed: the first screens stay within their budget of script
  const { openReadyCourse } = await import('#contract/courses/library.contract.ts');
  const opened = await call(openReadyCourse, { params: { slug } });
  for (const queryKey of [readyCoursesKey(userId), ['topic-in-library'], ['courses', userId]]) void cache.invalidateQueries({ queryKey });
  return opened;
}

/** Opens a ready course of the free library, by its slug: a press makes the user's copy, or finds it, and shows its page. */
export function useOpenReady(userId: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    mutationFn: (slug: string) => openReady(cache, userId, slug),
    onSuccess: ({ course_id: courseId }) => void navigate({ to: '/courses/$courseId', params: { courseId } }),
    onError: (error) => toast('error', errorText(error, t('The course could not be opened.'))),
  });
}
