import { sql } from '#domain/platform/sql.ts';
import { hasSpeechService } from '#domain/vendors/speech/speech.client.ts';
import type { VoiceNote as StoredNote } from './voice-note.model.ts';
import { NO_TRANSCRIPTION, voiceAudio, type SpokenWord, type VoiceNote } from '#contract/voice/voice.contract.ts';

/** A recording's transcription. */
export interface NoteTranscript {
  readonly text: string;
  readonly words: readonly SpokenWord[];
  readonly language: string | null;
}

/** A note with the state of its run. */
export interface VoiceRow extends Pick<
  StoredNote,
  'id' | 'account_id' | 'title' | 'audio_id' | 'seconds' | 'transcription' | 'run_id' | 'created_at'
> {
  readonly type: string;
  readonly heard_text: string | null;
  readonly language: string | null;
  readonly run_status: string | null;
  readonly sort_at: string;
}

/** Columns of `VoiceRow` over `n` (voice_note), `m` (media_object) and `run`. */
export const VOICE_COLUMNS = sql`n.id, n.account_id, n.title, n.audio_id, m.type, n.seconds, n.transcription, n.heard->>'text' as heard_text,
  n.heard->>'language' as language, n.run_id, run.status as run_status, n.created_at, (n.created_at at time zone 'UTC')::text as sort_at`;

const LIVE = ['queued', 'running'];

function statusOf({ transcription, heard_text: heard, run_status: status }: VoiceRow): VoiceNote['transcription_status'] {
  if (transcription !== '' || heard !== null) return 'ready';
  if (status !== null && LIVE.includes(status)) return 'transcribing';
  return hasSpeechService() ? 'failed' : 'none';
}

/** VOX-05 VOX-06: the fallback text replaces a missing one. */
export function toWire(row: VoiceRow): VoiceNote {
  const status = statusOf(row);
  const hasNone = status === 'none' || status === 'failed';
  return {
    id: row.id,
    user_id: row.account_id,
    title: row.title,
    audio_data: voiceAudio.path.replace(':voice_note_id', row.id),
    type: row.type,
    duration: row.seconds,
    transcription: hasNone ? NO_TRANSCRIPTION : row.transcription,
    created_at: row.created_at.toISOString(),
    transcription_status: status,
    edited: row.heard_text !== null && row.heard_text !== row.transcription,
    language: row.language,
  };
}
