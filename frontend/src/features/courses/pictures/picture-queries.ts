import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  coursePictures,
  drawCoursePictures,
  filmCourseClip,
  removeCourseClip,
  removeCoursePicture,
} from '#contract/courses/course-pictures.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { coursesKey } from '#frontend/features/courses/course-keys.ts';

export type Pictures = AnswerOf<typeof coursePictures>;

const POLL_MS = 3_000;
const isDrawing = ({ cover, modules, clip }: Pictures): boolean =>
  clip.state === 'filming' || [cover, ...modules].some(({ state }) => state === 'drawing');

/** The picture slots of a course, and its video; polled while one of them is being generated. */
export const picturesOf = (courseId: string) =>
  queryOptions({
    queryKey: ['course-pictures', courseId],
    queryFn: ({ signal }) => call(coursePictures, { params: { course_id: courseId }, signal }),
    refetchInterval: ({ state }) => (state.data && isDrawing(state.data) ? POLL_MS : false),
  });

/** Mutations of the owner: generate pictures or a clip, or remove them. */
export function usePictureActions(userId: string, courseId: string) {
  const cache = useQueryClient();
  const failed = t('The picture could not be changed. Please try again.');
  const clipFailed = t('The clip could not be changed. Please try again.');
  const options = {
    onSettled: async () => {
      const keys = [picturesOf(courseId).queryKey, billingKey(userId), coursesKey(userId)];
      await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  };
  const draw = useAction({
    mutationFn: ({ places, acceptedPrice }: { readonly places: string[]; readonly acceptedPrice: number }) =>
      call(drawCoursePictures, { params: { course_id: courseId }, body: { places }, acceptedPrice, fallback: failed }),
    ...options,
  });
  const remove = useAction({
    mutationFn: (place: string) => call(removeCoursePicture, { params: { course_id: courseId, place }, fallback: failed }),
    ...options,
  });
  const params = { course_id: courseId };
  const clipOptions = { ...options, onError: (error: Error) => toast('error', errorText(error, clipFailed)) };
  const film = useAction({
    mutationFn: (acceptedPrice: number) => call(filmCourseClip, { params, acceptedPrice, fallback: clipFailed }),
    ...clipOptions,
  });
  const removeClip = useAction({ mutationFn: () => call(removeCourseClip, { params, fallback: clipFailed }), ...clipOptions });
  return { draw, remove, film, removeClip };
}
