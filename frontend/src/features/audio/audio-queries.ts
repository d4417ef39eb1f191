import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as contract from '#contract/audio/audio.contract.ts';
import { stopRun } from '#contract/platform/runs.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const POLL_MS = 2_000;
export type AudioLanguage = contract.CourseAudio['language'];

/** A course as audio, in its own language unless another is chosen; polled while it is being made. */
export const audioOf = (courseId: string, language?: AudioLanguage) =>
  queryOptions({
    queryKey: ['course-audio', courseId, language ?? null],
    queryFn: ({ signal }) => call(contract.courseAudio, { params: { course_id: courseId }, query: { language }, signal }),
    refetchInterval: ({ state }) => (state.data?.task_id ? POLL_MS : false),
  });

/** Returns the language to continue in: the one where the listener stopped, else the requested one, if it has audio; else one that has. */
export const languageToHear = ({ place, language, spoken }: contract.CourseAudio): AudioLanguage =>
  [place?.language, language].find((one) => one !== undefined && spoken.includes(one)) ?? spoken[0] ?? language;

/** The transcript of a lesson. */
export const transcriptOf = (courseId: string, lessonId: string, language: AudioLanguage) =>
  queryOptions({
    queryKey: ['course-audio', courseId, 'transcript', lessonId, language],
    queryFn: ({ signal }) => call(contract.audioTranscript, { params: { course_id: courseId, language, lesson_id: lessonId }, signal }),
  });

/** Address of a lesson's audio file. */
export const soundUrl = (courseId: string, lessonId: string, language: AudioLanguage): string =>
  contract.audioFile.path.replace(':course_id', courseId).replace(':language', language).replace(':lesson_id', lessonId);

/** The actions of a course's owner on its audio. */
export function useAudioActions(userId: string, courseId: string) {
  const cache = useQueryClient();
  const failed = t('The audio could not be changed. Please try again.');
  const params = { course_id: courseId };
  const options = {
    onSettled: async () => {
      for (const queryKey of [['course-audio', courseId], billingKey(userId)]) await cache.invalidateQueries({ queryKey });
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  };
  type Order = { language: AudioLanguage; style: contract.AudioStyle; lessons?: string[] };
  const make = useAction({
    mutationFn: ({ acceptedPrice, ...body }: Order & { readonly acceptedPrice: number }) =>
      call(contract.makeAudio, { params, body, acceptedPrice, fallback: failed }),
    ...options,
  });
  const stop = useAction({
    mutationFn: (taskId: string) => call(stopRun, { params: { task_id: taskId }, query: {}, fallback: failed }),
    ...options,
  });
  const remove = useAction({
    mutationFn: (language: AudioLanguage) => call(contract.removeAudio, { params: { ...params, language }, fallback: failed }),
    ...options,
  });
  const publish = useAction({
    mutationFn: ({ language, published }: { language: AudioLanguage; published: boolean }) =>
      call(contract.publishAudio, { params: { ...params, language }, body: { published }, fallback: failed }),
    ...options,
  });
  const openFeed = useAction({
    mutationFn: (language: AudioLanguage) => call(contract.openAudioFeed, { params: { ...params, language }, fallback: failed }),
    ...options,
  });
  const revokeFeed = useAction({
    mutationFn: (language: AudioLanguage) => call(contract.revokeAudioFeed, { params: { ...params, language }, fallback: failed }),
    ...options,
  });
  return { make, stop, remove, publish, openFeed, revokeFeed };
}
