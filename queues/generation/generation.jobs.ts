import { defineJobs } from '../platform/define-job.ts';

/** The jobs of writing a course; `finish-rewrite` ends a run that writes single lessons. */
export const GENERATION_JOBS = defineJobs('generate', {
  'draft-outline': {},
  'research-topic': {},
  'write-lesson': {},
  'write-practice': {},
  'review-lesson': {},
  'correct-lesson': {},
  'assemble-course': {},
  'finish-rewrite': {},
});
