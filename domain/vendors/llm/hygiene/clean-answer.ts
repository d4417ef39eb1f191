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

/** Problems in the texts of an answer, as worded for the model that corrects them. */
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

/** A cleaned answer, or what is wrong with it, for the model to mend. */
type Cleaned<T> = { readonly value: T } | { readonly flaw: TextFlaw; readonly problem: string };

const flawed = (flaw: TextFlaw) => ({ flaw, problem: PROBLEMS[flaw] });

/** Fields of lessons and their practice whose ends the checks of courses judge, which tolerate some with a note. */
const JUDGED = new Set(['content', 'instructions', 'question', 'explanation', 'rubric']);
/** Fields that repeat what is there word for word. */
const QUOTED = new Set(['quotes', 'quote', 'passage', 'point']);
/** Fields that name something, and end as they like. */
const NAMES = new Set(['title', 'options']);

/**
 * The hygiene of everything that a model says, for every purpose, before anything is stored: marks of templates are cut off with what another turn
 * has added, and the words with which a model hands over what follows; HTML becomes Markdown, and links that nobody gave are taken off; what declines, repeats itself,
 * breaks off, talks of itself, or names a study that nobody gave, is asked for again.
 * @param asked what the model was sent: who is asked to speak of refusals may quote one
 */
export function cleanAnswer<T>(value: T, purpose: Purpose, asked: { readonly prompt: string; readonly instructions?: string }): Cleaned<T> {
  const kind = PURPOSES[purpose];
  let isMarked = false;
  const isTitle = titlesIn(asked.prompt);
  const clean = mapTexts(value, (raw, name) => {
    const text = QUOTED.has(name) ? raw : raw.replaceAll(HIDDEN, (_hidden, flag: string | undefined) => flag ?? '');
    const cut = withoutMarks(text);
    // who was sent a mark, such as in a learner's own words, may quote it
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
  // what repeats our rules or tells of itself ends without a stop, too, and is asked for again for what is worse
  const isCut = () => said.some(isOpen) || isCutInWords(clean, asked.prompt, kind);
  if (said.some(([name, text]) => LABELLED.has(name) && beginsThinking(text))) return flawed('thoughts');
  if (texts.some((text) => namesItsMachine(withoutCode(text), asked.prompt))) return flawed('about_itself');
  if (kind !== 'read') return isCut() ? flawed('cut_off') : { value: clean };
  if (texts.some((text) => thinksAloud(withoutMentions(withoutCode(text), asked.prompt)))) return flawed('thoughts');
  if (isEcho()) return flawed('echo');
  if (texts.some((text) => tellsOfItself(withoutCode(text), asked.prompt))) return flawed('about_itself');
  if (isCut()) return flawed('cut_off');
  if (said.some(([, text]) => hasHtml(withoutCode(text)) && !isQuoted(text, asked.prompt))) return flawed('html');
  if (texts.some((text) => ungivenStudy(text, asked.prompt) !== null)) return flawed('study');
  return { value: clean };
}

/** Signs that turn the order of letters round, and tags that nobody sees and models read; the flags of some countries end with up to seven such tags. */
const HIDDEN = /(\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7})|[\u202d\u202e]|[\u{e0000}-\u{e007f}]+/gu;

function mapTexts<T>(value: T, change: (text: string, name: string) => string, name = ''): T {
  if (typeof value === 'string') return change(value, name) as T;
  if (Array.isArray(value)) return value.map((one) => mapTexts<unknown>(one, change, name)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts<unknown>(one, change, key)])) as T;
}

/** Tells whether a line is a title that the author was sent, with or without its number. */
function titlesIn(prompt: string): (line: string) => boolean {
  const plain = (title: string) => tokensOf(title).join(' ');
  const titles = new Set([...prompt.matchAll(/"title":("(?:[^"\\]|\\.)*")/g)].map(([, title]) => plain(String(JSON.parse(title!)))));
  return (line) =>
    titles.has(plain(line)) || titles.has(plain(line.replace(/^\D{0,20}\d[\d.]{0,6}\s?\p{L}{0,2}\s*(?:[:：.–—-]\s*|\s)/u, '')));
}

/** Tells whether what begins with a mark was sent so, with words behind it. */
function quotesMarks(rest: string, prompt: string): boolean {
  const isMore = rest.replaceAll(MARK, '').replaceAll(ROLES, '').trim().length > 0;
  return isMore && prompt.includes(rest.trim().slice(0, TAIL).replaceAll('<', '\\u003c'));
}

/** Tells whether a text ends with the end of one that its author was sent: a headline of the lesson, a point of its list. */
function endsAsSent(text: string, prompt: string): boolean {
  const tail = JSON.stringify(text.trimEnd().slice(-TAIL)).slice(1, -1).replaceAll('<', '\\u003c');
  const places = prompt.split(tail).slice(1);
  return tail.length >= TAIL && places.some((rest) => /^(?:"|\\n)/.test(rest));
}

/** Tells whether the tags of a text stand in what its author was sent, where `<` is escaped. */
const isQuoted = (text: string, prompt: string): boolean =>
  (text.match(/<[^<>\n]{1,200}>/g) ?? ['']).every((tag) => tag !== '' && prompt.includes(tag.replaceAll('<', '\\u003c')));

/** The texts of an answer, each with the name of its field. */
function namedTexts(value: unknown, name = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one) => namedTexts(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => namedTexts(one, key));
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
const declines = (value: unknown): boolean => [...byPlace(value).values()].some((texts) => isMost(texts, isRefusal));

const isMost = (texts: readonly string[], is: (text: string) => boolean): boolean =>
  texts.some(is) && texts.filter(is).length * 2 >= texts.length;

/** Filler values of a field: a name from the schema, or a non-value. */
const NOTHING = /^(?:n\/?a|string|null|undefined|none|nan|todo|tbd|\{+\w+\}+|\[object Object\])[.!]?$/i;

/** Tells whether a text is none. @param prompt who teaches the word may use it: a type, a value */
function isNothing(text: string, prompt: string): boolean {
  const said = text.trim();
  if (!NOTHING.test(said)) return false;
  const word = said.replaceAll(/[^\w/ ]/g, '');
  return !new RegExp(`(?<![:,[\\w])${word}(?!\\w|":)`, 'i').test(prompt);
}

/** Tells whether the texts at one place of an answer are none. An option may be 'null', and a quotation is what it is. */
const isEmpty = (value: unknown, prompt: string): boolean =>
  [...byPlace(value)].some(([path, texts]) => {
    const name = path.replaceAll('[]', '').split('.').at(-1)!;
    return !NAMES.has(name) && !QUOTED.has(name) && isMost(texts, (text) => isNothing(text, prompt));
  });

/** Fields that are prose besides those that are all of an answer. */
const SAID = new Set(['front', 'back', 'text']);

/** Tells whether the texts at one place of an answer end within words. */
const isCutInWords = (value: unknown, prompt: string, kind: string): boolean =>
  [...byPlace(value)].some(([path, texts]) => {
    const name = path.replaceAll('[]', '').split('.').at(-1)!;
    const isProse = (LABELLED.has(name) || SAID.has(name)) && !(kind === 'checked' && JUDGED.has(name));
    return isProse && isMost(texts, (text) => endsInHalfWord(text, wordsOf(prompt)) && !endsAsSent(text, prompt));
  });

const asksOfRefusals = (prompt: string): boolean => (prompt.match(/"(?:[^"\\]|\\.)*"/g) ?? []).some((text) => isRefusal(text.slice(1, -1)));

/** So many characters of a line of ours are no coincidence. */
const RULE_CHARACTERS = 60;
const repeatsRules = (text: string, instructions: string): boolean =>
  instructions.split('\n').some((line) => line.length >= RULE_CHARACTERS && text.includes(line.trim().slice(0, RULE_CHARACTERS)));
