import * as z from 'zod/mini';
import { SOURCE_ADDRESS_LENGTH, SOURCE_BYTES } from './source-limits.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

export const SOURCE_TYPES = ['pdf', 'docx', 'pptx', 'epub', 'markdown', 'text', 'web'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];
/** A user's file or page from which courses can be written. `error` is shown to the user. */
export const sourceSchema = z.object({
  source_id: z.string(),
  /** The file's name, or the page's URL until its title is known. */
  name: z.string(),
  type: z.enum(SOURCE_TYPES),
  address: z.nullable(z.string()),
  status: z.enum(['reading', 'ready', 'failed']),
  error: z.nullable(z.string()),
  /** Number of pages or slides; null for other files. */
  pages: z.nullable(z.int()),
  /** Number of hidden slides of a presentation, which were not read. */
  hidden_slides: z.int(),
  words: z.int(),
  created_at: z.string(),
});
export type Source = z.infer<typeof sourceSchema>;

/** A passage of about 200 words. `before` and `after` are the numbers of its neighbours. */
export const passageSchema = z.object({
  source_id: z.string(),
  source_name: z.string(),
  number: z.int(),
  /** Page or slide, counted from 1. */
  page: z.nullable(z.int()),
  /** Headings it belongs to, outermost first. */
  headings: z.array(z.string()),
  /** Paragraphs are separated by a blank line. */
  text: z.string(),
});
export type Passage = z.infer<typeof passageSchema>;

export const listSources = defineEndpoint({
  name: 'listSources',
  method: 'GET',
  path: '/api/sources',
  summary: "The caller's own sources, newest first.",
  auth: 'user',
  scopes: ['courses:read'],
  responses: { 200: z.object({ sources: z.array(sourceSchema) }) },
  errors: [],
  limit: 'poll',
});

export const addSource = defineEndpoint({
  name: 'addSource',
  method: 'POST',
  path: '/api/sources',
  summary: 'Upload a file as a source, which a run reads. The same bytes are the same source.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'sender',
  upload: {
    file: {
      types: [
        'application/pdf',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'application/vnd.openxmlformats-officedocument.presentationml.presentation',
        'application/epub+zip',
        'text/markdown',
        'text/x-markdown',
        'text/plain',
        // browsers send this for an extension they do not know
        'application/octet-stream',
      ],
      bytes: SOURCE_BYTES,
    },
  },
  responses: { 202: z.object({ source: sourceSchema }) },
  errors: [
    'source.bad_type',
    'source.no_text',
    'source.too_many',
    'media.full',
    'queue.full',
    'media.not_configured',
    'body.too_large',
    'body.unsupported_type',
    'body.malformed',
    'validation.failed',
  ],
  limit: 'source',
});

export const addPage = defineEndpoint({
  name: 'addPage',
  method: 'POST',
  path: '/api/sources/pages',
  summary: 'Add a public web page as a source, which a run fetches and reads. The same address is the same source.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'sender',
  body: z.object({ address: z.string().check(z.trim(), z.minLength(1), z.maxLength(SOURCE_ADDRESS_LENGTH)) }),
  example: { address: 'http://127.0.0.1/' },
  responses: { 202: z.object({ source: sourceSchema }) },
  errors: ['validation.failed', 'source.bad_address', 'source.private_address', 'source.too_many', 'queue.full'],
  limit: 'source',
});

export const removeSource = defineEndpoint({
  name: 'removeSource',
  method: 'DELETE',
  path: '/api/sources/:source_id',
  summary: 'Delete a source with its passages. Courses keep their quotations.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  params: z.object({ source_id: z.string() }),
  responses: { 200: z.object({ source_id: z.string() }) },
  errors: ['not_found'],
});

/** A source from which a course was written; `is_there`: it has not been removed since. */
export const usedSourceSchema = z.object({ source_id: z.string(), name: z.string(), is_there: z.boolean() });
export type UsedSource = z.infer<typeof usedSourceSchema>;

export const listRunSources = defineEndpoint({
  name: 'listRunSources',
  method: 'GET',
  path: '/api/runs/:task_id/sources',
  summary: 'The sources of a run, in the order in which they were chosen.',
  auth: 'user',
  scopes: ['courses:read'],
  params: z.object({ task_id: z.string() }),
  responses: { 200: z.object({ sources: z.array(usedSourceSchema) }) },
  errors: ['not_found'],
});

export const getPassage = defineEndpoint({
  name: 'getPassage',
  method: 'GET',
  path: '/api/sources/:source_id/passages/:number',
  summary: 'One passage of a source.',
  auth: 'user',
  scopes: ['courses:read'],
  params: z.object({ source_id: z.string(), number: z.string() }),
  responses: { 200: z.object({ passage: passageSchema }) },
  errors: ['not_found'],
});
