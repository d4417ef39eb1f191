import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import {
  deleteMentorSession,
  listMentorSessions,
  readMentorSession,
  renameMentorSession,
  type MentorMessage,
} from '#contract/mentor/mentor.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, isNotFound } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

/** Query key of everything about a user's conversations with the mentor. */
export const mentorKey = (userId: string) => ['mentor', userId] as const;

/** Tells whether a message is an answer that is being written, or waits for its turn. */
export const isOpen = ({ sender, state }: MentorMessage): boolean => sender === 'other' && (state === 'sending' || state === 'waiting');

const first = undefined as string | undefined;
/** Polling interval for an answer that is written elsewhere or was started before a reload. */
const POLL_MS = 1_500;

/** All conversations, most recently used first, page by page. */
export const allSessions = (userId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...mentorKey(userId), 'sessions', q],
    queryFn: ({ pageParam, signal }) => call(listMentorSessions, { query: { q: q || undefined, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: (rows) => rows,
  });

/** One conversation: its newest messages, then earlier ones page by page. */
export const oneSession = (userId: string, sessionId: string) =>
  infiniteQueryOptions({
    queryKey: [...mentorKey(userId), 'session', sessionId],
    queryFn: ({ pageParam, signal }) =>
      call(readMentorSession, { params: { session_id: sessionId }, query: { cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.messages.some(isOpen) ? POLL_MS : false),
  });

/** Merges the pages of a conversation in reading order, oldest first, each message once. */
export function messagesOf(pages: readonly { readonly messages: readonly MentorMessage[] }[]): MentorMessage[] {
  const all = pages.toReversed().flatMap(({ messages }) => messages);
  return [...new Map(all.map((message) => [message.message_id, message])).values()];
}

export function useRenameSession(userId: string, onDone: () => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: ({ sessionId, title }: { readonly sessionId: string; readonly title: string }) =>
      call(renameMentorSession, {
        params: { session_id: sessionId },
        body: { title },
        fallback: t('The conversation could not be renamed.'),
      }),
    onSuccess: onDone,
    onError: (error) => toast('error', errorText(error, t('The conversation could not be renamed.'))),
    onSettled: () => cache.invalidateQueries({ queryKey: mentorKey(userId) }),
  });
}

/** Deletes a conversation; one that is already deleted counts as success. */
export function useDeleteSession(userId: string, onDone: () => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (sessionId: string) =>
      call(deleteMentorSession, { params: { session_id: sessionId }, fallback: t('The conversation could not be deleted.') }).catch(
        (error: unknown) => {
          if (!isNotFound(error)) throw error;
          return { deleted: true };
        },
      ),
    onSuccess: (_, sessionId) => {
      cache.removeQueries({ queryKey: oneSession(userId, sessionId).queryKey });
      onDone();
      void cache.invalidateQueries({ queryKey: [...mentorKey(userId), 'sessions'] });
    },
    onError: (error) => toast('error', errorText(error, t('The conversation could not be deleted.'))),
  });
}
