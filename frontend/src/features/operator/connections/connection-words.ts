import type {
  ConnectionProblem,
  ConnectionTest,
  LearntOfModel,
  ServiceConnections,
} from '#contract/operator/service-connections.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { formatMicro } from '../parts/figures.ts';

/** The problem with a service, and what to do about it. */
export function problemWords(code: ConnectionProblem): string {
  const words: Record<ConnectionProblem, () => string> = {
    address_refused: () => t('This address cannot be called from here. Addresses on this network need PRIVATE_CONNECTIONS=1.'),
    not_reachable: () => t('Nothing answers at this address. Check that the server is running and the address is correct.'),
    no_such_path: () =>
      t(
        'The server answers, but lists no models at this address, even with /v1 added. Check the server’s documentation for its API address.',
      ),
    wrong_key: () => t('The key was not accepted. Copy it again from the service’s website.'),
    unverified_organisation: () =>
      t('The service requires the organisation behind this key to be verified first. Verify it on the service’s own page.'),
    no_credit: () => t('The account behind this key has no credit left.'),
    unknown_model: () => t('This key has no such model. Choose one from the list.'),
    refused_parameter: () => t('The server refuses the requests courses need, in every form we tried. Choose another model.'),
    context_too_small: () => t('The model’s context is too small for a course. Give it a larger context, or choose another model.'),
    too_many_requests: () => t('The service is receiving too many requests. Try again in a minute.'),
    no_structured_answer: () => t('The model answers, but not in the format that courses need. Choose another model.'),
    no_usable_lesson: () => t('The model answers, but its lessons are not usable. Choose another model.'),
    failed: () => t('The service failed. Try again in a minute.'),
  };
  return words[code]();
}

/** A problem found by a test, with its figures. */
export function testProblemWords({ problem, context_tokens: holds, needed_tokens: needs }: ConnectionTest): string {
  if (problem!.code !== 'context_too_small' || holds === null) return problemWords(problem!.code);
  return t('It holds {holds} tokens; a course needs {needs}. Give it a larger context, or choose another model.', {
    holds: formatNumber(holds),
    needs: formatNumber(needs),
  });
}

/** Decimals matter only for the slowest models. */
const speedOf = (words: number): string => formatNumber(words < 10 ? words : Math.round(words));

/** The results of a test of a working model, in one sentence. */
export function learntSentence({ words_a_second, schema, context_tokens, needed_tokens }: ConnectionTest): string {
  const speed = speedOf(words_a_second ?? 0);
  if (context_tokens === null) {
    const words: Record<ConnectionTest['schema'], () => string> = {
      json_schema: () => t('Writes {speed} words a second and follows the schema.', { speed }),
      json_object: () => t('Writes {speed} words a second and answers in JSON, with the schema in the prompt.', { speed }),
      prompt: () => t('Writes {speed} words a second and follows a schema described in the prompt.', { speed }),
    };
    return words[schema]();
  }
  const figures = { speed, holds: formatNumber(context_tokens), needs: formatNumber(needed_tokens) };
  const words: Record<ConnectionTest['schema'], () => string> = {
    json_schema: () =>
      t('Writes {speed} words a second, follows the schema and has a context of {holds} tokens. A course needs {needs}.', figures),
    json_object: () =>
      t('Writes {speed} words a second, answers in JSON and has a context of {holds} tokens. A course needs {needs}.', figures),
    prompt: () =>
      t(
        'Writes {speed} words a second, follows a schema described in the prompt and has a context of {holds} tokens. A course needs {needs}.',
        figures,
      ),
  };
  return words[schema]();
}

/** A model's known traits in short phrases; typical values are left out. */
export function traitPhrases(learnt: readonly LearntOfModel[]): string[] {
  const phrase = ({ trait, value }: LearntOfModel): string | null => {
    const figure = typeof value === 'number' ? formatNumber(value) : '';
    const words: Readonly<Record<string, () => string | null>> = {
      words_a_second: () => t('{speed} words a second', { speed: speedOf(Number(value)) }),
      context: () => t('has a context window of {holds} tokens', { holds: figure }),
      calls_at_once: () => t('{n, plural, one {# call at a time} other {# calls at a time}}', { n: Number(value) }),
      most_output: () => t('answers of up to {n} tokens', { n: figure }),
      schema: () =>
        value === 'prompt' ? t('does not support schemas') : value === 'json_object' ? t('answers in JSON without a schema') : null,
      schema_enforced: () => (value === false ? t('does not support schemas') : null),
      stream: () => (value === 'whole' ? t('does not stream its answers') : null),
      system: () => (value === 'user' ? t('has no system role') : null),
      effort: () => (value === false ? t('cannot limit its thinking') : null),
    };
    return (Object.hasOwn(words, trait) && words[trait]?.()) || null;
  };
  return [...new Set(learnt.flatMap((one) => phrase(one) ?? []))];
}

interface Entered {
  readonly isOwn: boolean;
  readonly model: string;
  /** The entered price; null without one. */
  readonly price: { readonly input: number; readonly output: number } | null;
}

/** The duration and cost of a test, for before it starts. */
export function testPriceWords({ test, list_prices: prices }: ServiceConnections, { isOwn, model, price: entered }: Entered): string {
  const { calls, input, output } = test;
  const price = entered ?? (isOwn ? null : prices.find((listed) => listed.model === model));
  const size = t('The service writes a short lesson with a quiz: {calls, plural, one {# call} other {# calls}}, about {tokens} tokens.', {
    calls,
    tokens: formatNumber(Math.round((input + output) / 100) * 100),
  });
  const micro = price ? input * price.input + output * price.output : null;
  const sum =
    micro === null
      ? t('The cost is unknown.')
      : micro === 0
        ? t('It is free.')
        : t('It costs about {price}, charged to the key’s account.', { price: formatMicro(micro) });
  return `${size} ${sum}`;
}

/** The tokens and cost of a test that has run. */
export function spentWords({ tokens, cost_micro_usd: cost }: ConnectionTest): string {
  const price = cost === null ? t('cost unknown') : cost === 0 ? t('free') : cost < 10_000 ? t('less than a cent') : formatMicro(cost);
  return [tokens === null ? null : t('{n, plural, one {# token} other {# tokens}}', { n: tokens }), price].filter(Boolean).join(' · ');
}
