import { joinWords } from '#contract/voice/join-words.ts';
import type { SpokenWord, VoiceNote } from '#contract/voice/voice.contract.ts';
import { findMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { hasEveryWord } from '#domain/platform/normalised-text.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { hasSpeechService } from '#domain/vendors/speech/speech.client.ts';
import { toWire, VOICE_COLUMNS, type NoteTranscript, type VoiceRow } from './voice-note.ts';

/** Tells whether this installation can transcribe voice notes. */
export const hasTranscription = (): boolean => hasSpeechService();

const FROM = sql`voice_note n join media_object m on m.id = n.audio_id left join run on run.id = n.run_id`;

/** Returns a note's row. @throws ProductError not_found, also for another user's */
export async function findVoiceRow(accountId: string, noteId: string): Promise<VoiceRow> {
  const [row] = isUuid(noteId)
    ? await rowsOf<VoiceRow>(database(), sql`select ${VOICE_COLUMNS} from ${FROM} where n.id = ${noteId} and n.account_id = ${accountId}`)
    : [];
  if (!row) throw notFound('voice note');
  return row;
}

/** Returns a note. @throws ProductError not_found */
export const readVoiceNote = async (accountId: string, noteId: string): Promise<VoiceNote> => toWire(await findVoiceRow(accountId, noteId));

interface PageRequest {
  readonly accountId: string;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly q?: string | undefined;
}

/** Lists a user's voice notes, newest first. @throws ProductError validation.failed for an invalid cursor */
export async function listVoiceNotes({
  accountId,
  limit,
  after,
  q,
}: PageRequest): Promise<{ voice_notes: VoiceNote[]; next: string | null }> {
  const cursor = after ? decodeCursor(after, 'after') : null;
  const rows = await rowsOf<VoiceRow>(
    database(),
    sql`select ${VOICE_COLUMNS} from ${FROM}
      where n.account_id = ${accountId}
            ${q ? sql`and ${hasEveryWord(sql`n.search_text`, [q])}` : empty}
            ${cursor ? sql`and (n.created_at, n.id) < (${cursor.at}::timestamp at time zone 'UTC', ${cursor.id}::uuid)` : empty}
      order by n.created_at desc, n.id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    voice_notes: page.map(toWire),
    next: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}

/** Returns the recording. @throws ProductError not_found */
export async function voiceFile(accountId: string, noteId: string): Promise<MediaObject> {
  return findMedia((await findVoiceRow(accountId, noteId)).audio_id);
}

/** Returns the transcription, with the time of each word. @throws ProductError not_found */
export async function findTranscript(accountId: string, noteId: string): Promise<NoteTranscript> {
  await findVoiceRow(accountId, noteId);
  const row: { heard: NoteTranscript | null } = await database()('voice_note').where({ id: noteId }).first('heard');
  return row.heard ?? { text: '', words: [], language: null };
}

const CUE_WORDS = 8;
const CUE_S = 5;

/** Returns the transcription as WebVTT: cues of a few words. @throws ProductError not_found */
export async function captionsOf(accountId: string, noteId: string): Promise<string> {
  const cues: SpokenWord[][] = [];
  for (const word of (await findTranscript(accountId, noteId)).words) {
    const cue = cues.at(-1);
    if (cue && cue.length < CUE_WORDS && word.end - cue[0]!.start <= CUE_S) cue.push(word);
    else cues.push([word]);
  }
  const lines = cues.map(
    (cue) => `${clock(cue[0]!.start)} --> ${clock(cue.at(-1)!.end)}\n${escaped(joinWords(cue.map(({ text }) => text)))}\n`,
  );
  return ['WEBVTT\n', ...lines].join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Formats seconds as `00:01:02.500`. */
const clock = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** Streams a text as a file. */
export async function* inOnePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
