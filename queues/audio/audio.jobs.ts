import { defineJobs } from '../platform/define-job.ts';

/** Scripts and voices of audio courses. A lesson's speech is many calls, whose results are stored one by one. */
export const AUDIO_JOBS = defineJobs('speak', {
  'write-script': {},
  'check-script': {},
  'correct-script': {},
  'speak-script': {},
  'close-audio': {},
});
