import { defineJobs } from '../platform/define-job.ts';

/** Calls of services, separate from the writing of courses. */
export const TRANSLATION_JOBS = defineJobs('translate', {
  'translate-texts': {},
  'bind-texts': {},
  'translate-list': {},
  'find-names': {},
  'translate-frame': {},
  'translate-lesson': {},
  'judge-translation': {},
  'close-translation': {},
});
