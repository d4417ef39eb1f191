import { defineJobs } from '../platform/define-job.ts';

/** What writing a course consists of; `finish-rewrite` is the end of a run that writes single lessons. */
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
