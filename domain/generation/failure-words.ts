import { say, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { FailureCode, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { SERVICE_NAMES } from './service-names.ts';

type Say = (values: Sentence['values']) => Sentence;

const TRY_FAILED: Readonly<Record<FailureCode, Say>> = {
  'vendors.unavailable': (of) => say('{service} could not be reached. It is tried again, or another service takes over.', of),
  'vendors.timed_out': (of) => say('{service} did not answer in time. It is tried again, or another service takes over.', of),
  'vendors.rate_limited': (of) => say('{service} had too much to do. It is tried again, or another service takes over.', of),
  'vendors.refused': (of) => say('{service} declined its part. Another service takes over.', of),
  'vendors.broken_output': (of) =>
    say('{service} sent an answer that could not be used. It is tried again, or another service takes over.', of),
};

const LESSON_TRY_FAILED: Readonly<Record<FailureCode, Say>> = {
  'vendors.unavailable': (of) =>
    say('Lesson {lesson}: {service} could not be reached. It is tried again, or another service takes over.', of),
  'vendors.timed_out': (of) =>
    say('Lesson {lesson}: {service} did not answer in time. It is tried again, or another service takes over.', of),
  'vendors.rate_limited': (of) =>
    say('Lesson {lesson}: {service} had too much to do. It is tried again, or another service takes over.', of),
  'vendors.refused': (of) => say('Lesson {lesson}: {service} declined its part. Another service takes over.', of),
  'vendors.broken_output': (of) =>
    say('Lesson {lesson}: {service} sent an answer that could not be used. It is tried again, or another service takes over.', of),
};

/** What a failed try of a step is called in the run's log. @param lesson its number, `2.1`; null for a step of the whole course */
export const tryFailedWords = ({ service, code }: Pick<VendorFailure, 'service' | 'code'>, lesson: string | null): Sentence =>
  lesson === null
    ? TRY_FAILED[code]({ service: SERVICE_NAMES[service] })
    : LESSON_TRY_FAILED[code]({ lesson, service: SERVICE_NAMES[service] });

type Reason = 'vendors.exhausted' | 'spend.user_cap' | 'spend.install_cap' | 'internal';

const LESSON_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (of) => say('Lesson {lesson} could not be written: no service that could be asked was able to.', of),
  'spend.user_cap': (of) => say('Lesson {lesson} could not be written: your generation allowance for today is used up.', of),
  'spend.install_cap': (of) => say('Lesson {lesson} could not be written: generation is paused for today.', of),
  internal: (of) => say('Lesson {lesson} could not be written: something went wrong on our side.', of),
};

const PRACTICE_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (of) => say('The practice of lesson {lesson} could not be written: no service that could be asked was able to.', of),
  'spend.user_cap': (of) =>
    say('The practice of lesson {lesson} could not be written: your generation allowance for today is used up.', of),
  'spend.install_cap': (of) => say('The practice of lesson {lesson} could not be written: generation is paused for today.', of),
  internal: (of) => say('The practice of lesson {lesson} could not be written: something went wrong on our side.', of),
};

const CHECK_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (of) => say('Lesson {lesson} could not be checked: no service that could be asked was able to.', of),
  'spend.user_cap': (of) => say('Lesson {lesson} could not be checked: your generation allowance for today is used up.', of),
  'spend.install_cap': (of) => say('Lesson {lesson} could not be checked: generation is paused for today.', of),
  internal: (of) => say('Lesson {lesson} could not be checked: something went wrong on our side.', of),
};

/** Steps of the whole course: why its run could not have them is what the run's own end says, where it ends for it. */
const COURSE_STEP_FAILED: Readonly<Record<string, Say>> = {
  'draft-outline': () => say('The outline could not be written.'),
  'research-topic': () => say('What is known about the topic could not be gathered. The lessons are written without it.'),
};

/** What the end of a step that failed for good is called in the run's log. @param lesson its number, `2.1`; null for a step of the whole course */
export function stepFailedWords({ job, code, lesson }: { job: string; code: string; lesson: string | null }): Sentence {
  if (lesson === null) return (COURSE_STEP_FAILED[job] ?? (() => say('What was written could not be put together.')))({});
  const words = { 'write-lesson': LESSON_FAILED, 'write-practice': PRACTICE_FAILED }[job] ?? CHECK_FAILED;
  return (code in words ? words[code as Reason] : words.internal)({ lesson });
}
