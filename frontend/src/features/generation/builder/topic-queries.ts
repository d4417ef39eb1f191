import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { dropKeptTopic, findInLibrary, keepTopic, listKeptTopics, MOST_GOALS } from '#contract/generation/topics.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import type { FormValues } from './form-values.ts';

/** The library is asked after this pause in typing. */
export const TYPING_PAUSE_MS = 500;

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

/**
 * What the demo library has on the topic of a form; null while it is not known, and where services write. `ready`: the course that opens as a
 * copy, because the library has the whole topic and nothing else is asked for.
 */
export function useLibraryFor(values: Wish & Pick<FormValues, 'ai_components' | 'source_ids'>) {
  const isDemo = useIsSandboxAi();
  const topic = values.topic.trim();
  const settled = useSettled(topic, TYPING_PAUSE_MS);
  const goals = useSettled(values.learning_goals, TYPING_PAUSE_MS);
  const { data } = useQuery({
    ...libraryMatch({ topic: settled, learning_goals: goals, language_preference: values.language_preference }),
    enabled: isDemo && settled !== '',
  });
  const library = isDemo && settled === topic ? (data?.library ?? null) : null;
  const course = library?.match === 'course' && !values.general_course ? (library.nearest[0] ?? null) : null;
  const asksForMore = Object.values(values.ai_components).some(Boolean) || values.source_ids.length > 0;
  return { library, course, ready: asksForMore ? null : course };
}

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
