import * as contract from '#contract/voice/voice.contract.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import * as commands from '#domain/voice/voice-note.commands.ts';
import { partsOfUpload, putVoicePart } from '#domain/voice/voice-note.commands.ts';
import * as notes from '#domain/voice/voice-notes.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { readRange } from '#api/media/read-range.ts';

/** Mounts voice notes and their transcriptions. */
export function mountVoice(router: ApiRouter): void {
  mount(router, contract.createVoiceNote, async ({ user, body, files, requestId, signal }) => {
    const audio = files['audio_data']?.[0];
    const { id, title, transcription, audio_data: audioData, upload_id: uploadId, created_at: createdAt } = body;
    const given = { accountId: user.userId, requestId, id, title, audioData, audio, uploadId, transcription, createdAt, signal };
    return { status: 200, body: { voice_note: await commands.createVoiceNote(given) } };
  });

  mount(router, contract.getVoiceUpload, async ({ user, params }) => ({
    status: 200,
    body: { parts: await partsOfUpload({ accountId: user.userId, uploadId: params.upload_id }) },
  }));

  mount(router, contract.putVoicePart, async ({ user, params, files }) => {
    const bytes = await files['file']![0]!.bytes();
    const part = { accountId: user.userId, uploadId: params.upload_id, number: params.part, bytes };
    return { status: 200, body: { parts: await putVoicePart(part) } };
  });

  mount(router, contract.listVoiceNotes, async ({ user, query }) => ({
    status: 200,
    body: await notes.listVoiceNotes({ accountId: user.userId, ...query }),
  }));

  mount(router, contract.voiceAudio, async ({ user, params, header }) => {
    const file = await notes.voiceFile(user.userId, params.voice_note_id);
    const range = readRange(header('range'), file.bytes);
    const headers = {
      'Content-Type': file.type,
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, max-age=3600',
      'Content-Length': String(range ? range.end - range.start + 1 : file.bytes),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.bytes}` }),
    };
    return range ? { status: 206, body: readMedia(file, range), headers } : { status: 200, body: readMedia(file), headers };
  });

  mount(router, contract.voiceWords, async ({ user, params }) => {
    const { text, words } = await notes.findTranscript(user.userId, params.voice_note_id);
    return { status: 200, body: { text, words: [...words] } };
  });

  mount(router, contract.voiceCaptions, async ({ user, params }) => {
    return { status: 200, body: notes.inOnePiece(await notes.captionsOf(user.userId, params.voice_note_id)) };
  });

  mount(router, contract.editVoiceNote, async ({ user, params, body }) => {
    const changed = { accountId: user.userId, noteId: params.voice_note_id, ...body };
    return { status: 200, body: { voice_note: await commands.editVoiceNote(changed) } };
  });

  mount(router, contract.transcribeVoiceNote, async ({ user, params, requestId }) => {
    const note = { accountId: user.userId, noteId: params.voice_note_id, requestId };
    return { status: 200, body: { voice_note: await commands.startTranscription(note) } };
  });

  mount(router, contract.deleteVoiceNote, async ({ user, params }) => {
    await commands.deleteVoiceNote({ accountId: user.userId, noteId: params.voice_note_id });
    return { status: 200, body: { id: params.voice_note_id } };
  });
}
