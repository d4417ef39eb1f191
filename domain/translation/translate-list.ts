import * as z from 'zod';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { askServices, type Answered, type Work } from '#domain/vendors/llm/ask-services.ts';
import { withoutTalk } from '#domain/vendors/llm/hygiene/own-talk.ts';
import { AllowanceWait, BatchWait } from '#domain/vendors/llm/vendor-failure.ts';
import { declareAnswer } from '#domain/vendors/llm/answer-schema.ts';
import { checkTexts, FLAWS, TRANSLATION, type CheckedText, type Flaw } from './check-translation.ts';
import { unshield, type Shielded } from './shield.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const TOKENS_A_CHARACTER = 1.5;
const LEAST_ANSWER_TOKENS = 2_000;
const MOST_ANSWER_TOKENS = 32_000;

/** The error when no service could translate. */
export const noTranslation = () => new ProductError('vendors.failed', 'No AI service could translate right now. Please try again later.');

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
  /** Determines which service comes first: texts with the same number are translated by the same service. */
  readonly turn?: number | undefined;
}

export interface Translated {
  /**
   * By item id, without texts that came back unusable twice. They may have doubtful flaws, because `checkTranslation` judges a work as a
   * whole.
   */
  readonly texts: ReadonlyMap<string, string>;
  /** Those that have passed the rules by themselves. */
  readonly checked: ReadonlyMap<string, CheckedText>;
  /** Flaw of the last translation of each other item, by item id. */
  readonly flaws: ReadonlyMap<string, Flaw>;
  /** The last answer; null when no call was needed. */
  readonly answered: Answered<unknown> | null;
}

const nameOf = (language: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

/** Maximum rounds: one more for texts that a service omits, or returns without their placeholders, than for bad translations. */
const ROUNDS = { flawed: 2, missing: 3 } as const;

/**
 * Translates a list of texts and checks each by the rules. A flawed text is requested once more (`ROUNDS`), with its flaw, from another
 * service if there is one.
 * @throws ProductError vendors.failed when no service could; AllowanceWait; BatchWait; StepLost; CallAborted
 */
export async function translateList(work: Work<unknown>, items: readonly Item[], wanted: Wanted): Promise<Translated> {
  const texts = new Map<string, string>();
  const checked = new Map<string, CheckedText>();
  const flawed = new Map<string, Flaw>();
  let answered: Answered<Answer> | null = null;
  let problems = wanted.problems ?? [];
  for (let round = 0; round < ROUNDS.missing; round += 1) {
    const open = items.filter(({ id }) => !checked.has(id) && (round < ROUNDS.flawed || flawed.get(id) === 'structure'));
    if (open.length === 0) break;
    const before: Answered<Answer> | null = answered;
    try {
      answered = await ask(work, open, { ...wanted, problems, last: before?.service ?? wanted.last }, round);
    } catch (error) {
      // the first answer is still useful
      if (texts.size === 0 || error instanceof BatchWait || error instanceof AllowanceWait) throw error;
      break;
    }
    const byId = new Map(answered.value.translations.map(({ id, text }) => [id, text]));
    const given = open.map((item) => ({ item, text: withoutTalkAround(item.text, byId.get(item.id) ?? '', wanted.target) }));
    const usable = given.flatMap(({ item, text: shielded }) => {
      const text = unshield(item, shielded);
      return text === null ? [] : { id: item.id, source: restored(item), text };
    });
    const now = checkTexts(usable, wanted);
    // refused and repetitive answers usually lack their placeholders too, so those flaws are named first
    const lost = given.flatMap(({ item, text }) =>
      text === '' || usable.some(({ id }) => id === item.id) ? [] : { id: item.id, source: item.text, text },
    );
    const causes = checkTexts(lost, wanted).flawOf;
    for (const { id } of open) flawed.set(id, now.flawOf.get(id) ?? causes.get(id) ?? 'structure');
    for (const { id, text } of usable) texts.set(id, text);
    for (const [id, text] of now.checked) {
      checked.set(id, text);
      flawed.delete(id);
    }
    const flaws = usable.length < open.length ? ['structure' as const, ...now.flaws] : now.flaws;
    problems = flaws.map((flaw) => FLAWS[flaw]);
  }
  return { texts, checked, flaws: flawed, answered };
}

const restored = ({ text, shielded }: Item): string => text.replaceAll(/⟦(\d+)⟧/g, (_, number: string) => shielded[Number(number)]!);

/** How a model announces its translation: a first line that ends with a colon. */
const ANNOUNCED = new RegExp(`^[^\\n]{0,160}(?:${TRANSLATION}|correct)[^\\n]{0,80}[:：][*_]*\\s*\\n+`, 'iu');
/** A first line that announces something; if the original has one, the translation's belongs to it. */
const ANNOUNCES = /^[^\n]*[:：][*_]*\s*\n/;
/** A label of a word or two, or the name of the language. */
const labelled = (language: string) => {
  const names = ['en', language].map((within) => new Intl.DisplayNames(within, { type: 'language' }).of(language) ?? language);
  return new RegExp(
    `^[*_\\[]{0,3}(?:\\p{L}+ )?(?:${TRANSLATION}|${names.map((name) => name.replaceAll(/[^\p{L}\p{M} ]/gu, '.')).join('|')})(?: \\p{L}+)?[*_\\]]{0,3}\\s?(?::[*_]{0,3}\\s+|：[*_]{0,3}\\s*)`,
    'iu',
  );
};
/** A label by the language's code: 'DE: …', '[de] …'. */
const codeLabelled = (language: string) => {
  const code = `(?:${language}|${language.toUpperCase()})`;
  return new RegExp(`^[*_]{0,2}(?:${code}\\s?[:：]|[\\[(]${code}[\\])]\\s?[:：]?)[*_]{0,2}\\s+`);
};
const QUOTED = /^(?:"([^"]*)"|“([^“”]*)”|«\s?([^«»]*?)\s?»|„([^„“]*)“)$/;

/** Removes what a model puts around a translation (announcement, label, quotation marks), unless the original has it too. */
export function withoutTalkAround(source: string, translated: string, language: string): string {
  const label = labelled(language);
  const text = withoutTalk(source) === source ? withoutTalk(translated.trim()) : translated.trim();
  const announced = ANNOUNCES.test(source) ? text : text.replace(ANNOUNCED, '');
  const code = codeLabelled(language);
  const said = [label, code].reduce((said, one) => (one.test(source) ? said : said.replace(one, '')), announced).trim();
  const quoted = QUOTED.test(source.trim()) ? null : QUOTED.exec(said);
  return quoted ? quoted.slice(1).find((inner) => inner !== undefined)! : said;
}

function ask(work: Work<unknown>, items: readonly Item[], wanted: Wanted, round: number): Promise<Answered<Answer>> {
  const characters = items.reduce((sum, { text }) => sum + text.length + 20, 0);
  return askServices(work, {
    prompt: () =>
      render('translate-texts', {
        wanted: { language: wanted.target, name: nameOf(wanted.target), from: nameOf(wanted.source), names: wanted.names ?? [] },
        texts: items.map(({ id, text }) => ({ id, text })),
        problems: wanted.problems ?? [],
      }),
    purpose: 'translation',
    schema: answerSchema,
    maxOutputTokens: Math.min(MOST_ANSWER_TOKENS, LEAST_ANSWER_TOKENS + Math.ceil(characters * TOKENS_A_CHARACTER)),
    round,
    last: wanted.last,
    turn: wanted.turn,
    failure: noTranslation,
  });
}
