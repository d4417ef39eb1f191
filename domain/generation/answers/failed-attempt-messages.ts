import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { FailureCode, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { SERVICE_NAMES } from './service-names.ts';

type Words = Readonly<Record<FailureCode | 'truncated', (values: Sentence['values']) => Sentence>>;

// whole sentences, not fragments: each is translated as it is
const TRY_FAILED: Words = {
  'vendors.unavailable': (of) => toSentence('{service} could not be reached. It is tried again, or another service takes over.', of),
  'vendors.timed_out': (of) => toSentence('{service} did not answer in time. It is tried again, or another service takes over.', of),
  'vendors.rate_limited': (of) => toSentence('{service} had too much to do. It is tried again, or another service takes over.', of),
  'vendors.refused': (of) => toSentence('{service} declined its part. Another service takes over.', of),
  'vendors.broken_output': (of) =>
    toSentence('{service} sent an answer that could not be used. It is tried again, or another service takes over.', of),
  truncated: (of) => toSentence('{service} sent an answer that was cut off. It is tried again, or another service takes over.', of),
};

const LESSON_TRY_FAILED: Words = {
  'vendors.unavailable': (of) =>
    toSentence('Lesson {lesson}: {service} could not be reached. It is tried again, or another service takes over.', of),
  'vendors.timed_out': (of) =>
    toSentence('Lesson {lesson}: {service} did not answer in time. It is tried again, or another service takes over.', of),
  'vendors.rate_limited': (of) =>
    toSentence('Lesson {lesson}: {service} had too much to do. It is tried again, or another service takes over.', of),
  'vendors.refused': (of) => toSentence('Lesson {lesson}: {service} declined its part. Another service takes over.', of),
  'vendors.broken_output': (of) =>
    toSentence('Lesson {lesson}: {service} sent an answer that could not be used. It is tried again, or another service takes over.', of),
  truncated: (of) =>
    toSentence('Lesson {lesson}: {service} sent an answer that was cut off. It is tried again, or another service takes over.', of),
};

const LAST_TRY_FAILED: Words = {
  'vendors.unavailable': (of) => toSentence('{service} could not be reached.', of),
  'vendors.timed_out': (of) => toSentence('{service} did not answer in time.', of),
  'vendors.rate_limited': (of) => toSentence('{service} had too much to do.', of),
  'vendors.refused': (of) => toSentence('{service} declined its part.', of),
  'vendors.broken_output': (of) => toSentence('{service} sent an answer that could not be used.', of),
  truncated: (of) => toSentence('{service} sent an answer that was cut off.', of),
};

const LESSON_LAST_TRY_FAILED: Words = {
  'vendors.unavailable': (of) => toSentence('Lesson {lesson}: {service} could not be reached.', of),
  'vendors.timed_out': (of) => toSentence('Lesson {lesson}: {service} did not answer in time.', of),
  'vendors.rate_limited': (of) => toSentence('Lesson {lesson}: {service} had too much to do.', of),
  'vendors.refused': (of) => toSentence('Lesson {lesson}: {service} declined its part.', of),
  'vendors.broken_output': (of) => toSentence('Lesson {lesson}: {service} sent an answer that could not be used.', of),
  truncated: (of) => toSentence('Lesson {lesson}: {service} sent an answer that was cut off.', of),
};

type Failure = Pick<VendorFailure, 'service' | 'code' | 'truncated' | 'isLast'>;

/**
 * Returns the log sentence for a failed try of a step, including what happens next, if anything does.
 * @param lesson its number, `2.1`; null for a step of the whole course
 */
export function tryFailedWords({ service, code, truncated, isLast }: Failure, lesson: string | null): Sentence {
  const what = truncated ? 'truncated' : code;
  if (lesson === null) return (isLast ? LAST_TRY_FAILED : TRY_FAILED)[what]({ service: SERVICE_NAMES[service] });
  return (isLast ? LESSON_LAST_TRY_FAILED : LESSON_TRY_FAILED)[what]({ lesson, service: SERVICE_NAMES[service] });
}
