import { detectLatinLanguage } from '#domain/generation/checks/stop-words.ts';
import { plainProse } from '#domain/platform/prose/plain-prose.ts';
import { hash32 } from '../seeded-random.ts';
import { isObject } from '../wire/wire.ts';
import { planCourse } from './course-plan.ts';
import { readBrief } from './brief.ts';
import { unmaskMarkup } from './markdown-escapes.ts';
import { phrasesOf } from './phrases.ts';
import { proseOf } from './prose.ts';
import { readSecondCourse, type Language } from './read-library.ts';
import type { Tag } from './read-tags.ts';

type Tags = Partial<Record<Tag, unknown>>;

const LATIN: Readonly<Record<string, Language>> = {
  eng: 'english',
  spa: 'spanish',
  fra: 'french',
  deu: 'german',
  ita: 'italian',
  por: 'portuguese',
};
/** Letters that only one of the languages has. */
const SCRIPTS: readonly (readonly [letters: RegExp, language: Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'japanese'],
  [/\p{Script=Han}{2}/u, 'chinese'],
  [/\p{Script=Hangul}/u, 'korean'],
  [/\p{Script=Cyrillic}{3}/u, 'russian'],
  [/\p{Script=Arabic}{3}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'hindi'],
  [/[¿¡ñ]/u, 'spanish'],
  [/[äöüß]/u, 'german'],
  [/[ãõ]/u, 'portuguese'],
];
/** Shorter words occur everywhere, except in scripts that write a word as one character. */
const WORD_LETTERS = 4;
const STEM = 6;
const LONGEST_QUOTE = 160;
/** Characters of a passage that says something, and of one that can stand alone. */
const SHORTEST = 40;
const LONG = 220;

/** The language of a question; null when that cannot be told. */
function languageOf(question: string): Language | null {
  const script = SCRIPTS.find(([letters]) => letters.test(question));
  return script ? script[1] : (LATIN[detectLatinLanguage(question) ?? ''] ?? null);
}

const stemsOf = (text: string): string[] => [
  ...new Set(
    (text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}\p{M}]+/gu) ?? [])
      .filter((word) => word.length >= WORD_LETTERS || /\p{Script=Han}/u.test(word))
      .map((word) => word.slice(0, STEM)),
  ),
];

/**
 * Answers with the passage of the lesson that has most of the question's words, rare ones first. Guiding, it asks what that passage says. Without
 * a lesson it answers from the library's course on what is asked, else from the one on learning by oneself.
 */
export function mentorAnswer(tags: Tags): { answer: string; quotes: string[] } {
  const brief = readBrief(tags.brief ?? {});
  const question = typeof tags.question === 'string' ? tags.question : '';
  const manner = isObject(tags.manner) ? tags.manner : {};
  const language = languageOf(question) ?? brief.language;
  const said = phrasesOf(language);
  const open = isObject(tags.lesson) && typeof tags.lesson.text === 'string' ? tags.lesson.text : '';
  const known = open || textOfCourse(tags);
  const passages = proseOf(known || textOfSecondCourse(language)).filter((passage) => plainProse(passage).length > SHORTEST);
  if (passages.length === 0) return { answer: said.no_lesson, quotes: [] };
  const { at, isFound } = bestOf(passages, `${question} ${typeof tags.passage === 'string' ? tags.passage : ''}`);
  const passage = passages[at]!.trim();
  const isGuiding = manner.socratic === true || manner.tutor === true;
  const lead = isGuiding ? said.guide : isFound ? said.found : said.not_found;
  const quotation = passage
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  return {
    answer: [known ? '' : said.no_lesson, known || isGuiding ? lead : '', quotation].filter(Boolean).join('\n\n'),
    quotes: open ? quotable(passage) : [],
  };
}

/** The passage with most of the words asked for; any one when none has any. */
function bestOf(passages: readonly string[], asked: string): { at: number; isFound: boolean } {
  const lists = passages.map((passage) => stemsOf(passage));
  const weight = (stem: string) => 1 / (1 + lists.filter((stems) => stems.includes(stem)).length);
  const words = stemsOf(asked);
  const scores = lists.map((stems) => words.filter((stem) => stems.includes(stem)).reduce((sum, stem) => sum + weight(stem), 0));
  const best = Math.max(...scores);
  return best > 0 ? { at: scores.indexOf(best), isFound: true } : { at: hash32(asked) % passages.length, isFound: false };
}

/** The first sentence of a passage, without Markdown. */
function quotable(passage: string): string[] {
  const sentence = /^[^.!?。！？।؟]{12,}[.!?。！？।؟]/u.exec(plainProse(passage).trim())?.[0];
  return sentence && sentence.length <= LONGEST_QUOTE ? [sentence] : [];
}

/** The library's course on what is asked; empty when there is none. */
function textOfCourse(tags: Tags): string {
  const { origin, course } = planCourse(readBrief(tags.brief ?? {}));
  return origin === 'from_library' ? unmaskMarkup(course.lessons.flatMap(({ sections }) => sections).join('\n\n')) : '';
}

/** What the course on learning by oneself says of any subject. */
const textOfSecondCourse = (language: Language): string =>
  readSecondCourse(language)
    .lessons.flatMap(({ sections }) => sections)
    .join('\n\n')
    .split(/\n\s*\n/)
    .filter((block) => !block.includes('{topic}') && block.length > LONG)
    .join('\n\n');
