import { textsOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';
import { isLooping } from './loops.ts';
import { PURPOSES, type Purpose } from './purposes.ts';
import { isRefusal } from './refusals.ts';
import { withoutMarks } from './template-marks.ts';
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
  if (isMarked) return { problem: 'Some texts have marks of a chat template in them. Write for the reader only.' };
  if (declines(clean) && !asksOfRefusals(asked.prompt))
    return { problem: 'The answer declines. Do the task itself, with texts for the reader only.' };
  const texts = textsOf(clean);
  if (texts.some(isLooping)) return { problem: 'A text says the same sentence or section again and again. Say each thing once, and end.' };
  if (kind !== 'read') return { value: clean };
  if (texts.some((text) => thinksAloud(withoutCode(text))))
    return { problem: 'A text has thoughts in it, or their marks. Write for the reader only.' };
  if (texts.some((text) => tellsOfItself(withoutCode(text))))
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
