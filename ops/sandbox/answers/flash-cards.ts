import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { formulasIn } from '#contract/courses/lesson-maths.ts';
import { problemsOfCards, visiblePassage } from '#domain/practice/cards/card-problems.ts';
import { hash32 } from '../seeded-random.ts';
import { isObject } from '../wire/wire.ts';
import { fill, phrasesOf } from './phrases.ts';
import { proseOf } from './prose.ts';
import {
  readCourseHead,
  readGeneralCourse,
  readLibraryCourse,
  readSecondCourse,
  librarySlugs,
  type Language,
  type LibraryLesson,
} from './read-library.ts';
import type { Tag } from './read-tags.ts';
import { escapePattern } from '#domain/platform/prose/escape-pattern.ts';

interface Card {
  readonly front: string;
  readonly back: string;
  readonly passage: string;
}
interface Entry {
  readonly term: string;
  readonly definition: string;
}

const MOST = 6;
const SENTENCE = { least: 30, most: 240 };
const LONGEST_TERM = 40;
const GAP = '____';
/** Signs of calculations that teach something: brackets, powers, roots, fractions. Others are for a calculator. */
const WORTH_KNOWING = /\(|\^|\\frac|\\sqrt/;
/** Punctuation after a term that leads a list rather than occurring in a sentence. */
const STOP = /[.,:;!?。！？：，、।؟]$/u;
/** A shorter paragraph may occur in another lesson too. */
const PARAGRAPH = 30;
/** Maximum lines of a program for one card. */
const CODE_LINES = 5;
const LONGEST_OUTPUT = 40;
const YEAR = /(?<![\d.,])(1[0-9]{3}|20[0-2]\d)(?![\d.,]*\d)/;

/**
 * Makes cards of a lesson, best first: about wrong answers, glossary terms of its course, worked steps, its takeaways, and sentences in
 * which it marks a term. Each asks for one thing. Quiz questions are the last resort; without any material there is no card.
 */
export function flashCardsOf(tags: Partial<Record<Tag, unknown>>): { flash_cards: Card[] } {
  const text = String(tags.lesson_text ?? '');
  const language = FORM_OPTIONS.language_preference.find((one) => isObject(tags.wanted) && one === tags.wanted['language']) ?? 'english';
  const said = phrasesOf(language);
  const sentences = sentencesOf(text);
  const entries = entriesOf(text, language);
  const marked = [...text.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, term]) => term!.trim().replace(STOP, ''));
  const gap = (sentence: string, term: string): Card[] => {
    const passage = plain(sentence);
    const parts = passage.split(term);
    // a term at the beginning, followed by a comma or a full stop, leads a list and is not a statement
    const isWhole = /[.!?。！？।؟]$/u.test(passage) && !/["“«„]/.test(passage) && !/^\s*[,.:(。，、：।]/u.test(parts[0] || parts[1]!);
    const isUsable =
      isWhole && parts.length === 2 && passage.length >= SENTENCE.least && passage.length <= SENTENCE.most && term.length <= LONGEST_TERM;
    return isUsable ? [{ front: fill(said.card_gap, { sentence: `${parts[0]}${GAP}${parts[1]}` }), back: term, passage }] : [];
  };
  const kinds: Card[][] = [
    questionsOf(Array.isArray(tags.mistakes) ? tags.mistakes : [], sentences),
    entries.own.flatMap(({ term, definition }): Card[] => {
      const passage = sentences.find((sentence) => hasWord(sentence, term));
      return passage ? [{ front: fill(said.card_term, { definition }), back: term, passage: plain(passage) }] : [];
    }),
    [...calculations(text, said.card_value), ...programs(text, said.card_prints)],
    takeawaysIn(text).flatMap((point) => {
      const terms = [...entries.all, ...marked].filter((term) => hasWord(point, term)).toSorted((one, other) => other.length - one.length);
      const asked = terms[0] ? new RegExp(escapePattern(terms[0]), 'iu').exec(plain(point))?.[0] : YEAR.exec(plain(point))?.[1];
      return asked ? gap(point, asked) : [];
    }),
    sentences.flatMap((sentence) => {
      const term = /\*\*([^*\n]+)\*\*/.exec(sentence)?.[1];
      return term && !STOP.test(term) ? gap(sentence, term.trim()) : [];
    }),
  ];
  const longest = Math.max(...kinds.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => kinds.flatMap((cards) => cards.slice(at, at + 1))).flat();
  const all = [...inTurn, ...questionsOf(entries.questions, sentences)];
  // each term is asked for only once, in either direction
  const distinct = all.filter(({ back }, at) => all.findIndex((one) => one.back.toLowerCase() === back.toLowerCase()) === at);
  // checked by the product's own rules, so that the next best replaces a card that they would drop
  const problems = problemsOfCards(distinct, { markdown: text, visible: visiblePassage(text), objectives: [], known: [] });
  return { flash_cards: distinct.filter((_, at) => problems[at]!.length === 0).slice(0, MOST) };
}

/** Tells whether a text contains a word, in scripts with blanks as a whole word. */
function hasWord(text: string, word: string): boolean {
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
  return new RegExp(isDense ? escapePattern(word) : `(?<![\\p{L}\\p{M}\\p{N}_])${escapePattern(word)}(?![\\p{L}\\p{M}\\p{N}_])`, 'iu').test(
    text,
  );
}
/** Returns a sentence without Markdown marks; formulas and code stay whole. */
const plain = (sentence: string): string =>
  formulasIn(sentence)
    .map((piece) => (piece.isFormula ? piece.marked : piece.text.replaceAll(/\*+|`/g, '').replaceAll(/\[([^[\]]*)\]\([^()\n]*\)/g, '$1')))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the sentences of the prose. An end within a formula, code or a quotation does not count. */
function sentencesOf(text: string): string[] {
  const isOpen = (piece: string) =>
    [/\$/g, /`/g, /"/g].some((sign) => (piece.match(sign)?.length ?? 0) % 2 === 1) ||
    [
      ['(', ')'],
      ['“', '”'],
      ['«', '»'],
      ['「', '」'],
    ].some(([open, close]) => piece.split(open!).length > piece.split(close!).length);
  return proseOf(text).flatMap((block) => {
    const whole: string[] = [];
    for (const piece of block.split(/(?<=[.!?؟।])\s+|(?<=[。！？])/u)) {
      const before = whole.at(-1);
      if (before !== undefined && isOpen(before)) whole[whole.length - 1] = `${before} ${piece}`;
      else whole.push(piece);
    }
    return whole.map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim());
  });
}

/** Returns the list at the end, where the product puts a lesson's takeaways. */
const takeawaysIn = (text: string): string[] =>
  /(?:^- .+(?:\n|$))+\s*$/m
    .exec(text)?.[0]
    .split('\n')
    .flatMap((line) => line.slice(2).trim() || []) ?? [];

const owners = new WeakMap<readonly Entry[], readonly (LibraryLesson | undefined)[]>();

/** Returns the number of each glossary entry's lesson: the first that marks the term, or else contains it. */
function ownersOf(glossary: readonly Entry[], lessons: readonly LibraryLesson[]): readonly (LibraryLesson | undefined)[] {
  const known = owners.get(glossary);
  if (known) return known;
  const texts = lessons.map(({ sections }) => sections.join('\n'));
  const found = glossary.map(({ term }) => {
    const marked = texts.findIndex((one) => one.toLowerCase().includes(`**${term.toLowerCase()}`));
    return lessons[marked >= 0 ? marked : texts.findIndex((one) => hasWord(one, term))];
  });
  owners.set(glossary, found);
  return found;
}

const paragraphs = new WeakMap<LibraryLesson['sections'], readonly string[]>();

/** Returns the paragraphs that identify a lesson: whole ones without a placeholder for the subject. */
function paragraphsOf({ sections }: LibraryLesson): readonly string[] {
  const known = paragraphs.get(sections);
  if (known) return known;
  const own = sections
    .flatMap((section) => section.split('\n\n').map((block) => block.trim()))
    .filter((block) => block.length > PARAGRAPH && !block.includes('{topic}'));
  paragraphs.set(sections, own);
  return own;
}

/**
 * Returns the library's material on a lesson: terms of its course's glossary that this lesson treats first, and the hand-written questions
 * on it.
 */
function entriesOf(text: string, language: Language): { own: readonly Entry[]; all: readonly string[]; questions: readonly object[] } {
  const given = new Set(text.split('\n\n').map((block) => block.trim()));
  const isHere = (lesson: LibraryLesson) => paragraphsOf(lesson).some((block) => given.has(block));
  const slug = librarySlugs().find((one) => readCourseHead(one).language === language && readLibraryCourse(one).lessons.some(isHere));
  const onLearning = () => [readGeneralCourse(language), readSecondCourse(language)].find((course) => course.lessons.some(isHere));
  const { head, lessons } = (slug === undefined ? onLearning() : readLibraryCourse(slug)) ?? readSecondCourse(language);
  if (!lessons.some(isHere)) return { own: [], all: [], questions: [] };
  const byPlace = ownersOf(head.glossary, lessons);
  const own = head.glossary.filter((entry, at) => {
    const owner = entry.definition.includes('{topic}') ? undefined : byPlace[at];
    return owner !== undefined && isHere(owner);
  });
  const asked = lessons
    .filter(isHere)
    .flatMap(({ questions }) => questions.filter(({ kind, question }) => kind === 'single' && !question.includes('{topic}')));
  return {
    own,
    all: head.glossary.map(({ term }) => term),
    questions: asked.map(({ question, options, right, explanation }) => ({ question, answer: options[right[0]!], explanation })),
  };
}

/** Returns calculations in numbers only: the beginning is the question, the end the answer. */
function calculations(text: string, question: string): Card[] {
  return formulasIn(text).flatMap(({ text: tex, isFormula, marked }): Card[] => {
    if (!isFormula || tex.includes('\\\\')) return [];
    const steps = tex.split('=').map((step) => step.trim().replace(/[.,]$/, ''));
    const [first = '', last = ''] = [steps[0], steps.at(-1)];
    const isInNumbers = !/[A-Za-z]/.test(tex.replaceAll(/\\(?:cdot|times|div|frac|d?frac|sqrt|left|right|bigl|bigr|Bigl|Bigr)\b/g, ''));
    const isSum = steps.length > 1 && /\d/.test(first) && WORTH_KNOWING.test(first.slice(1)) && /^-?[\d.,{}]+$/.test(last);
    return isInNumbers && isSum ? [{ front: fill(question, { formula: `$${first}$` }), back: `$${last}$`, passage: marked }] : [];
  });
}

/** Returns short programs whose output is shown below them. */
function programs(text: string, question: string): Card[] {
  const pairs = text.matchAll(/^```(?:python|py|js|javascript|sql|bash)\n([\s\S]*?)\n```\s*\n+```(?:text|output)?\n([\s\S]*?)\n```/gm);
  return [...pairs].flatMap(([, code = '', output = '']): Card[] => {
    const lines = code.split('\n').filter((line) => line.trim() !== '');
    const printed = output.split('\n');
    const isShort = lines.length <= CODE_LINES && printed.length === 1;
    const one = isShort
      ? { code: lines.join('\n'), output }
      : lines.every((line) => line.startsWith('print('))
        ? { code: lines[0]!, output: printed[0]! }
        : null;
    if (!one || one.output.length > LONGEST_OUTPUT) return [];
    return [{ front: `${question}\n${one.code}`, back: one.output, passage: one.code.split('\n').at(-1)!.trim() }];
  });
}

/** Returns questions that can be asked without their options. */
function questionsOf(questions: readonly unknown[], sentences: readonly string[]): Card[] {
  return questions.filter(isObject).flatMap((asked): Card[] => {
    const [question, answer, explanation] = [asked['question'], asked['answer'], asked['explanation']].map(String);
    const words = new Set(`${question} ${answer} ${explanation}`.toLowerCase().match(/[\p{L}\p{N}]{4,}|\p{Script=Han}/gu));
    const share = (sentence: string) => [...words].filter((word) => sentence.toLowerCase().includes(word)).length;
    const passage = sentences.toSorted((one, other) => share(other) - share(one))[0];
    return passage ? [{ front: question!, back: answer!, passage: plain(passage) }] : [];
  });
}

/** Judges cards: drops a quarter of `share` of them, chosen by their places. */
export function judgeCards(cards: unknown, { seed, share }: { seed: string; share: number }): { card_verdicts: object[] } {
  const places = Array.isArray(cards) ? cards.map((_, place) => place) : [];
  return {
    card_verdicts: places.map((place) =>
      hash32(`${seed} card ${place}`) / 4294967296 < share / 4
        ? { place, verdict: 'drop', reason: 'The gap could be filled by another word.' }
        : { place, verdict: 'keep', reason: '' },
    ),
  };
}
