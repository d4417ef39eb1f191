import { lookup } from '#contract/platform/lookup.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { NEEDS_OPERATOR, type FailureReason } from './failure-reason.ts';
import type { Flaw, VendorFailure } from './vendor-failure.ts';

/** Why a service did not do what it was asked: its answer was unusable, it refused, or it did not answer. */
export type Cause = FailureReason | Flaw | 'unreadable' | 'unfit' | 'timed_out' | 'too_busy' | 'out_of_reach';

/** Each cause as a sentence for the person who asked; it quotes neither the question nor the answer. */
const WORDS: Readonly<Record<Cause, Sentence>> = {
  declined: toSentence('The AI service declined to answer.'),
  other_language: toSentence('The AI service answered in another language.'),
  empty: toSentence('The AI service sent an empty answer.'),
  cut_off: toSentence('The AI service sent an incomplete answer.'),
  unreadable: toSentence('The AI service’s answer was not in the requested format.'),
  marks: toSentence('The AI service’s answer contained control characters.'),
  loop: toSentence('The AI service repeated the same words again and again.'),
  thoughts: toSentence('The AI service’s answer contained its reasoning.'),
  echo: toSentence('The AI service repeated our instructions instead of following them.'),
  about_itself: toSentence('The AI service wrote about itself or our instructions instead of addressing the reader.'),
  html: toSentence('The AI service’s answer contained HTML.'),
  study: toSentence('The AI service cited a study that was not in the sources.'),
  recited: toSentence('The AI service began to reproduce its training material and stopped.'),
  twin: toSentence('The AI service sent the text of another lesson.'),
  too_few: toSentence('The AI service planned fewer lessons than requested.'),
  unfit: toSentence('The AI service’s text did not pass our checks.'),
  unverified_organisation: toSentence('The organisation behind the AI service’s account is not verified. An operator needs to fix this.'),
  no_credit: toSentence('The AI service’s account has no credit left. An operator needs to fix this.'),
  wrong_key: toSentence('The AI service does not accept the key (401). An operator needs to fix this.'),
  unknown_model: toSentence('The AI service does not have this model. An operator needs to fix this.'),
  no_such_path: toSentence('The address of the AI service does not exist. An operator needs to fix this.'),
  context_too_small: toSentence('The context of the AI model is too small for this task.'),
  refused_parameter: toSentence('The AI service refused a parameter of the call.'),
  timed_out: toSentence('The AI service did not answer in time.'),
  too_busy: toSentence('The AI service was too busy.'),
  out_of_reach: toSentence('The AI service could not be reached.'),
};

const isCause = (word: string | undefined): word is Cause => word !== undefined && lookup(WORDS)[word as Cause] !== undefined;

/** Causes that last until an operator changes something. */
export const needsOperator = (cause: Cause): boolean => (NEEDS_OPERATOR as ReadonlySet<string>).has(cause);

/** Returns why a call has failed. */
export function causeOf({ code, reason, flaw, truncated, httpStatus }: VendorFailure): Cause {
  if (code === 'vendors.refused') return 'declined';
  if (reason !== null) return reason;
  if (flaw !== null) return flaw;
  if (truncated) return 'cut_off';
  if (code === 'vendors.rate_limited') return 'too_busy';
  if (code === 'vendors.timed_out') return 'timed_out';
  if (code === 'vendors.unavailable') return 'out_of_reach';
  return httpStatus === 200 ? 'unreadable' : 'unfit';
}

/** Returns the cause that all services' last tries share; null when they differ or it is unknown. */
export function commonCause(tried: readonly FailedAttempt[]): Cause | null {
  const last = new Map(tried.flatMap(({ service, cause }) => (service === null ? [] : [[service, cause] as const])));
  const causes = new Set(last.values());
  const [cause] = causes;
  return causes.size === 1 && isCause(cause) ? cause : null;
}

/** Returns the sentence for the cause that all services' last tries share, or null. */
export function reasonOf(tried: readonly FailedAttempt[]): Sentence | null {
  const cause = commonCause(tried);
  return cause && WORDS[cause];
}

/** Errors reported as 'no answer': to the user, a timeout is the same as an unreachable service. */
const NO_ANSWER: readonly string[] = ['vendors.unavailable', 'vendors.rate_limited', 'vendors.timed_out'];

/**
 * Returns the one reason that all failed tries share, for the learner: no answer, refusal, or unusable answers. Null when reasons differ.
 * @param codes of the tries; empty: no service could even be asked
 */
export function commonReason(codes: readonly string[]): 'vendors.all_down' | 'vendors.refused' | 'vendors.broken_output' | null {
  if (codes.every((code) => NO_ANSWER.includes(code))) return 'vendors.all_down';
  if (codes.every((code) => code === 'vendors.refused')) return 'vendors.refused';
  return codes.every((code) => code === 'vendors.broken_output') ? 'vendors.broken_output' : null;
}
