import { textsOf, tokensOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';
import { isRefusal } from './declining.ts';
import { PURPOSES, type Purpose } from './purposes.ts';
import { tellsOfItself, thinksAloud } from './own-talk.ts';

/** A cleaned answer, or what is wrong with it, for the model to mend. */
type Cleaned<T> = { readonly value: T } | { readonly problem: string };

/** Shorter texts are names, and may end with a word. */
const PROSE_CHARACTERS = 160;
const HAS_SENTENCES = /[.!?。！？।؟]["'”’»›」』）)\]*_]*\s/u;
/** An end within a sentence: a letter, a digit or a sign that something follows. */
const OPEN_END = /(?:[\p{L}\p{M}\p{N}]|[,，、،:：;；(（„“«—–-])$/u;

/**
 * The hygiene of everything that a model says, for every purpose, before anything is stored: marks of templates are cut off with what another turn
 * has added, and what declines, repeats itself or talks of itself is asked for again.
 * @param asked what the model was sent: who is asked to speak of refusals may quote one
 */
export function cleanAnswer<T>(value: T, purpose: Purpose, asked: { readonly prompt: string }): Cleaned<T> {
  const kind = PURPOSES[purpose];
  let isMarked = false;
  const clean = mapTexts(value, (text) => {
    const cut = withoutMarks(text);
    isMarked ||= cut === null || (cut === '' && text.trim() !== '');
    return cut ?? text;
  });
  if (kind === 'parts') return { value: clean };
  if (isMarked) return { problem: 'Some texts have marks of a chat template in them. Write for the reader only.' };
  if (declines(clean) && !asksOfRefusals(asked.prompt))
    return { problem: 'The answer declines. Do the task itself, with texts for the reader only.' };
  const texts = textsOf(clean);
  if (texts.some(isLooping)) return { problem: 'A text says the same sentence or section again and again. Say each thing once, and end.' };
  if (kind !== 'read') return { value: clean };
  if (texts.some((text) => thinksAloud(withoutCode(text))))
    return { problem: 'A text has thoughts in it, or their marks. Write for the reader only.' };
  if (texts.some((text) => tellsOfItself(withoutCode(text), asked.prompt)))
    return { problem: 'A text speaks of its author as a machine, or of this task and its fields. Write for the reader only.' };
  if (texts.some(isBrokenOff)) return { problem: 'A text breaks off within a sentence. End each, and write less if it is too long.' };
  return { value: clean };
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((one) => mapTexts<unknown>(one, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts<unknown>(one, change)])) as T;
}

/** Texts by their place in the schema: all backs of cards, all points. */
function byPlace(value: unknown, path = '', found = new Map<string, string[]>()): Map<string, string[]> {
  if (typeof value === 'string') found.set(path, [...(found.get(path) ?? []), value]);
  else if (Array.isArray(value)) for (const one of value) byPlace(one, `${path}[]`, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) byPlace(one, `${path}.${key}`, found);
  return found;
}

/** Tells whether an answer declines: half or more of the texts at one place of it do. One card of many may teach how to say no. */
const declines = (value: unknown): boolean =>
  [...byPlace(value).values()].some((texts) => texts.filter(isRefusal).length * 2 >= texts.length && texts.some(isRefusal));

const asksOfRefusals = (prompt: string): boolean => (prompt.match(/"(?:[^"\\]|\\.)*"/g) ?? []).some((text) => isRefusal(text.slice(1, -1)));

function isBrokenOff(text: string): boolean {
  // code or a formula may end it
  if (/[`~$]$/.test(text.trimEnd())) return false;
  const said = withoutCode(text)
    .trimEnd()
    .replace(/[*_]+$/, '');
  const last = said.split('\n').at(-1)!;
  return said.length > PROSE_CHARACTERS && HAS_SENTENCES.test(said) && OPEN_END.test(said) && !/^\s*(?:[-*+]|\d{1,3}[.)]|\||#)/.test(last);
}

/** Where a turn ends: ChatML, Llama 3, Mistral, Gemma, Phi, DeepSeek, Command R, GPT (each from the model's published chat template). */
const ENDS =
  '<\\|(?:im_end|eot_id|eom_id|end_of_text|endoftext|end|return|end_of_turn|END_OF_TURN_TOKEN|eos|EOS)\\|>|</s>|<end_of_turn>|<eos>|<｜end▁of▁sentence｜>';
/** Where another begins. */
const BEGINS =
  '<\\|(?:im_start|start_header_id|begin_of_text|assistant|user|system|start|START_OF_TURN_TOKEN)\\|>|<start_of_turn>|\\[/?INST\\]|<</?SYS>>|<s>|<｜(?:User|Assistant)｜>';
const MARK = new RegExp(`(?<!\\\\)(?:${ENDS}|${BEGINS})`, 'g');
const BEGIN = new RegExp(`(?:${BEGINS})`);
/** What may stand between marks: the name of who speaks. */
const ROLES = /\b(?:assistant|user|system|model|human|bot)\b:?|<\|end_header_id\|>|<\|message\|>/gi;
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;

/** A text without the marks at its end; null: marks stand in the middle of what is said. */
export function withoutMarks(text: string): string | null {
  const leading = text.replace(new RegExp(`^\\s*(?:(?:${ENDS}|${BEGINS})\\s*(?:assistant|model|user|system)?\\s*)+`), '');
  // what stands in code is quoted; blanks keep its place
  const prose = leading.replaceAll(CODE, (code) => ' '.repeat(code.length));
  const first = [...prose.matchAll(MARK)].find(({ 0: mark, index }) => !isMarkup(mark, prose, index));
  if (!first) return leading;
  const rest = prose.slice(first.index);
  const isAlone = rest.replaceAll(MARK, '').replaceAll(ROLES, '').trim() === '';
  if (isAlone || BEGIN.test(rest)) return leading.slice(0, first.index).trimEnd();
  return null;
}

/** `<s>…</s>` is struck through: only a closing mark without an opening one ends a turn. */
function isMarkup(mark: string, prose: string, index: number): boolean {
  if (mark === '<s>') return prose.indexOf('</s>', index) > 0;
  return mark === '</s>' && prose.lastIndexOf('<s>', index) > prose.lastIndexOf('</s>', index - 1);
}

const SENTENCE = /[^\n.!?。！？।؟]+[.!?。！？।؟]*/gu;
/** A refrain is shorter, and comes less often; a model in a loop does not stop before its tokens end. */
const REPEATED = { sentence: { words: 5, times: 6 }, section: { words: 12, times: 3 } } as const;
/** Sentences among which the same ones are counted: a text of many sections may say 'Write it down' in each. */
const WINDOW = 40;

/** Tells whether so many of `WINDOW` parts in a row are the same. */
function comesOften(parts: readonly string[], { words, times }: { words: number; times: number }, window: number): boolean {
  const said = parts.map((part) => tokensOf(part)).map((tokens) => (tokens.length >= words ? tokens.join(' ') : null));
  const last = new Map<string, number[]>();
  return said.some((part, at) => {
    if (part === null) return false;
    const places = [...(last.get(part) ?? []), at].slice(-times);
    last.set(part, places);
    return places.length === times && at - places[0]! < window;
  });
}

/**
 * Tells whether a text says the same again and again: a sentence, or a section. Counted where it happens: a loop at the end of a long lesson is a
 * small share of its words.
 */
export function isLooping(markdown: string): boolean {
  const prose = withoutCode(markdown);
  return (
    comesOften(prose.match(SENTENCE) ?? [], REPEATED.sentence, WINDOW) || comesOften(prose.split(/\n\s*\n/), REPEATED.section, Infinity)
  );
}
