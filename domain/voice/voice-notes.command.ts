import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { NO_TRANSCRIPTION, TITLE_CHARACTERS, type VoiceNote } from '#contract/voice/voice.contract.ts';
import { addMedia, dropMedia } from '#domain/media/media.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { cancelRun } from '#domain/platform/runs/cancel-run.command.ts';
import { retryRun } from '#domain/platform/runs/retry-run.command.ts';
import { hasSpeechService } from '#domain/vendors/speech/speech.client.ts';
import { takeRecording } from './take-recording.ts';
import { TRANSCRIPTION_KIND } from './transcription.kind.ts';
import { findVoiceRow, readVoiceNote } from './voice-notes.queries.ts';
import { wholeUpload } from './voice-upload.command.ts';

interface NewVoiceNote {
  readonly accountId: string;
  readonly requestId: string;
  /** Made by the client: the same sent again is the same note. */
  readonly id: string | undefined;
  /** Empty: 'Voice Note' with the time. */
  readonly title: string;
  readonly audioData: string | undefined;
  readonly uploadId: string | undefined;
  readonly transcription: string;
  /** ISO; now when absent. */
  readonly createdAt: string | undefined;
}

/**
 * Saves a recording and has it written down, unless its owner sends a text of their own.
 * @throws ProductError validation.failed without a recording (VOX-09), voice.bad_audio, voice.too_long, voice.upload_incomplete,
 *   body.too_large, media.full, media.not_configured
 */
export async function createVoiceNote(given: NewVoiceNote): Promise<VoiceNote> {
  const { accountId, id = uuidv7(), uploadId } = given;
  const saved = await database()('voice_note').where({ id }).first('account_id');
  if (saved?.account_id === accountId) return readVoiceNote(accountId, id);
  if (saved) throw invalid('id', 'This id is taken.');
  const { audio, seconds } = await takeRecording(accountId, await bytesOf(given));
  const said = given.transcription === NO_TRANSCRIPTION ? '' : given.transcription;
  const createdAt = timeOf(given.createdAt);
  const title = given.title || `Voice Note ${createdAt.toISOString().slice(0, 16).replace('T', ' ')}`;
  await transact(async (trx) => {
    await addMedia(trx, audio);
    const added = await trx('voice_note')
      .insert({
        id,
        account_id: accountId,
        title: title.slice(0, TITLE_CHARACTERS),
        audio_id: audio.id,
        seconds,
        transcription: said,
        created_at: createdAt,
      })
      .onConflict('id')
      .ignore()
      .returning('id');
    // sent twice at once: the other one has it
    if (added.length === 0) await dropMedia(trx, [audio.id]);
    if (uploadId) await trx('voice_upload_part').where({ account_id: accountId, upload_id: uploadId }).delete();
  });
  // it is saved, whatever keeps it from being written down: its owner may have that tried again
  if (said === '')
    await startTranscription({ accountId, noteId: id, requestId: given.requestId }).catch((error: unknown) => {
      if (!(error instanceof ProductError)) throw error;
      logger().warn({ err: error, voice_note: id }, 'voice: a saved recording is not written down yet');
    });
  return readVoiceNote(accountId, id);
}

const invalid = (path: string, said: string) =>
  new ProductError('validation.failed', said, { data: { errors: [fieldProblem(path, said)] } });

async function bytesOf({ accountId, audioData, uploadId }: NewVoiceNote): Promise<Uint8Array> {
  if (uploadId) return wholeUpload({ accountId, uploadId });
  if (!audioData) throw invalid('audio_data', 'Record something first.');
  const comma = audioData.indexOf(',');
  const head = audioData.slice(0, Math.max(comma, 0));
  if (!/^data:(audio|video)\/[\w.+-]+(;[\w=.+"-]+)*;base64$/i.test(head)) throw new ProductError('voice.bad_audio');
  return Buffer.from(audioData.slice(comma + 1), 'base64');
}

/** A client may have been without a network for a while; it cannot be ahead of us. */
function timeOf(said: string | undefined): Date {
  const time = said ? new Date(said) : new Date();
  return time.getTime() > Date.now() ? new Date() : time;
}

interface NoteOf {
  readonly accountId: string;
  readonly noteId: string;
}

/** Has a note written down that has no text and no run that lives; nothing where no service is there. @throws ProductError not_found */
export async function startTranscription({
  accountId,
  noteId,
  requestId = randomUUID(),
}: NoteOf & { requestId?: string }): Promise<VoiceNote> {
  const row = await findVoiceRow(accountId, noteId);
  const isLive = row.run_status === 'queued' || row.run_status === 'running';
  if (!hasSpeechService() || isLive || row.heard_text !== null) return readVoiceNote(accountId, noteId);
  if (row.run_id && row.run_status === 'failed') {
    // what was heard before is not bought again
    await retryRun({ runId: row.run_id, accountId });
    return readVoiceNote(accountId, noteId);
  }
  await acceptRun({
    kind: TRANSCRIPTION_KIND,
    accountId,
    request: { voice_note_id: noteId, audio_id: row.audio_id },
    subject: row.title,
    requestId,
    asked: { voice_note_id: noteId },
    dedupeKey: `transcription:${noteId}`,
    begin: async (trx: Knex.Transaction, runId: string) => {
      await trx('voice_note').where({ id: noteId, account_id: accountId }).update({ run_id: runId });
    },
  });
  return readVoiceNote(accountId, noteId);
}

/** Renames a note, or corrects its text; what was heard is kept. @throws ProductError not_found */
export async function editVoiceNote({
  accountId,
  noteId,
  title,
  transcription,
}: NoteOf & { title?: string | undefined; transcription?: string | undefined }): Promise<VoiceNote> {
  await findVoiceRow(accountId, noteId);
  const changes = { ...(title !== undefined && { title }), ...(transcription !== undefined && { transcription }) };
  if (Object.keys(changes).length > 0) await database()('voice_note').where({ id: noteId, account_id: accountId }).update(changes);
  return readVoiceNote(accountId, noteId);
}

/** Stops what is being written down, then removes the note; its bytes go with the next sweep. @throws ProductError not_found */
export async function deleteVoiceNote({ accountId, noteId }: NoteOf): Promise<void> {
  const { run_id: runId, run_status: status } = await findVoiceRow(accountId, noteId);
  if (runId && (status === 'queued' || status === 'running')) await cancelRun({ runId, accountId, keep: false });
  await transact(async (trx) => {
    const [gone] = await trx('voice_note').where({ id: noteId, account_id: accountId }).delete().returning('audio_id');
    if (gone) await dropMedia(trx, [gone.audio_id]);
  });
}
