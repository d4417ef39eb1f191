import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { searchText } from '#contract/platform/visible-name.ts';
import { CONTEXT_LENGTH, QUOTE_LENGTH } from './find-passage.ts';

export const NOTE_LENGTH = 4_000;
export const NOTES_PER_LESSON = 100;
export const NOTE_SEARCH_LENGTH = 200;

/** A passage of a lesson's visible text, stored as words: `findPassage` finds it in the live version. */
export const passageSchema = z.object({
  quote: z.string().check(z.minLength(1), z.maxLength(QUOTE_LENGTH)),
  /** The text immediately before and after it. */
  prefix: z.string().check(z.maxLength(CONTEXT_LENGTH * 4)),
  suffix: z.string().check(z.maxLength(CONTEXT_LENGTH * 4)),
  /** Its start, in characters of the text without blanks. */
  position: whole(0),
  /** Fingerprint of the whole text in which it was selected. */
  fingerprint: z.string().check(z.maxLength(40)),
});

/**
 * A note on a lesson, or a highlight (a passage without a text). `standing`: `found` when the live version has its passage, `changed` when
 * the passage was edited, `orphaned` when the passage or its lesson was removed.
 */
export const noteSchema = z.object({
  note_id: z.string(),
  course_id: z.string(),
  lesson_id: z.string(),
  passage: z.nullable(passageSchema),
  text: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  standing: z.enum(['found', 'changed', 'orphaned']),
  course_title: z.string(),
  /** The course's language: a value of the form's `language_preference`. */
  language: z.string(),
  /** null if the live version does not have the lesson. */
  lesson: z.nullable(z.object({ title: z.string(), module: z.int(), lesson: z.int() })),
});
export type Note = z.infer<typeof noteSchema>;
export type Passage = z.infer<typeof passageSchema>;

const noteText = z.string().check(z.trim(), z.maxLength(NOTE_LENGTH));
const ofNote = z.object({ note_id: z.string() });
/** Filters; without any, all of the caller's notes. */
const selection = z.object({
  /** Every word must occur in the note, its passage, or the title of its course. */
  q: z.optional(searchText(NOTE_SEARCH_LENGTH)),
  course_id: z.optional(z.string()),
  lesson_id: z.optional(z.string()),
});

export const listNotes = defineEndpoint({
  name: 'listNotes',
  method: 'GET',
  path: '/api/notes',
  summary: "The caller's notes and highlights, newest first.",
  auth: 'user',
  scopes: ['learn'],
  turns: ['q'],
  query: z.extend(selection, {
    limit: z._default(wholeText(1, 100), 20),
    /** Opaque, from the previous page's `next`. */
    after: z.optional(z.string()),
  }),
  responses: { 200: z.object({ notes: z.array(noteSchema), next: z.nullable(z.string()), total: z.int() }) },
  errors: ['validation.failed'],
});

/** The client generates the id, so that sending a note twice creates only one. */
export const createNote = defineEndpoint({
  name: 'createNote',
  method: 'POST',
  path: '/api/notes',
  summary: 'Write a note on a lesson or highlight a passage. Repeating the id returns the existing note.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'sender',
  body: z
    .object({
      note_id: z.uuid(),
      course_id: identifier,
      /** The permanent id of the lesson, or `0_1` in the live version. */
      lesson_id: identifier,
      passage: z.nullable(passageSchema),
      text: z._default(noteText, ''),
    })
    .check(
      z.refine(({ passage, text }) => passage !== null || text !== '', { path: ['text'], error: 'Must not be empty without a passage' }),
    ),
  example: {
    course_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d',
    note_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a12',
    lesson_id: '0_0',
    passage: null,
    text: 'Changed',
  },
  responses: { 200: z.object({ note: noteSchema }) },
  errors: ['validation.failed', 'not_found', 'notes.lesson_full'],
});

export const updateNote = defineEndpoint({
  name: 'updateNote',
  method: 'PATCH',
  path: '/api/notes/:note_id',
  summary: "Change a note's text.",
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'sender',
  params: ofNote,
  body: z.object({ text: noteText }),
  example: { text: 'Changed' },
  responses: { 200: z.object({ note: noteSchema }) },
  errors: ['validation.failed', 'not_found'],
});

export const deleteNote = defineEndpoint({
  name: 'deleteNote',
  method: 'DELETE',
  path: '/api/notes/:note_id',
  summary: 'Delete a note.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  params: ofNote,
  responses: { 200: z.object({ deleted: z.boolean() }) },
  errors: ['not_found'],
});

export const exportNotes = defineEndpoint({
  name: 'exportNotes',
  method: 'GET',
  path: '/api/notes/export',
  summary: "The caller's notes as one Markdown file, by course and lesson.",
  auth: 'user',
  scopes: ['learn'],
  turns: 'always',
  limit: 'export-notes',
  query: selection,
  media: 'text/markdown; charset=utf-8',
  responses: { 200: fileBody },
  errors: ['validation.failed'],
});
