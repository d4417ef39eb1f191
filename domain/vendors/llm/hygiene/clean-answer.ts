import { textsOf, tokensOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';
import { endsInHalfWord, isBrokenOff, stopsWithinQuoted, TAIL } from './broken-end.ts';
import { isRefusal } from './declining.ts';
import { isLooping } from './loops.ts';
import { hasRawTokens, MARK, OF_MODELS, ROLES, withoutMarks } from './marks.ts';
import { hasHtml, withoutHtml } from './markup.ts';
import { beginsThinking, namesItsMachine, withoutOwnSentences } from './own-sentences.ts';
import { PURPOSES, type Purpose } from './purposes.ts';
import { LABELLED, tellsOfItself, thinksAloud, withoutMentions, withoutTalk } from './own-talk.ts';
import { ungivenStudy, withoutUngivenLinks, wordsOf } from './ungiven.ts';

/** Problems in an answer's texts, worded for the model that corrects them. */
const PROBLEMS = {
  marks: 'Some texts have marks of a chat template in them. Write for the reader only.',
  declined: 'The answer declines. Do the task itself, with texts for the reader only.',
  empty: 'Some texts are placeholders. Fill each with what is asked for.',
  loop: 'A text says the same sentence or section again and again. Say each thing once, and end.',
  thoughts: 'A text has thoughts in it, or their marks. Write for the reader only.',
  echo: 'A text repeats these instructions. Write for the reader only.',
  about_itself: 'A text speaks of its author as a machine, or of this task and its fields. Write for the reader only.',
  cut_off: 'A text is cut off within a sentence. End each with its stop, and write less if it is too long.',
  html: 'A text has HTML or images in it. Write Markdown; tags that are shown stand in code.',
  study: 'A text names a study although no source was given. Leave it out.',
} as const;
export type TextFlaw = keyof typeof PROBLEMS;

/** A cleaned answer, or the fault that the model must correct. */
type Cleaned<T> = { readonly value: T } | { readonly flaw: TextFlaw; readonly problem: string };

/** Characters of a cut text by which its author finds it. */
const QUOTED_END = 60;

const flawed = (flaw: TextFlaw) => ({ flaw, problem: PROBLEMS[flaw] });

/** Fields of lessons and their practice whose ends are judged by the checks of courses, which tolerate some with a note. */
const JUDGED = new Set(['content', 'instructions', 'question', 'explanation', 'rubric']);
/** Fields that quote their source word for word, or say what is to be typed. */
const QUOTED = new Set(['quotes', 'quote', 'passage', 'point', 'accepted']);
/** Fields that name something or are a cell of a table, and need no full stop. */
const NAMES = new Set(['title', 'options', 'unit', 'value']);

/**
 * Cleans every answer of a model, for every purpose, before anything is stored. Template marks are cut off with any further turn after
 * them, and so are the words that hand an answer over; HTML becomes Markdown; links that were not in the prompt are removed. An answer must
 * be asked for again when it declines, repeats itself, breaks off, talks about itself, or cites a study that was not in the prompt.
 * @param asked the prompt: a model asked about refusals may quote one
 */
export function cleanAnswer<T>(value: T, purpose: Purpose, asked: { readonly prompt: string; readonly instructions?: string }): Cleaned<T> {
  const kind = PURPOSES[purpose];
  let isMarked = false;
  const isTitle = titlesIn(asked.prompt);
  const clean = mapTexts(value, (raw, name) => {
    const text = QUOTED.has(name) ? raw : raw.replaceAll(HIDDEN, (_hidden, flag: string | undefined) => flag ?? '');
    const cut = withoutMarks(text);
    // a mark that was in the prompt, such as in a learner's words, may be quoted
    if ((cut === null || cut === '') && asked.prompt.includes(text.replaceAll('<', '\\u003c'))) return text;
    if (cut !== null && quotesMarks(text.slice(cut.length), asked.prompt)) return text;
    isMarked ||= cut === null || (cut === '' && text.trim() !== '');
    if (kind === 'verdict' || kind === 'parts' || QUOTED.has(name)) return cut ?? text;
    const said = LABELLED.has(name) ? withoutOwnSentences(cut ?? text, asked.prompt) : (cut ?? text);
    return withoutUngivenLinks(withoutHtml(withoutTalk(said, name, isTitle), asked.prompt), asked.prompt);
  });
  const isEcho = () => textsOf(clean).some((text) => repeatsRules(text, asked.instructions ?? ''));
  if (kind === 'parts') return isEcho() ? flawed('echo') : { value: clean };
  if (isMarked) return flawed('marks');
  if (isEmpty(clean, asked.prompt)) return flawed('empty');
  if (declines(clean) && !asksOfRefusals(asked.prompt)) return flawed('declined');
  const texts = textsOf(clean);
  if (texts.some((text) => hasRawTokens(withoutCode(text))) && !OF_MODELS.test(asked.prompt)) return flawed('marks');
  if (texts.some(isLooping)) return flawed('loop');
  if (kind === 'verdict') return { value: clean };
  const said = namedTexts(clean).filter(([name]) => !QUOTED.has(name));
  const isOpen = ([name, text]: readonly [string, string]) =>
    !NAMES.has(name) &&
    !(kind === 'checked' && JUDGED.has(name)) &&
    ((isBrokenOff(text, name) && !endsAsSent(text, asked.prompt)) || stopsWithinQuoted(text, asked.prompt));
  // a text that repeats our rules or talks about itself also ends without a full stop, but the worse fault is reported
  const cutOff = () => {
    const open = said.find(isOpen);
    if (open) return { flaw: 'cut_off' as const, problem: `${PROBLEMS.cut_off} It ends: “… ${open[1].trimEnd().slice(-QUOTED_END)}”` };
    return isCutInWords(clean, asked.prompt, kind) ? flawed('cut_off') : null;
  };
  if (said.some(([name, text]) => LABELLED.has(name) && beginsThinking(text))) return flawed('thoughts');
  if (texts.some((text) => namesItsMachine(withoutCode(text), asked.prompt))) return flawed('about_itself');
  if (kind !== 'read') return cutOff() ?? { value: clean };
  if (texts.some((text) => thinksAloud(withoutMentions(withoutCode(text), asked.prompt)))) return flawed('thoughts');
  if (isEcho()) return flawed('echo');
  if (texts.some((text) => tellsOfItself(withoutCode(text), asked.prompt))) return flawed('about_itself');
  const cut = cutOff();
  if (cut) return cut;
  if (said.some(([, text]) => hasHtml(withoutCode(text)) && !isQuoted(text, asked.prompt))) return flawed('html');
  if (texts.some((text) => ungivenStudy(text, asked.prompt) !== null)) return flawed('study');
  return { value: clean };
}

/**
 * Characters that reverse the text direction, and tag characters that are invisible but read by models; some flags end with up to seven
 * such tags.
 */
const HIDDEN = /(\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7})|[\u202d\u202e]|[\u{e0000}-\u{e007f}]+/gu;

function mapTexts<T>(value: T, change: (text: string, name: string) => string, name = ''): T {
  if (typeof value === 'string') return change(value, name) as T;
  if (Array.isArray(value)) return value.map((one) => mapTexts<unknown>(one, change, name)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts<unknown>(one, change, key)])) as T;
}

/** Returns a test for lines that are a title from the prompt, with or without a number. */
function titlesIn(prompt: string): (line: string) => boolean {
  const plain = (title: string) => tokensOf(title).join(' ');
  const titles = new Set([...prompt.matchAll(/"title":("(?:[^"\\]|\\.)*")/g)].map(([, title]) => plain(String(JSON.parse(title!)))));
  return (line) =>
    titles.has(plain(line)) || titles.has(plain(line.replace(/^\D{0,20}\d[\d.]{0,6}\s?\p{L}{0,2}\s*(?:[:：.–—-]\s*|\s)/u, '')));
}

/** Tells whether text that begins with a mark was in the prompt, with words after the mark. */
function quotesMarks(rest: string, prompt: string): boolean {
  const isMore = rest.replaceAll(MARK, '').replaceAll(ROLES, '').trim().length > 0;
  return isMore && prompt.includes(rest.trim().slice(0, TAIL).replaceAll('<', '\\u003c'));
}

/** Tells whether a text ends like a text of the prompt: a heading of the lesson, a point of its list. */
function endsAsSent(text: string, prompt: string): boolean {
  const tail = JSON.stringify(text.trimEnd().slice(-TAIL)).slice(1, -1).replaceAll('<', '\\u003c');
  const places = prompt.split(tail).slice(1);
  return tail.length >= TAIL && places.some((rest) => /^(?:"|\\n)/.test(rest));
}

/** Tells whether the tags of a text are in the prompt, where `<` is escaped. */
const isQuoted = (text: string, prompt: string): boolean =>
  (text.match(/<[^<>\n]{1,200}>/g) ?? ['']).every((tag) => tag !== '' && prompt.includes(tag.replaceAll('<', '\\u003c')));

/** Returns the texts of an answer, each with its field's name. */
function namedTexts(value: unknown, name = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one) => namedTexts(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => namedTexts(one, key));
}

/** Groups an answer's texts by their path in the schema: all backs of cards, all points. */
function byPlace(value: unknown, path = '', found = new Map<string, string[]>()): Map<string, string[]> {
  if (typeof value === 'string') found.set(path, [...(found.get(path) ?? []), value]);
  else if (Array.isArray(value)) for (const one of value) byPlace(one, `${path}[]`, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) byPlace(one, `${path}.${key}`, found);
  return found;
}

/** Tells whether an answer declines: at least half of the texts at one path do. One card of many may teach how to say no. */
const declines = (value: unknown): boolean => [...byPlace(value).values()].some((texts) => isMost(texts, isRefusal));

const isMost = (texts: readonly string[], is: (text: string) => boolean): boolean =>
  texts.some(is) && texts.filter(is).length * 2 >= texts.length;

/** Filler values of a field: a name from the schema, or a non-value. */
const NOTHING = /^(?:n\/?a|string|null|undefined|none|nan|todo|tbd|\{+\w+\}+|\[object Object\])[.!]?$/i;

/** Tells whether a text is a filler value. @param prompt may make the word legitimate: a type, a value */
function isNothing(text: string, prompt: string): boolean {
  const said = text.trim();
  if (!NOTHING.test(said)) return false;
  const word = said.replaceAll(/[^\w/ ]/g, '');
  return !new RegExp(`(?<![:,[\\w])${word}(?!\\w|":)`, 'i').test(prompt);
}

/** Tells whether the texts at one path of an answer are filler values. Options and quotations may be: an option may be 'null'. */
const isEmpty = (value: unknown, prompt: string): boolean =>
  [...byPlace(value)].some(([path, texts]) => {
    const name = path.replaceAll('[]', '').split('.').at(-1)!;
    return !NAMES.has(name) && !QUOTED.has(name) && isMost(texts, (text) => isNothing(text, prompt));
  });

/** Prose fields, in addition to those that are the whole of an answer. */
const SAID = new Set(['front', 'back', 'text']);

/** Tells whether the texts at one path of an answer end within words. */
const isCutInWords = (value: unknown, prompt: string, kind: string): boolean =>
  [...byPlace(value)].some(([path, texts]) => {
    const name = path.replaceAll('[]', '').split('.').at(-1)!;
    const isProse = (LABELLED.has(name) || SAID.has(name)) && !(kind === 'checked' && JUDGED.has(name));
    return isProse && isMost(texts, (text) => endsInHalfWord(text, wordsOf(prompt)) && !endsAsSent(text, prompt));
  });

const asksOfRefusals = (prompt: string): boolean => (prompt.match(/"(?:[^"\\]|\\.)*"/g) ?? []).some((text) => isRefusal(text.slice(1, -1)));

/** An answer that contains this many characters of a line of our instructions has copied it. */
const RULE_CHARACTERS = 60;
const repeatsRules = (text: string, instructions: string): boolean =>
  instructions.split('\n').some((line) => line.length >= RULE_CHARACTERS && text.includes(line.trim().slice(0, RULE_CHARACTERS)));
