import { MENTOR_ENGINES, type MentorEngine, type MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { aiService, mannerWords, presetManner, serviceOf } from '#contract/platform/ai-services.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';

const mentorOf = (engine: MentorEngine) => aiService(serviceOf(engine)).mentor;

/** Display names of the engines. */
export const ENGINE_NAMES = Object.fromEntries(MENTOR_ENGINES.map((engine) => [engine, mentorOf(engine).label])) as Readonly<
  Record<MentorEngine, string>
>;

/** Returns the name of a manner; null or absent: the one that the engine's label has (MEN-01). */
export const roleOf = (engine: MentorEngine, manner: string | null = null): string =>
  translateServerText(mannerWords(manner ?? presetManner(engine)).role.key);

/** What a manner is like, in one line. */
export const mannerOf = (manner: string): string => translateServerText(mannerWords(manner).manner.key);

/** The number of a lesson, counted from 1: `2.3`. */
export const lessonNumber = ({ module, lesson }: { readonly module: number; readonly lesson: number }): string =>
  `${module + 1}.${lesson + 1}`;

/** The words beside an answer's engine. */
export function answerWords({
  state,
  ai_engine: asked,
  ai_engine_used: used,
  paid_by_plan: byPlan,
  tokens_charged: tokens,
  safety,
}: MentorMessage): string[] {
  const words: string[] = [];
  if (asked && used && asked !== used)
    words.push(t('{asked} could not be reached, so {used} answered instead.', { asked: ENGINE_NAMES[asked], used: ENGINE_NAMES[used] }));
  if (state === 'stopped') words.push(t('Stopped'));
  if (byPlan) words.push(t('Covered by your plan'));
  else if (tokens > 0) words.push(t('{n} tokens', { n: tokens }));
  else if (state === 'failed' || safety) words.push(t('Free of charge'));
  return words;
}

/** Our marks are numbered from here, so that marks written by the answer itself stay text. */
export const FIRST_MARK = 900;

/**
 * Adds a citation mark after each passage that an answer quotes word for word. Returns the passages without a mark as well: quoted in other
 * words, or in code, where a mark would be read as code.
 */
export function markQuotes(answer: string, quotes: readonly string[]): { readonly text: string; readonly unplaced: readonly number[] } {
  const unplaced: number[] = [];
  let text = answer;
  for (const [n, quote] of quotes.entries()) {
    const at = text.indexOf(quote);
    const isInCode = at >= 0 && text.slice(0, at + quote.length).split('`').length % 2 === 0;
    if (at < 0 || isInCode || /[$`]/.test(quote)) {
      unplaced.push(n);
      continue;
    }
    const end = at + quote.length;
    const closing = /^["”»’'*_)\]]*[.,;:!?]?["”»’'*_)\]]*/u.exec(text.slice(end))![0].length;
    text = `${text.slice(0, end + closing)} [^${FIRST_MARK + n}]${text.slice(end + closing)}`;
  }
  return { text, unplaced };
}
