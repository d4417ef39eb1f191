import * as z from 'zod';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { askServices, type Answered, type Work } from '#domain/vendors/llm/ask-services.ts';
import { AllowanceWait, BatchWait } from '#domain/vendors/llm/vendor-failure.ts';
import { declareAnswer } from '#domain/vendors/llm/answer-schema.ts';
import { unshield, type Shielded } from './shield.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const TOKENS_A_CHARACTER = 1.5;
const LEAST_ANSWER_TOKENS = 2_000;
const MOST_ANSWER_TOKENS = 32_000;

/** The error when no service could translate. */
export const noTranslation = () => new ProductError('vendors.failed', 'No AI service could translate now. Please try again later.');

const answerSchema = declareAnswer('translations', z.object({ translations: z.array(z.object({ id: z.string(), text: z.string() })) }));
type Answer = z.infer<typeof answerSchema>;

/** A text to be translated, with an id. */
export interface Item extends Shielded {
  readonly id: string;
}

interface Wanted {
  /** BCP 47. */
  readonly target: string;
  readonly source: string;
  readonly names?: readonly { readonly source: string; readonly target: string }[];
  /** Why an earlier translation was rejected. */
  readonly problems?: readonly string[];
  readonly last?: Service | undefined;
}

export interface Translated {
  /** By item id; without those that failed twice. */
  readonly texts: ReadonlyMap<string, string>;
  /** The last answer. Null: no call was needed. */
  readonly answered: Answered<unknown> | null;
}

const nameOf = (language: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

/**
 * Translates a list of texts. Each is checked separately: one that lost or gained a placeholder is requested once more, from another
 * service if there is one, and is then omitted.
 * @throws ProductError vendors.failed when no service could; AllowanceWait; BatchWait; StepLost; CallAborted
 */
export async function translateList(work: Work<unknown>, items: readonly Item[], wanted: Wanted): Promise<Translated> {
  const texts = new Map<string, string>();
  let answered: Answered<Answer> | null = null;
  for (let round = 0; round < 2 && texts.size < items.length; round += 1) {
    const open = items.filter(({ id }) => !texts.has(id));
    const before: Answered<Answer> | null = answered;
    try {
      answered = await ask(work, open, { ...wanted, last: before?.service ?? wanted.last }, round);
    } catch (error) {
      // the first answer is still useful
      if (texts.size === 0 || error instanceof BatchWait || error instanceof AllowanceWait) throw error;
      break;
    }
    const byId = new Map(answered.value.translations.map(({ id, text }) => [id, text]));
    for (const item of open) {
      const text = unshield(item, byId.get(item.id) ?? '');
      if (text !== null) texts.set(item.id, text);
    }
  }
  return { texts, answered };
}

const LOST = 'Some translations had lost, doubled or invented a ⟦0⟧ or a Markdown sign, or were missing.';

function ask(work: Work<unknown>, items: readonly Item[], wanted: Wanted, round: number): Promise<Answered<Answer>> {
  const characters = items.reduce((sum, { text }) => sum + text.length + 20, 0);
  return askServices(work, {
    prompt: () =>
      render('translate-texts', {
        wanted: { language: wanted.target, name: nameOf(wanted.target), from: nameOf(wanted.source), names: wanted.names ?? [] },
        texts: items.map(({ id, text }) => ({ id, text })),
        problems: [...(wanted.problems ?? []), ...(round > 0 ? [LOST] : [])],
      }),
    purpose: 'translation',
    schema: answerSchema,
    maxOutputTokens: Math.min(MOST_ANSWER_TOKENS, LEAST_ANSWER_TOKENS + Math.ceil(characters * TOKENS_A_CHARACTER)),
    round,
    last: wanted.last,
    failure: noTranslation,
  });
}
