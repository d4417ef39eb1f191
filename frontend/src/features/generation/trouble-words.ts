import { SERVICES, type StatusEnvelope } from '#contract/platform/status.contract.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t, told } from '#frontend/lib/text.ts';
import { nobodyAnswers } from './run-words.ts';

/** Names as a sentence takes them: `Claude, Grok and OpenAI`. */
const listNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : t('{names} and {last}', { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' });

/** Which services do not answer, and what happens meanwhile; null when all do. */
export function downWords(run: StatusEnvelope): string | null {
  if (nobodyAnswers(run)) {
    // The server knows for how long they are asked again, and says so once it has waited for a moment.
    const outage = run.log.findLast(({ event }) => event === 'services.out');
    if (outage) return told(outage.text, outage.words);
    return t(
      'None of the four AI services answers at the moment. They are asked again for a while; what cannot be written is not charged.',
    );
  }
  const down = SERVICES.filter((service) => run.services[service] === 'failed').map((service) => SERVICE_NAMES[service]);
  if (run.status !== 'running' || down.length === 0) return null;
  return down.length === 1
    ? t('{name} is not answering. The other services take over its part.', { name: down[0] ?? '' })
    : t('{names} are not answering. The other services take over their part.', { names: listNames(down) });
}

/** What a service did, by the code of its last try. */
const DEEDS: Readonly<Record<string, () => string>> = {
  'vendors.unavailable': () => t('could not be reached'),
  'vendors.timed_out': () => t('did not answer in time'),
  'vendors.rate_limited': () => t('had too much to do'),
  'vendors.refused': () => t('declined to write it'),
  'vendors.broken_output': () => t('sent a text that could not be used'),
};

/** Which services a lesson failed with, and why: `Claude and Grok could not be reached; Gemini declined to write it.` Null when unknown. */
export function lessonFailureWords({ failures = [] }: StatusEnvelope['items'][number]): string | null {
  const byDeed = Map.groupBy(
    failures.filter(({ service }) => service !== null),
    ({ code }) => (DEEDS[code] ?? (() => t('failed')))(),
  );
  if (byDeed.size === 0) return failures.length > 0 ? t('Something went wrong on our side.') : null;
  const clauses = [...byDeed].map(([deed, tries]) => {
    const names = listNames(tries.map(({ service }) => SERVICE_NAMES[service!]));
    return t('{names} {deed}', { names, deed });
  });
  return `${clauses.join('; ')}.`;
}

/** Why a run failed, in words a learner can act on, and that it cost nothing; the server's own sentence for codes that came later. */
export function failureWords(error: StatusEnvelope['error']): string {
  const words: Readonly<Record<string, string>> = {
    'vendors.all_down': t('None of the four AI services could be reached. Your form is kept; start again in a few minutes.'),
    'vendors.refused': t('The AI services declined this request. Another wording of the topic may help.'),
    'vendors.broken_output': t('The AI services returned answers that could not be used. Starting again usually helps.'),
    'run.no_lessons': t('The outline was written, but no lesson could be. Your form is kept.'),
    'run.cancelled': t('The course was stopped before it was finished.'),
    'spend.user_cap': t("Today's generation allowance is used up. It is renewed tomorrow."),
    'spend.install_cap': t('Generation is paused for today. Your form is kept.'),
  };
  const known = words[error?.code ?? ''];
  if (known !== undefined) return `${known} ${t('Nothing was charged.')}`;
  return error ? told(error.detail) : t('Something went wrong on our side.');
}
