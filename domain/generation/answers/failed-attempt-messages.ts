import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { FailureCode, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';

type Words = Readonly<Record<FailureCode | 'truncated', (values: Sentence['values']) => Sentence>>;

// whole sentences, not fragments: each is translated as it is
const TRY_FAILED: Words = {
  'vendors.unavailable': (values) =>
    toSentence('{service} could not be reached. It is tried again, or another service takes over.', values),
  'vendors.timed_out': (values) =>
    toSentence('{service} did not answer in time. It is tried again, or another service takes over.', values),
  'vendors.rate_limited': (values) => toSentence('{service} had too much to do. It is tried again, or another service takes over.', values),
  'vendors.refused': (values) => toSentence('{service} declined its part. Another service takes over.', values),
  'vendors.broken_output': (values) =>
    toSentence('{service} sent an answer that could not be used. It is tried again, or another service takes over.', values),
  truncated: (values) => toSentence('{service} sent an answer that was cut off. It is tried again, or another service takes over.', values),
};

const LESSON_TRY_FAILED: Words = {
  'vendors.unavailable': (values) =>
    toSentence('Lesson {lesson}: {service} could not be reached. It is tried again, or another service takes over.', values),
  'vendors.timed_out': (values) =>
    toSentence('Lesson {lesson}: {service} did not answer in time. It is tried again, or another service takes over.', values),
  'vendors.rate_limited': (values) =>
    toSentence('Lesson {lesson}: {service} had too much to do. It is tried again, or another service takes over.', values),
  'vendors.refused': (values) => toSentence('Lesson {lesson}: {service} declined its part. Another service takes over.', values),
  'vendors.broken_output': (values) =>
    toSentence(
      'Lesson {lesson}: {service} sent an answer that could not be used. It is tried again, or another service takes over.',
      values,
    ),
  truncated: (values) =>
    toSentence('Lesson {lesson}: {service} sent an answer that was cut off. It is tried again, or another service takes over.', values),
};

const LAST_TRY_FAILED: Words = {
  'vendors.unavailable': (values) => toSentence('{service} could not be reached.', values),
  'vendors.timed_out': (values) => toSentence('{service} did not answer in time.', values),
  'vendors.rate_limited': (values) => toSentence('{service} had too much to do.', values),
  'vendors.refused': (values) => toSentence('{service} declined its part.', values),
  'vendors.broken_output': (values) => toSentence('{service} sent an answer that could not be used.', values),
  truncated: (values) => toSentence('{service} sent an answer that was cut off.', values),
};

const LESSON_LAST_TRY_FAILED: Words = {
  'vendors.unavailable': (values) => toSentence('Lesson {lesson}: {service} could not be reached.', values),
  'vendors.timed_out': (values) => toSentence('Lesson {lesson}: {service} did not answer in time.', values),
  'vendors.rate_limited': (values) => toSentence('Lesson {lesson}: {service} had too much to do.', values),
  'vendors.refused': (values) => toSentence('Lesson {lesson}: {service} declined its part.', values),
  'vendors.broken_output': (values) => toSentence('Lesson {lesson}: {service} sent an answer that could not be used.', values),
  truncated: (values) => toSentence('Lesson {lesson}: {service} sent an answer that was cut off.', values),
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
