import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { openReadyCourse } from '#contract/courses/library.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

/** Query key of the ready courses of the free library, with the user's copies. */
export const readyCoursesKey = (userId: string) => ['ready-courses', userId] as const;

/** Opens a ready course of the free library, by its slug: a press makes the user's copy, or finds it, and shows its page. */
export function useOpenReady(userId: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    mutationFn: (slug: string) => call(openReadyCourse, { params: { slug } }),
    onSuccess: ({ course_id: courseId }) => {
      void cache.invalidateQueries({ queryKey: readyCoursesKey(userId) });
      void cache.invalidateQueries({ queryKey: ['topic-in-library'] });
      void cache.invalidateQueries({ queryKey: ['courses', userId] });
      void navigate({ to: '/courses/$courseId', params: { courseId } });
    },
    onError: (error) => toast('error', errorText(error, t('The course could not be opened.'))),
  });
}
