import * as z from 'zod/mini';
import { identifier, moment } from '#contract/platform/bounded.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';

/** G53: maximum length of a recording, in seconds and bytes. */
export const VOICE_SECONDS = 30 * 60;
export const VOICE_BYTES = 25_000_000;
/** Size of each part of an upload except the last, in bytes. */
export const PART_BYTES = 1_000_000;
const MOST_PARTS = Math.ceil(VOICE_BYTES / PART_BYTES);
export const TITLE_CHARACTERS = 200;
export const TEXT_CHARACTERS = 60_000;
/** VOX-06: the text if there is no transcription. */
export const NO_TRANSCRIPTION = 'Auto-transcription not available';

const text = (max: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.trim()),
    ),
    z.string().check(z.maxLength(max)),
  );

/** VOX-05. `audio_data` is the URL of the recording, which players accept like a data URL. */
export const voiceNoteSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  title: z.string(),
  audio_data: z.string(),
  type: z.string(),
  /** Seconds. */
  duration: z.number(),
  transcription: z.string(),
  created_at: z.string(),
  /**
   * `none`: no service is configured; `failed`: it can be retried; `ready`: transcribed or written. While `transcribing` the text is empty.
   */
  transcription_status: z.enum(['transcribing', 'ready', 'failed', 'none']),
  /** Whether the user changed the transcribed text. */
  edited: z.boolean(),
  /** A language code from the service; null if unknown. */
  language: z.nullable(z.string()),
});
export type VoiceNote = z.infer<typeof voiceNoteSchema>;

const word = z.object({ text: z.string(), start: z.number(), end: z.number() });
/** A transcribed word with its times in seconds. */
export type SpokenWord = z.infer<typeof word>;

const oneNote = z.object({ voice_note_id: z.string() });
const oneUpload = z.object({ upload_id: z.uuid() });
const answer = z.object({ voice_note: voiceNoteSchema });

/**
 * Either `audio_data`, a data URL, or `upload_id` of parts sent before. Repeating the `id` returns the same note. The server measures the
 * `duration`; the sent value is ignored. A `transcription` that is neither empty nor the fallback is stored as the user's own.
 */
export const createVoiceNote = defineEndpoint({
  name: 'createVoiceNote',
  method: 'POST',
  path: '/api/voice-notes',
  summary:
    'Save a recording (WebM with Opus, MP4 with AAC, or a common audio file; at most 30 minutes and 25 MB); it is transcribed afterwards.',
  auth: 'user',
  offline: 'queued',
  scopes: ['media'],
  age: 'voice_notes',
  body: z.object({
    id: z.optional(z.uuid()),
    user_id: z.optional(identifier),
    title: z._default(text(TITLE_CHARACTERS), ''),
    audio_data: z.optional(z.string().check(z.maxLength(34_000_000))),
    upload_id: z.optional(z.uuid()),
    duration: z.optional(z.number()),
    transcription: z._default(text(TEXT_CHARACTERS), ''),
    created_at: z.optional(moment),
  }),
  example: { audio_data: 'data:audio/webm;base64,AAAA' },
  apart: { audio_data: { as: 'file', bytes: VOICE_BYTES } },
  responses: { 200: answer },
  errors: [
    'validation.failed',
    'body.too_large',
    'voice.bad_audio',
    'voice.too_long',
    'voice.upload_incomplete',
    'media.full',
    'media.not_configured',
  ],
  limit: 'voice',
});

export const putVoicePart = defineEndpoint({
  name: 'putVoicePart',
  method: 'PUT',
  path: '/api/voice-notes/uploads/:upload_id/:part',
  summary: 'Upload a part of a recording. Repeating a part changes nothing.',
  auth: 'user',
  offline: 'network',
  scopes: ['media'],
  namesOpen: 'own',
  age: 'voice_notes',
  params: z.extend(oneUpload, { part: wholeText(0, MOST_PARTS - 1) }),
  upload: { file: { types: ['application/octet-stream'], bytes: PART_BYTES } },
  body: z.object({}),
  example: {},
  responses: { 200: z.object({ parts: z.array(z.int()) }) },
  errors: ['validation.failed', 'body.too_large', 'body.unsupported_type', 'body.malformed'],
});

export const getVoiceUpload = defineEndpoint({
  name: 'getVoiceUpload',
  method: 'GET',
  path: '/api/voice-notes/uploads/:upload_id',
  summary: 'The parts of an upload that have arrived, so that it can continue after an interruption.',
  auth: 'user',
  scopes: ['media'],
  namesOpen: 'own',
  params: oneUpload,
  responses: { 200: z.object({ parts: z.array(z.int()) }) },
  errors: ['validation.failed'],
});

export const listVoiceNotes = defineEndpoint({
  name: 'listVoiceNotes',
  method: 'GET',
  path: '/api/voice-notes/:user_id',
  summary: 'The caller’s voice notes, newest first; `q`: only notes whose title or text contains it.',
  auth: 'user',
  scopes: ['media'],
  turns: ['q'],
  params: z.object({ user_id: z.string() }),
  query: z.object({
    limit: z._default(wholeText(1, 50), 50),
    after: z.optional(z.string()),
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
  responses: { 200: z.object({ voice_notes: z.array(voiceNoteSchema), next: z.nullable(z.string()) }) },
  errors: ['validation.failed'],
  limit: 'poll',
});

/** Supports `Range` requests, so that a player can seek. */
export const voiceAudio = defineEndpoint({
  name: 'voiceAudio',
  method: 'GET',
  path: '/api/voice-notes/:voice_note_id/audio',
  summary: 'The recording.',
  auth: 'user',
  scopes: ['media'],
  params: oneNote,
  media: 'audio/webm',
  responses: { 200: fileBody, 206: fileBody },
  errors: ['not_found'],
});

export const voiceWords = defineEndpoint({
  name: 'voiceWords',
  method: 'GET',
  path: '/api/voice-notes/:voice_note_id/words',
  summary: 'The transcript, word by word with times; empty until it exists.',
  auth: 'user',
  scopes: ['media'],
  params: oneNote,
  responses: { 200: z.object({ text: z.string(), words: z.array(word) }) },
  errors: ['not_found'],
});

export const voiceCaptions = defineEndpoint({
  name: 'voiceCaptions',
  method: 'GET',
  path: '/api/voice-notes/:voice_note_id/captions',
  summary: 'The transcript as WebVTT.',
  auth: 'user',
  scopes: ['media'],
  params: oneNote,
  media: 'text/vtt',
  responses: { 200: fileBody },
  errors: ['not_found'],
});

export const editVoiceNote = defineEndpoint({
  name: 'editVoiceNote',
  method: 'PATCH',
  path: '/api/voice-notes/:voice_note_id',
  summary: 'Rename a note, or correct its text; the transcript is kept.',
  auth: 'user',
  offline: 'network',
  scopes: ['media'],
  readBy: 'sender',
  params: oneNote,
  body: z.object({
    title: z.optional(text(TITLE_CHARACTERS).check(z.minLength(1))),
    transcription: z.optional(text(TEXT_CHARACTERS)),
  }),
  example: { title: 'Changed' },
  responses: { 200: answer },
  errors: ['not_found', 'validation.failed'],
});

export const transcribeVoiceNote = defineEndpoint({
  name: 'transcribeVoiceNote',
  method: 'POST',
  path: '/api/voice-notes/:voice_note_id/transcription',
  summary: 'Retry the transcription of a note; a finished or running transcription is not repeated.',
  auth: 'user',
  offline: 'network',
  scopes: ['media'],
  params: oneNote,
  responses: { 200: answer },
  errors: ['not_found'],
  limit: 'voice',
});

export const deleteVoiceNote = defineEndpoint({
  name: 'deleteVoiceNote',
  method: 'DELETE',
  path: '/api/voice-notes/:voice_note_id',
  summary: 'Delete a note with its recording.',
  auth: 'user',
  offline: 'network',
  scopes: ['media'],
  params: oneNote,
  responses: { 200: z.object({ id: z.string() }) },
  errors: ['not_found'],
});
