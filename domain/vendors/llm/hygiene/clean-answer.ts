import { textsOf, tokensOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';
import { isBrokenOff } from './broken-end.ts';
import { isRefusal } from './declining.ts';
import { hasHtml, withoutHtml } from './markup.ts';
import { beginsThinking, namesItsMachine, withoutOwnSentences } from './own-sentences.ts';
import { PURPOSES, type Purpose } from './purposes.ts';
import { LABELLED, tellsOfItself, thinksAloud, withoutMentions, withoutTalk } from './own-talk.ts';
import { declinesShortly, isNothing } from './short-refusal.ts';
import { ungivenStudy, withoutUngivenLinks } from './ungiven.ts';

/** What is wrong with the texts of an answer, in words for the model to mend it. */
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
    const text = QUOTED.has(name) ? raw : raw.replaceAll(HIDDEN, '');
    const cut = withoutMarks(text);
    // who was sent a mark, such as in a learner's own words, may quote it
    if ((cut === null || cut === '') && asked.prompt.includes(text.replaceAll('<', '\\u003c'))) return text;
    if (cut !== null && quotesMarks(text.slice(cut.length), asked.prompt)) return text;
    isMarked ||= cut === null || (cut === '' && text.trim() !== '');
    if (kind === 'verdict' || kind === 'parts' || QUOTED.has(name)) return cut ?? text;
    const said = LABELLED.has(name) ? withoutOwnSentences(cut ?? text, asked.prompt) : (cut ?? text);
    return withoutUngivenLinks(withoutHtml(withoutTalk(said, name, isTitle), asked.prompt), asked.prompt);
  });
  if (kind === 'parts') return { value: clean };
  if (isMarked) return flawed('marks');
  if (isEmpty(clean, asked.prompt)) return flawed('empty');
  if (declines(clean) && !asksOfRefusals(asked.prompt)) return flawed('declined');
  const texts = textsOf(clean);
  if (texts.some((text) => hasRawTokens(withoutCode(text))) && !OF_MODELS.test(asked.prompt)) return flawed('marks');
  if (texts.some(isLooping)) return flawed('loop');
  if (kind === 'verdict') return { value: clean };
  const said = namedTexts(clean).filter(([name]) => !QUOTED.has(name));
  const isOpen = ([name, text]: readonly [string, string]) =>
    !NAMES.has(name) && !(kind === 'checked' && JUDGED.has(name)) && isBrokenOff(text, name) && !endsAsSent(text, asked.prompt);
  if (said.some(isOpen)) return flawed('cut_off');
  if (said.some(([name, text]) => LABELLED.has(name) && beginsThinking(text))) return flawed('thoughts');
  if (texts.some((text) => namesItsMachine(withoutCode(text), asked.prompt))) return flawed('about_itself');
  if (kind !== 'read') return { value: clean };
  if (texts.some((text) => thinksAloud(withoutMentions(withoutCode(text), asked.prompt)))) return flawed('thoughts');
  if (texts.some((text) => repeatsRules(text, asked.instructions ?? ''))) return flawed('echo');
  if (texts.some((text) => tellsOfItself(withoutCode(text), asked.prompt))) return flawed('about_itself');
  if (said.some(([, text]) => hasHtml(withoutCode(text)) && !isQuoted(text, asked.prompt))) return flawed('html');
  if (texts.some((text) => ungivenStudy(text, asked.prompt) !== null)) return flawed('study');
  return { value: clean };
}

/** Signs that turn the order of letters round, and tags that nobody sees and models read; the flags of some countries end with such tags. */
const HIDDEN = /[\u202d\u202e]|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]/gu;

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

/** Characters at the end of a text that are no coincidence. */
const TAIL = 24;

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
const declines = (value: unknown): boolean => [...byPlace(value).values()].some((texts) => isMost(texts, isNoAnswer));

const isNoAnswer = (text: string): boolean => isRefusal(text) || declinesShortly(text);
const isMost = (texts: readonly string[], is: (text: string) => boolean): boolean =>
  texts.some(is) && texts.filter(is).length * 2 >= texts.length;

/** Tells whether the texts at one place of an answer are none. An option may be 'null', and a quotation is what it is. */
const isEmpty = (value: unknown, prompt: string): boolean =>
  [...byPlace(value)].some(([path, texts]) => {
    const name = path.replaceAll('[]', '').split('.').at(-1)!;
    return !NAMES.has(name) && !QUOTED.has(name) && isMost(texts, (text) => isNothing(text, prompt));
  });

const asksOfRefusals = (prompt: string): boolean =>
  (prompt.match(/"(?:[^"\\]|\\.)*"/g) ?? []).some((text) => isNoAnswer(text.slice(1, -1)));

/** So many characters of a line of ours are no coincidence. */
const RULE_CHARACTERS = 60;
const repeatsRules = (text: string, instructions: string): boolean =>
  instructions.split('\n').some((line) => line.length >= RULE_CHARACTERS && text.includes(line.trim().slice(0, RULE_CHARACTERS)));

/**
 * Marks of chat templates, by how they look and not by a list, because each model brings its own (each form from models' published templates): `<|im_end|>`,
 * `<｜end▁of▁sentence｜>`, `<|eot_id|>`, `<turn|>`, `<end_of_turn>`, `<eos>`, `<unused42>`, `</s>`, `[/INST]`. None of them is a word of a language or of HTML.
 */
const NAME = '[\\p{L}/][\\p{L}\\p{N}_▁/-]{0,40}';
const MARK_FORM = `<[|｜]${NAME}[|｜]?>|<${NAME}[|｜]>|&lt;[|｜]${NAME}[|｜]&gt;|\\[[|｜]${NAME}[|｜]\\]|</?(?:s|bos|eo[dst])>|<(?:start|end)_of_[a-z]+>|<(?:unused|ctrl)\\d+>|<(?:extra_id|reserved)_[a-z_]*\\d+>|<fim_[a-z]+>|\\[/?(?:INST|TOOL_CALLS|AVAILABLE_TOOLS)\\]|\\[/(?:ASSISTANT|USER|SYSTEM)\\]|\\[end of text\\]|<</?SYS>>`;
const MARK = new RegExp(`(?<!\\\\)(?:${MARK_FORM})`, 'giu');
/** Marks with which another turn begins, where whatever follows is none of the answer. */
const BEGIN =
  /<[|｜](?:[\p{L}_▁]*(?:start|begin)[\p{L}_▁]*|(?:assistant|user|system|observation|tool)(?:_start)?|turn)[|｜]?>|<start_of_[a-z]+>|\[\/?INST\]|<<\/?SYS>>|<s>/iu;
/** What may stand between marks: the name of who speaks. */
const ROLES = /\b(?:assistant|user|system|model|human|bot)\b:?/gi;
/** What fills up the end of an answer, or half a mark, where the last part was cut from it. */
const LAST_MARK = /(?:\s*<(?:pad|unk)>)+$|(?<!\\)<(?:[|｜][a-z_▁]{2,40}[|｜]?|(?:start|end)_of_[a-z]*)$/iu;
/**
 * What ends an answer in some templates and is elsewhere a word in brackets: only where it is stuck to the text, behind a stop, or on a line of its own, as no
 * box of a diagram and no gap of an exercise stands.
 */
const LAST_TAG =
  /(?<=\p{L}|\p{N}|[.!?。！？।؟]["'”’»)*_]{0,3}[ \t]{0,2}|\n[ \t]{0,8})(?:<\/?(?:end|mask|sep|stop)>|<\/(?:assistant|response|answer|output|final|content|result)>|\[\/?(?:END|EO[DST]|BOS|SEP|CLS|PAD|UNK|STOP)\])\s*$/u;
/** A role without a sign, where a template has names alone: behind a sentence, in lower case. A list of such words has one word a line. */
const LAST_ROLE =
  /\n(?<=\S[ \t]+\S[^\n]*\n)\s*assistant\s*$|\n\s*user[ \t]*\n[\s\S]*\n\s*assistant[ \t]*(?:\n|$)|\n(?<=[.!?。！？।؟]["'”’»)*_]{0,3}[ \t]*\n)\s*(?:assistant|user)[ \t]*\n[\s\S]*$/u;
/** Another turn behind an answer that speaks of no dialogue, and that announces none. */
const NEXT_TURN = /\n(?<=[.!?。！？।؟]["'”’»)*_]{0,3}[ \t]*\n)\s*(?:Human|User): [^\n]*(?:\n\s*(?:Human|User|Assistant|AI): [^\n]*)+\s*$/u;
const OF_DIALOGUES =
  /dialog|diálogo|gespräch|interview|entrevist|intervista|convers|chat|assistant|asistente|assistente|assistenz|\b(?:AI|KI|IA|ИИ|Human|User)\b|диалог|разговор|интервью|对话|對話|聊天|访谈|人工智能|会話|対話|面接|대화|면접|حوار|محادثة|مقابلة|संवाद|बातचीत|साक्षात्कार/iu;
/** What opens an answer: the mark of a template, an element around all of it, a role on a line of its own. */
const FIRST_TAG =
  /^\s*(?:\[gMASK\](?:<sop>|sop\b)?|<sop>|\[(?:ASSISTANT|BOT)\](?![\s\S]*\[(?:USER|HUMAN)\])|<(assistant|response|answer|output|final|content|result)>(?=[\s\S]+<\/\1>\s*$)|assistant[ \t]*\n)\s*(?=\S)/;
/** The signs with which tokenizers write blanks, between words. */
const RAW_BLANKS = /\p{Ll}Ġ\p{L}+Ġ\p{L}|\p{L}▁\p{L}+▁\p{L}/u;
/** A word that a model did not know, within what it says: of such signs only who teaches them speaks. */
const UNKNOWN = /(?<!\\)<unk>/i;
const OF_MODELS =
  /language model|\b(?:LLMs?|GPT|BERT|NLP)\b|token|Sprachmodell|modelos? de (?:lenguaje|linguagem)|modèles? de langage|modell[oi] linguistic|языков\S{1,4} модел|токен|语言模型|言語モデル|언어 ?모델|トークン|토큰/i;
/** The label of another turn in templates without marks: Alpaca's, Vicuna's. A dialogue in a lesson has something behind it. */
const LABELS = [
  '(?:Human|User|USER|Assistant|ASSISTANT|Instruction|Response|Input):',
  '### ?(?:Human|User|Assistant|Instruction|Response|Input):?',
];
const LAST_LABEL = new RegExp(`\\n\\s*(?:${LABELS.join('|')})\\s*$`);
const NEXT_INSTRUCTION = /\n\s*### ?(?:Instruction|Human|User):[\s\S]*\n\s*### ?(?:Response|Assistant):/;
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`|\$[^$\n]{1,400}\$/g;

/** A text without the marks at its end; null: marks stand in the middle of what is said. */
export function withoutMarks(text: string): string | null {
  const leading = text
    .replace(new RegExp(`^\\s*(?:(?:${MARK_FORM})\\s*(?:(?:assistant|model|user|system)\\b:?\\s*)?)+`, 'iu'), '')
    .replace(FIRST_TAG, '');
  // what stands in code is quoted, and a formula has bars of its own; blanks keep its place
  const prose = leading.replaceAll(CODE, (code) => ' '.repeat(code.length));
  const first = [...prose.matchAll(MARK)].find(({ 0: mark, index }) => !isMarkup(mark, prose, index));
  if (!first) return withoutLabel(leading, prose);
  const rest = prose.slice(first.index);
  const isAlone = rest.replaceAll(MARK, '').replaceAll(ROLES, '').trim() === '';
  if (isAlone || BEGIN.test(rest)) return leading.slice(0, first.index).trimEnd();
  return null;
}

/** A text without half a mark or a label at its end. @param prose the same without code */
function withoutLabel(text: string, prose: string): string {
  const at = [NEXT_INSTRUCTION, LAST_LABEL, LAST_MARK, LAST_TAG, LAST_ROLE].map((pattern) => pattern.exec(prose)?.index ?? Infinity);
  const turn = NEXT_TURN.exec(prose)?.index ?? Infinity;
  const end = Math.min(...at, OF_DIALOGUES.test(prose.slice(0, turn)) ? Infinity : turn);
  return end === Infinity ? text : text.slice(0, end).trimEnd();
}

/** Tells whether a text has a model's tokens in it in place of its words and blanks. @param prose without code */
const hasRawTokens = (prose: string): boolean => UNKNOWN.test(prose) || RAW_BLANKS.test(prose);

/** `<s>…</s>` is struck through: only a closing mark without an opening one ends a turn. */
function isMarkup(mark: string, prose: string, index: number): boolean {
  const [tag, text] = [mark.toLowerCase(), prose.toLowerCase()];
  if (tag === '<s>') return text.indexOf('</s>', index) > 0;
  return tag === '</s>' && text.lastIndexOf('<s>', index) > text.lastIndexOf('</s>', index - 1);
}

const SENTENCE = /[^\n.!?。！？।؟]+[.!?。！？।؟]*/gu;
/**
 * A model in a loop does not stop before its tokens end, and says little else: of what stands between the first and the last of the same parts, at most the
 * share `distinct` is said once. Between the lines of a refrain, or of what each day of a plan ends with, most is new.
 */
const REPEATED = { sentence: { words: 5, times: 6, distinct: 0.4 }, section: { words: 12, times: 3, distinct: 0.5 } } as const;
/** Sentences among which the same ones are counted: a text of many sections may say 'Write it down' in each. */
const WINDOW = 40;

/** Tells whether so many of `window` parts in a row are the same, with little else between them. */
function comesOften(
  parts: readonly string[],
  { words, times, distinct }: { words: number; times: number; distinct: number },
  window: number,
): boolean {
  const tokens = parts.map((part) => tokensOf(part)).filter((found) => found.length > 0);
  const all = tokens.map((found) => found.join(' '));
  const said = all.map((part, at) => (tokens[at]!.length >= words ? part : null));
  const last = new Map<string, number[]>();
  return said.some((part, at) => {
    if (part === null) return false;
    const places = [...(last.get(part) ?? []), at].slice(-times);
    last.set(part, places);
    if (places.length < times || at - places[0]! >= window) return false;
    const span = all.slice(places[0], at + 1);
    return new Set(span).size <= span.length * distinct;
  });
}

/** Words; signs of scripts that write none apart. */
const UNIT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;
/** So many words in a row, in so many turns, are no refrain; of numbers alone, a matrix may consist. */
const RUN = { words: 40, turns: 12, longest: 40 } as const;
/** A clause that comes five times with nothing between is no chorus either. */
const LONG_RUN = { from: 10, turns: 5 } as const;
/** Letters, syllables and signs; a form has rows of dots, and genes have runs of letters, which are shorter. */
const RUN_OF_ONE_SIGN = /([\p{L}!?])\1{99}|(\p{L}{2,4}?)\2{99}|(\p{Extended_Pictographic}\ufe0f?\s?)\3{99}|([.…·])\4{299}/u;
/** The same line of code, so many times in a row; a row of data has no words. */
const RUN_OF_LINES = /^(?=[^\n]*\p{L}{2})([^\n]{10,200})\n(?:\1\n){58}\1$/mu;

/** Tells whether a word, or up to `RUN.longest` of them, come again and again with nothing between: 'the the the', an item of a list. */
function hasRun(units: readonly string[]): boolean {
  for (let length = 1; length <= RUN.longest; length += 1) {
    let same = length;
    let hasWord = false;
    const turns = length < LONG_RUN.from ? RUN.turns : LONG_RUN.turns;
    for (let at = length; at < units.length; at += 1) {
      const isSame = units[at] === units[at - length];
      same = isSame ? same + 1 : length;
      hasWord = isSame && (hasWord || /\p{L}/u.test(units[at]!));
      if (hasWord && same >= RUN.words && same >= turns * length) return true;
    }
  }
  return false;
}

/**
 * Tells whether a text says the same again and again: a word or a few, a sentence, or a section. Counted where it happens: a loop at the end of a long lesson is a
 * small share of its words.
 */
export function isLooping(markdown: string): boolean {
  const prose = withoutCode(markdown);
  return (
    RUN_OF_ONE_SIGN.test(prose) ||
    RUN_OF_LINES.test(markdown) ||
    hasRun(prose.match(UNIT) ?? []) ||
    comesOften(prose.match(SENTENCE) ?? [], REPEATED.sentence, WINDOW) ||
    comesOften(prose.split(/\n\s*\n/), REPEATED.section, Infinity)
  );
}
