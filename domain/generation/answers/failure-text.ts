import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';

type Say = (values: Sentence['values']) => Sentence;

type Reason = 'vendors.exhausted' | 'spend.user_cap' | 'spend.install_cap' | 'internal';

const LESSON_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (values) => toSentence('Lesson {lesson} could not be written: no service that could be asked was able to.', values),
  'spend.user_cap': (values) => toSentence('Lesson {lesson} could not be written: your generation allowance for today is used up.', values),
  'spend.install_cap': (values) => toSentence('Lesson {lesson} could not be written: generation is paused for today.', values),
  internal: (values) => toSentence('Lesson {lesson} could not be written: something went wrong on our side.', values),
};

const PRACTICE_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (values) =>
    toSentence('The practice of lesson {lesson} could not be written: no service that could be asked was able to.', values),
  'spend.user_cap': (values) =>
    toSentence('The practice of lesson {lesson} could not be written: your generation allowance for today is used up.', values),
  'spend.install_cap': (values) =>
    toSentence('The practice of lesson {lesson} could not be written: generation is paused for today.', values),
  internal: (values) => toSentence('The practice of lesson {lesson} could not be written: something went wrong on our side.', values),
};

const CHECK_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (values) => toSentence('Lesson {lesson} could not be checked: no service that could be asked was able to.', values),
  'spend.user_cap': (values) => toSentence('Lesson {lesson} could not be checked: your generation allowance for today is used up.', values),
  'spend.install_cap': (values) => toSentence('Lesson {lesson} could not be checked: generation is paused for today.', values),
  internal: (values) => toSentence('Lesson {lesson} could not be checked: something went wrong on our side.', values),
};

/** Steps of the whole course: if the run fails because of one, its end states the reason. */
const COURSE_STEP_FAILED: Readonly<Record<string, Say>> = {
  'draft-outline': () => toSentence('The outline could not be written.'),
  'research-topic': () => toSentence('What is known about the topic could not be gathered.'),
};

interface FailedStep {
  readonly job: string;
  readonly code: string;
  /** Its number, `2.1`; null for a step of the whole course. */
  readonly lesson: string | null;
  /** An outline exists, so lessons will be written. */
  readonly hasOutline: boolean;
}

/** Returns the log sentence for a step that failed for good. */
export function stepFailedWords({ job, code, lesson, hasOutline }: FailedStep): Sentence {
  if (job === 'research-topic' && hasOutline)
    return toSentence('What is known about the topic could not be gathered. The lessons are written without it.');
  if (lesson === null) return (COURSE_STEP_FAILED[job] ?? (() => toSentence('The finished parts could not be assembled.')))({});
  const words = { 'write-lesson': LESSON_FAILED, 'write-practice': PRACTICE_FAILED }[job] ?? CHECK_FAILED;
  return (code in words ? words[code as Reason] : words.internal)({ lesson });
}
