import type { RunAct, RunDetail } from '#contract/operator/runs-console.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { capital, stepWord } from '#frontend/ui/charts/waterfall-rows.ts';
import { NO_VALUE } from '../parts/figures.ts';

export const actWord = (act: RunAct): string =>
  ({ retry: t('Retry'), promote: t('Move to the front'), cancel: t('Cancel run'), remove: t('Remove') })[act];

/** The caption of a bulk action, with the number of matching runs. */
export const bulkWord = (act: RunAct, count: string): string =>
  ({
    retry: t('Retry all {n}', { n: count }),
    promote: t('Move all {n} to the front', { n: count }),
    cancel: t('Cancel all {n}', { n: count }),
    remove: t('Remove all {n}', { n: count }),
  })[act];

/** What an action deletes or discards; null if it is harmless. */
export const describeLoss = (act: RunAct): string | null =>
  ({
    retry: null,
    promote: null,
    cancel: t('The run is cancelled for good. Its calls are aborted, and nothing is charged.'),
    remove: t('Its request, steps, calls and log are deleted. Its cost remains in the totals.'),
  })[act];

type Try = RunDetail['steps'][number]['tries'][number];

/** Merges attempts with the same outcome; `asked` lists their services in order: `claude ×2, openai`. */
export function sameTries(
  tries: readonly Try[],
): readonly { readonly code: string; readonly hint: string | null; readonly asked: string }[] {
  return [...Map.groupBy(tries, ({ code, hint }) => `${code} ${hint ?? ''}`).values()].map((alike) => ({
    code: alike[0]!.code,
    hint: alike[0]!.hint,
    asked: [...Map.groupBy(alike, ({ service }) => service ?? NO_VALUE)]
      .map(([service, times]) => (times.length === 1 ? service : `${service} ×${times.length}`))
      .join(', '),
  }));
}

/** The name of a step: what it does, and for which lesson. */
export const stepName = ({ job, label }: RunDetail['steps'][number]): string =>
  capital(label === null ? stepWord(job) : t('{step} of {lesson}', { step: stepWord(job), lesson: label }));

/** How a call ended, in words. */
export const outcomeWord = (outcome: string): string =>
  ({
    ok: t('Answered'),
    rate_limited: t('Refused: too busy'),
    unavailable: t('Did not answer'),
    timed_out: t('Timed out'),
    refused: t('Declined'),
    broken: t('Unusable answer'),
    aborted: t('Cut off'),
  })[outcome] ?? outcome;
