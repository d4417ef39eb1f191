import { lookup } from '#contract/platform/lookup.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { SERVICE_NAMES } from './service-names.ts';
import { t } from './text.ts';

type Failures = NonNullable<StatusEnvelope['items'][number]['failures']>;

/** Joins names as a sentence lists them: `Claude, Grok and OpenAI`. */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : t('{names} and {last}', { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' });

/** How a service failed, by the code of its last attempt. */
const FAILURES: Readonly<Record<string, () => string>> = lookup({
  'vendors.unavailable': () => t('could not be reached'),
  'vendors.timed_out': () => t('did not answer in time'),
  'vendors.rate_limited': () => t('was overloaded'),
  'vendors.refused': () => t('declined to write it'),
  'vendors.broken_output': () => t('sent a text that could not be used'),
});

/** Failures that no service caused, by code. */
const OURS: Readonly<Record<string, () => string>> = lookup({
  // of the demo library, which is no service
  'vendors.unavailable': () => t('The demo library could not be reached.'),
  'vendors.timed_out': () => t('The demo library did not answer in time.'),
  'spend.user_cap': () => t("Today's generation allowance was used up."),
  'spend.install_cap': () => t('Generation was paused for the day.'),
  'quiz.dropped': () => t('The service that checked the quiz did not agree with it.'),
  'quiz.unchecked': () => t('No service could check the quiz.'),
  'run.cancelled': () => t('You stopped the course before they were ready.'),
});

/** Which services failed, and why: `Claude and Grok could not be reached; Gemini declined to write it.` Null when unknown. */
export function failureReasons(failures: Failures = []): string | null {
  const own = failures.find(({ service }) => service === null);
  const byFailure = Map.groupBy(
    failures.filter(({ service }) => service !== null),
    ({ code }) => (FAILURES[code] ?? (() => t('failed')))(),
  );
  if (byFailure.size === 0) return own ? (OURS[own.code] ?? (() => t('Something went wrong on our side.')))() : null;
  const clauses = [...byFailure].map(([deed, tries]) => {
    const names = listNames(tries.map(({ service }) => SERVICE_NAMES[service!]));
    return t('{names} {deed}', { names, deed });
  });
  return `${clauses.join('; ')}.`;
}
