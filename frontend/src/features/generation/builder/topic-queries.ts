import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { dropKeptTopic, findInLibrary, keepTopic, listKeptTopics, MOST_GOALS } from '#contract/generation/topics.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import type { FormValues } from './form-values.ts';

/** The form values by which the library is searched. */
export type Wish = Pick<FormValues, 'topic' | 'learning_goals' | 'language_preference' | 'age' | 'general_course'>;

/** The demo library's match for a topic. The library does not change while a page is open, but it may have been unavailable. */
export const libraryMatch = ({
  topic,
  learning_goals: goals,
  language_preference: language,
}: Pick<Wish, 'topic' | 'learning_goals' | 'language_preference'>) =>
  queryOptions({
    queryKey: ['topic-in-library', topic, goals, language],
    queryFn: ({ signal }) => call(findInLibrary, { query: { topic, goals: goals.slice(0, MOST_GOALS), language }, signal }),
    enabled: topic !== '',
    staleTime: ({ state }) => (state.data?.library ? Infinity : 0),
    retry: false,
  });

export const keptTopics = (userId: string) =>
  queryOptions({ queryKey: ['kept-topics', userId], queryFn: ({ signal }) => call(listKeptTopics, { signal }) });

function useTake(userId: string) {
  const cache = useQueryClient();
  return (kept: AnswerOf<typeof listKeptTopics>) => cache.setQueryData(keptTopics(userId).queryKey, kept);
}

export const useKeepTopic = (userId: string) =>
  useAction({ mutationFn: (topic: string) => call(keepTopic, { body: { topic } }), onSuccess: useTake(userId) });

export const useDropTopic = (userId: string) =>
  useAction({ mutationFn: (id: string) => call(dropKeptTopic, { params: { id } }), onSuccess: useTake(userId) });
