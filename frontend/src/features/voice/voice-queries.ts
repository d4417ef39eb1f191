import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { createVoiceNote, listVoiceNotes, voiceWords, type VoiceNote } from '#contract/voice/voice.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import type { VoiceDraft } from './voice-draft.ts';

const POLL_MS = 2_000;

/** Query key of all voice notes of a user. */
export const voiceKey = (userId: string) => ['voice-notes', userId] as const;

const isWaiting = ({ transcription_status: status }: VoiceNote): boolean => status === 'transcribing';

/** Voice notes, newest first; polled while one of them is being transcribed. */
export const voicePages = (userId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...voiceKey(userId), 'list', q],
    queryFn: ({ pageParam, signal }) =>
      call(listVoiceNotes, { params: { user_id: userId }, query: { ...(q && { q }), ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.voice_notes.some(isWaiting)) ? POLL_MS : false),
  });

/** The transcript of a note, with the time of each word. */
export const wordsOf = (userId: string, noteId: string) =>
  queryOptions({
    queryKey: [...voiceKey(userId), noteId, 'words'],
    queryFn: ({ signal }) => call(voiceWords, { params: { voice_note_id: noteId }, signal }),
  });

/**
 * Saves a recording as a note; without a connection, it waits on this device with its sound.
 * @param onSent receives the share that has been sent, 0 to 1
 * @returns null if it waits
 */
export async function saveRecording(draft: VoiceDraft, title: string, onSent: (share: number) => void): Promise<VoiceNote | null> {
  const body = { id: draft.id, upload_id: draft.id, title, created_at: draft.startedAt };
  const sound = new Blob([...draft.chunks], { type: 'application/octet-stream' });
  return (await act(createVoiceNote, { body }, { lane: `voice:${draft.id}`, sound, onSent }))?.voice_note ?? null;
}
