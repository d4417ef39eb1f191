import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { foreignShare } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { sameText } from '#domain/generation/checks/same-text.ts';
import { plainProse, tokensOf } from '#domain/platform/prose/plain-prose.ts';
import { isObject } from '../wire/wire.ts';
import { textList } from './brief.ts';
import type { Tag } from './read-tags.ts';

interface Question {
  readonly question: string;
  readonly right: readonly string[];
  readonly explanation: string;
}
interface Lesson {
  readonly title: string;
  readonly content: string;
  readonly blocks: readonly Block[];
  readonly takeaways: readonly string[];
  readonly markers: ReadonlySet<number>;
  readonly exercises: readonly { readonly title: string; readonly instructions: string }[];
  readonly questions: readonly Question[];
}
/** A paragraph, a list, a table: any text between blank lines. */
interface Block {
  readonly text: string;
  /** For comparison as a reader sees it: without marks, case and blanks. */
  readonly same: string;
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly string[];
}
/** `weight`: how strongly it counts against a lesson. */
interface Finding {
  readonly weight: number;
  readonly text: string;
}

/** Shorter words say nothing about a subject. */
const TOPIC_LETTERS = 5;
const FOREIGN = 0.15;
/** An option's shorter words occur in any sentence. */
const KEY_LETTERS = 3;
/** Shorter blocks may be repeated, or be about anything. */
const BLOCK_WORDS = 12;
/**
 * A block belongs to a lesson if it shares with the rest at least this part of the subject words that the lesson's typical block shares.
 */
const BELONGS = 0.6;
/** Two blocks with this share of common words are the same block, changed. */
const ALIKE = 0.75;
/** With a lower share of common blocks, these are two different texts, and a missing block is not an omission. */
const COMMON = 0.3;
/** Fewer words can begin any block. */
const BEGINNING_WORDS = 6;
const UNENDED = /[\p{L}\p{N},;]$/u;
const EXERCISE_CHARACTERS = 20;
const QUOTED_CHARACTERS = 60;
/** Phrases with which texts cite studies. */
const STUDY =
  /\bet al\.|\b(?:Journal|Review|Annals|Proceedings) of\b|\b(?:19|20)\d\d study\b|\(\p{Lu}\p{L}+(?: (?:and|&) \p{Lu}\p{L}+)?,? (?:19|20)\d\d\)/u;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
const topicWords = (words: readonly string[]) => new Set(words.filter((word) => word.length >= TOPIC_LETTERS && !/\d/.test(word)));

function blockOf(markdown: string): Block {
  const plain = plainProse(markdown);
  const words = tokensOf(plain);
  return { text: markdown, same: sameText(plain), words: new Set(words), numbers: words.filter((word) => /^\d+$/.test(word)) };
}

function lessonIn(value: unknown): Lesson {
  const given = isObject(value) ? value : {};
  const content = text(given['content']);
  return {
    title: text(given['title']),
    content,
    blocks: content
      .split(/\n\s*\n/)
      .filter((block) => block.trim() !== '')
      .map(blockOf),
    takeaways: textList(given['key_takeaways']),
    markers: new Set(objects(given['citations']).map(({ marker }) => Number(marker))),
    exercises: objects(given['exercises']).map((one) => ({ title: text(one['title']), instructions: text(one['instructions']) })),
    questions: objects(given['questions']).map((one) => ({
      question: text(one['question']),
      right: textList(one['right_options']),
      explanation: text(one['explanation']),
    })),
  };
}

const quoteOf = ({ text: markdown }: Block): string => `“${plainProse(markdown).slice(0, QUOTED_CHARACTERS).trim()}”`;

/** Returns a lesson's own flaws. */
function flawsIn(lesson: Lesson, language: (typeof FORM_OPTIONS)['language_preference'][number]): Finding[] {
  const { content, blocks, markers, exercises } = lesson;
  const long = blocks.filter(({ words }) => words.size >= BLOCK_WORDS);
  const twice = long.find((block, at) => long.findIndex(({ same }) => same === block.same) < at);
  const marked = [...content.matchAll(/\[\^(\d{1,3})\]/g)].find(([, digits]) => !markers.has(Number(digits)));
  const study = blocks.find(({ text: markdown }) => STUDY.test(markdown));
  const empty = exercises.find(({ instructions }) => instructions.trim().length <= EXERCISE_CHARACTERS);
  const fences = content.split('\n').filter((line) => /^\s*(```|~~~)/.test(line)).length;
  return [
    ...(foreignShare(content, language) > FOREIGN ? [{ weight: 6, text: 'is in the wrong language' }] : []),
    ...(fences % 2 === 1 ? [{ weight: 4, text: 'has a block of code that never ends' }] : []),
    ...(twice ? [{ weight: 3, text: `says the passage ${quoteOf(twice)} twice` }] : []),
    ...(marked ? [{ weight: 4, text: `has the mark ${marked[0]}, which no source belongs to` }] : []),
    ...(study && markers.size === 0 ? [{ weight: 4, text: `names a study that cannot be checked: ${quoteOf(study)}` }] : []),
    ...(empty ? [{ weight: 3, text: `has the exercise “${empty.title}”, which does not say what to do` }] : []),
  ];
}

const commonShare = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.max(1, one.size + other.size - common);
};

/** Tells whether a block is the beginning of another. */
const isBeginning = (block: Block, whole: Block): boolean =>
  block.words.size >= BEGINNING_WORDS && whole.same.length > block.same.length && whole.same.startsWith(block.same);

/** Returns the blocks of a text that the other lacks, and those that it has changed. */
function differencesOf(own: Lesson, other: Lesson) {
  const theirs = new Set(other.blocks.map(({ same }) => same));
  const mine = new Set(own.blocks.map(({ same }) => same));
  const left = own.blocks.filter(({ same }) => !theirs.has(same));
  const right = other.blocks.filter(({ same }) => !mine.has(same));
  const changed = left.flatMap((block) => {
    const match = right.find((one) => commonShare(block.words, one.words) >= ALIKE || isBeginning(block, one) || isBeginning(one, block));
    return match ? [[block, match] as const] : [];
  });
  return {
    common: own.blocks.length - left.length + changed.length,
    added: left.filter((block) => !changed.some(([one]) => one === block)),
    missing: right.filter((block) => !changed.some(([, match]) => match === block)),
    changed,
  };
}

/** Returns the share of a block's subject words that occur elsewhere in a lesson. */
function belonging(block: Block, { title, blocks, takeaways }: Lesson): number {
  const own = topicWords([...block.words]);
  if (own.size === 0) return 1;
  const rest = topicWords(tokensOf([title, ...takeaways].join(' ')));
  for (const other of blocks) if (other.same !== block.same) for (const word of other.words) rest.add(word);
  return [...own].filter((word) => rest.has(word)).length / own.size;
}

/** Returns the share of the median of a lesson's longer blocks. */
function usualBelonging(lesson: Lesson): number {
  const shares = lesson.blocks.filter(({ words }) => words.size >= BLOCK_WORDS).map((block) => belonging(block, lesson));
  return shares.toSorted((one, other) => one - other)[Math.floor(shares.length / 2)] ?? 0;
}

/** Returns how often a lesson contains a number outside one block. */
function saidElsewhere(number: string, block: Block, { blocks, takeaways, questions }: Lesson): number {
  const others = [...takeaways, ...questions.map(({ explanation }) => explanation)].flatMap((one) => tokensOf(one));
  return (
    blocks.filter((other) => other.same !== block.same && other.numbers.includes(number)).length +
    others.filter((word) => word === number).length
  );
}

/** Returns findings against a lesson from comparing it with another version. */
function lacksOf(own: Lesson, other: Lesson): Finding[] {
  const { common, added, missing, changed } = differencesOf(own, other);
  const findings: Finding[] = [];
  if (common >= COMMON * Math.min(own.blocks.length, other.blocks.length)) {
    const [least, leastOfOther] = [BELONGS * usualBelonging(own), BELONGS * usualBelonging(other)];
    for (const block of added.filter(({ words }) => words.size >= BLOCK_WORDS))
      if (belonging(block, own) < least) findings.push({ weight: 3, text: `drifts to another subject in ${quoteOf(block)}` });
    for (const block of missing.filter(({ words }) => words.size >= BLOCK_WORDS))
      if (belonging(block, other) >= leastOfOther && other.blocks.filter(({ same }) => same === block.same).length === 1)
        findings.push({ weight: 2, text: `leaves out what the other one says in ${quoteOf(block)}` });
    for (const [block, match] of changed) {
      const [odd, even] = [
        block.numbers.filter((number) => !match.numbers.includes(number)),
        match.numbers.filter((number) => !block.numbers.includes(number)),
      ];
      const isDenied = odd.some((number) => saidElsewhere(number, block, own) === 0);
      const isHeld = even.some((number) => saidElsewhere(number, match, other) > 0);
      if (isDenied && isHeld) findings.push({ weight: 4, text: `contradicts itself with the number ${odd[0]} in ${quoteOf(block)}` });
      if (isBeginning(block, match) && UNENDED.test(block.text.trimEnd()))
        findings.push({ weight: 4, text: `breaks off after ${quoteOf(block)}` });
    }
  }
  return [...findings, ...wrongKeys(own, other)];
}

/** If both lessons have a question with different keys, the key that explanation and text support is right. */
function wrongKeys(own: Lesson, other: Lesson): Finding[] {
  const support = (question: Question, key: readonly string[]) => {
    const said = new Set(tokensOf(question.explanation));
    const words = new Set(tokensOf(key.join(' ')).filter((word) => word.length >= KEY_LETTERS || /\d/.test(word)));
    return words.size === 0 ? 0 : [...words].filter((word) => said.has(word)).length / words.size;
  };
  return own.questions.flatMap((question) => {
    const twin = other.questions.find((one) => sameText(one.question) === sameText(question.question));
    if (!twin || twin.right.toSorted().join('\n') === question.right.toSorted().join('\n')) return [];
    return support(question, question.right) < support(twin, twin.right)
      ? [{ weight: 4, text: `marks “${question.right.join('; ')}” as right, which its own explanation denies` }]
      : [];
  });
}

/** It calls platitudes and a good lesson a tie, so its verdicts must not be mistaken for a reader's. */
const BY_WORDS = 'The sandbox’s judge compares words and understands none.';

/** Compares two lessons by their words. @param prefersFirst a judge that ignores the lessons */
export function judgePair(tags: Partial<Record<Tag, unknown>>, prefersFirst: boolean): { reasons: string; preferred: string } {
  if (prefersFirst) return { reasons: `${BY_WORDS} The first lesson is clearer from its first passage on.`, preferred: 'first' };
  const asked = isObject(tags.brief) ? tags.brief['language_preference'] : undefined;
  const language = FORM_OPTIONS.language_preference.find((option) => option === asked) ?? 'english';
  const [first, second] = [lessonIn(tags.first_lesson), lessonIn(tags.second_lesson)];
  const [against, againstOther] = [
    [...flawsIn(first, language), ...lacksOf(first, second)],
    [...flawsIn(second, language), ...lacksOf(second, first)],
  ];
  const sum = (findings: readonly Finding[]) => findings.reduce((all, { weight }) => all + weight, 0);
  // the decisive finding comes first
  const said = [...against.map((one) => ({ ...one, lesson: 'first' })), ...againstOther.map((one) => ({ ...one, lesson: 'second' }))]
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ lesson, text: finding }) => `The ${lesson} lesson ${finding}.`);
  return {
    reasons: `${BY_WORDS} ${said.slice(0, 4).join(' ') || 'Nothing in their words speaks against either lesson; which of them teaches better it cannot tell.'}`,
    preferred: sum(against) === sum(againstOther) ? 'tie' : sum(against) < sum(againstOther) ? 'first' : 'second',
  };
}
