import { detectLatinLanguage } from '#domain/generation/checks/stop-words.ts';
import { plainProse } from '#domain/platform/prose/plain-prose.ts';
import { isObject } from '../wire/wire.ts';
import { planCourse } from './course-plan.ts';
import { readBrief } from './brief.ts';
import { unmaskMarkup } from './markdown-escapes.ts';
import { phrasesOf } from './phrases.ts';
import { proseOf } from './prose.ts';
import type { Language } from './read-library.ts';
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
const SCRIPTS: readonly (readonly [script: RegExp, language: Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'japanese'],
  [/\p{Script=Han}{2}/u, 'chinese'],
  [/\p{Script=Hangul}/u, 'korean'],
  [/\p{Script=Cyrillic}{3}/u, 'russian'],
  [/\p{Script=Arabic}{3}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'hindi'],
];
/** Shorter words occur everywhere, except in scripts that write a word as one character. */
const WORD_LETTERS = 4;
const STEM = 6;
const LONGEST_QUOTE = 160;

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

/** Answers with the passage of the lesson that has most of the question's words, rare ones first. Guiding, it asks what that passage says. */
export function mentorAnswer(tags: Tags): { answer: string; quotes: string[] } {
  const brief = readBrief(tags.brief ?? {});
  const question = typeof tags.question === 'string' ? tags.question : '';
  const manner = isObject(tags.manner) ? tags.manner : {};
  const said = phrasesOf(languageOf(question) ?? brief.language);
  const open = isObject(tags.lesson) && typeof tags.lesson.text === 'string' ? tags.lesson.text : '';
  const isOpen = open.trim() !== '';
  const text = isOpen ? open : textOfCourse(tags);
  const passages = proseOf(text).filter((passage) => passage.trim().length > 40);
  if (passages.length === 0) return { answer: said.no_lesson, quotes: [] };
  const lists = passages.map((passage) => stemsOf(passage));
  const weight = (stem: string) => 1 / (1 + lists.filter((stems) => stems.includes(stem)).length);
  const selected = typeof tags.passage === 'string' ? tags.passage : '';
  const asked = stemsOf(`${question} ${selected}`);
  const scores = lists.map((stems) => asked.filter((stem) => stems.includes(stem)).reduce((sum, stem) => sum + weight(stem), 0));
  const best = Math.max(...scores);
  const turns = Array.isArray(tags.history) ? tags.history.length : 0;
  const at = best > 0 ? scores.indexOf(best) : turns % passages.length;
  const passage = passages[at]!.trim();
  const quotation = passage
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  const isGuiding = manner.socratic === true || manner.tutor === true;
  const lead = isGuiding ? said.guide : best > 0 ? said.found : said.not_found;
  return { answer: `${lead}\n\n${quotation}`, quotes: isOpen ? quotable(passage) : [] };
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
