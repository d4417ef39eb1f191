import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  createVoiceNote,
  getVoiceUpload,
  listVoiceNotes,
  PART_BYTES,
  putVoicePart,
  voiceWords,
  type VoiceNote,
} from '#contract/voice/voice.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
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
 * Uploads the missing parts of a recording and saves it; resumes after an interruption.
 * @param onSent receives the uploaded fraction, 0 to 1
 */
export async function saveRecording(draft: VoiceDraft, title: string, onSent: (share: number) => void): Promise<VoiceNote> {
  const bytes = new Blob([...draft.chunks], { type: 'application/octet-stream' });
  const { parts } = await call(getVoiceUpload, { params: { upload_id: draft.id } });
  for (let part = 0; part * PART_BYTES < bytes.size; part += 1) {
    onSent((part * PART_BYTES) / bytes.size);
    if (parts.includes(part)) continue;
    const piece = bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES, 'application/octet-stream');
    const file = new File([piece], 'part', { type: 'application/octet-stream' });
    await call(putVoicePart, { params: { upload_id: draft.id, part }, body: {}, files: { file } });
  }
  const { voice_note: note } = await call(createVoiceNote, {
    body: { id: draft.id, upload_id: draft.id, title, created_at: draft.startedAt },
    fallback: t('Failed to save voice note'),
  });
  return note;
}
