import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { EXPORT_FORMATS } from '#contract/platform/export-formats.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { IMPORT_BYTES } from './course-file.ts';

/** Days until an export's file is deleted. */
export const EXPORT_DAYS = 7;
/** Languages that the PDF's font can write: those in Latin script. */
export const PDF_LANGUAGES: readonly string[] = ['english', 'spanish', 'french', 'german', 'italian', 'portuguese'];

/** An export of a course. `error` is shown to the user. */
export const courseExportSchema = z.object({
  task_id: z.string(),
  format: z.enum(EXPORT_FORMATS),
  status: z.enum(['processing', 'completed', 'failed']),
  progress: z.int(),
  filename: z.string(),
  error: z.nullable(z.string()),
  created_at: z.string(),
  /** When the file is deleted. */
  kept_until: z.string(),
});
export type CourseExport = z.infer<typeof courseExportSchema>;

export const startExport = defineEndpoint({
  name: 'startExport',
  method: 'POST',
  path: '/api/course-exports',
  summary: 'Export a course to a file. Repeating the call during the export, or within a minute, returns the same file.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'no_text',
  body: z.object({ course_id: identifier, format: z.enum(EXPORT_FORMATS) }),
  example: { course_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d', format: 'markdown' },
  responses: { 202: z.object({ task_id: z.string() }) },
  errors: ['refund.under_way', 'not_found', 'validation.failed', 'export.no_letters', 'media.full', 'queue.full'],
  limit: 'make-export',
});

export const listExports = defineEndpoint({
  name: 'listExports',
  method: 'GET',
  path: '/api/course-exports',
  summary: 'The caller’s exports of a course, newest first. An export is a run and can be stopped like one.',
  auth: 'user',
  scopes: ['courses:read'],
  query: z.object({ course_id: z.string() }),
  responses: { 200: z.object({ exports: z.array(courseExportSchema) }) },
  errors: ['validation.failed', 'not_found'],
  limit: 'poll',
});

export const downloadExport = defineEndpoint({
  name: 'downloadExport',
  method: 'GET',
  path: '/api/course-exports/:task_id/file',
  summary: 'The exported file; `content-disposition` contains its name.',
  auth: 'user',
  scopes: ['courses:read'],
  params: z.object({ task_id: z.string() }),
  media: 'application/octet-stream',
  responses: { 200: fileBody },
  errors: ['not_found'],
});

/** The `result` of an import's run. */
export const importResultSchema = z.object({ course_id: z.string() });

export const importCourse = defineEndpoint({
  name: 'importCourse',
  method: 'POST',
  path: '/api/course-imports',
  summary:
    'Import a course from the own zip, as a new course with the same content. Waits for a moment, then answers 202 with its run; with ' +
    '`Prefer: respond-async` at once. One at a time: the same bytes answer the import that is under way, others are refused.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'sender',
  headers: ['Idempotency-Key', 'Prefer'],
  upload: { file: { types: ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'], bytes: IMPORT_BYTES } },
  responses: { 201: z.extend(importResultSchema, { task_id: z.string() }), 202: z.object({ task_id: z.string() }) },
  errors: [
    'import.bad_file',
    'import.under_way',
    'course.too_large',
    'lesson.too_long',
    'lesson.too_complex',
    'idempotency.body_mismatch',
    'queue.full',
    'run.cancelled',
    'media.full',
    'media.not_configured',
    'body.too_large',
    'body.unsupported_type',
    'body.malformed',
    'validation.failed',
  ],
  limit: 'make-course',
});
