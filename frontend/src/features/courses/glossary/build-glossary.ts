import type { Course } from '#contract/courses/courses.contract.ts';
import { markMaths } from '#contract/courses/lesson-maths.ts';
import { placeNumber, type Place } from '#frontend/features/courses/lesson/lesson-path.ts';
import { plain, sentencesOf } from './lesson-sentences.ts';

/** A term of a course: the sentence that first sets it in bold, and the lessons that do. */
export interface GlossaryEntry {
  readonly term: string;
  /** Plain text, or Markdown when it `hasMaths`. */
  readonly sentence: string;
  readonly hasMaths: boolean;
  readonly places: readonly GlossaryPlace[];
}

/** A lesson that sets a term in bold. */
export interface GlossaryPlace extends Place {
  readonly number: string;
  /** Its first sentence that does, in Markdown. */
  readonly markdown: string;
}

/** Longer bold text is an emphasised sentence, and shorter text is no term. */
const MOST_WORDS = 5;
const MOST_CHARACTERS = 50;
const FEWEST_CHARACTERS = 2;
const LONGEST_SENTENCE = 320;

const BOLD = /\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*|(?<!\w)__(?=\S)([^_\n]+?)(?<=\S)__(?!\w)/g;

/** Returns bold text that is a term; null for a label such as `Note:`, a whole sentence, or a number. */
function termIn(bold: string, rest: string): string | null {
  const term = plain(bold).replace(/[:.,;。：،]+$/u, '');
  const isLabel = /[:：]$/u.test(bold.trim()) && plain(rest) === '';
  const isShort = term.length >= FEWEST_CHARACTERS && term.length <= MOST_CHARACTERS && term.split(' ').length <= MOST_WORDS;
  return isShort && !isLabel && /\p{L}/u.test(term) && !/[.!?。؟]\s/u.test(term) ? term : null;
}

/** Returns what follows a term at the beginning of its own definition, `**aim**: What …`; null for another sentence. */
function definitionIn(markdown: string, { 0: whole, index }: RegExpExecArray, language: string | undefined): string | null {
  const after = markdown.slice(index + whole.length);
  const text = (/[:：][*_]+$/u.test(whole) ? after : (/^\s*[:：–—](.+)$/su.exec(after)?.[1] ?? '')).trim();
  return text !== '' && plain(markdown.slice(0, index)) === '' ? text.charAt(0).toLocaleUpperCase(language) + text.slice(1) : null;
}

/**
 * Builds the glossary of a course: the bold terms of its lessons, each with its first sentence. Nothing is added: a course without bold terms
 * has none. The same course always yields the same glossary, in the order of its language.
 * @param language as in `lang`
 */
export function buildGlossary(course: Pick<Course, 'modules'>, language: string | undefined): GlossaryEntry[] {
  const found = new Map<string, Omit<GlossaryEntry, 'places'> & { places: GlossaryPlace[] }>();
  course.modules.forEach(({ lessons }, module) =>
    lessons.forEach((text, lesson) => {
      const number = placeNumber({ module, lesson });
      for (const { markdown, isProse } of sentencesOf(text, language)) {
        if (!isProse) continue;
        for (const match of markdown.matchAll(BOLD)) {
          const [whole, stars, lines] = match;
          const term = termIn(stars ?? lines ?? '', markdown.replace(whole, ''));
          if (term === null) continue;
          const key = term.toLocaleLowerCase(language);
          const { hasMaths } = markMaths(markdown);
          const explanation = definitionIn(markdown, match, language) ?? markdown;
          const sentence = hasMaths ? explanation.trim() : shortened(plain(explanation));
          const entry = found.get(key) ?? { term, sentence, hasMaths, places: [] };
          if (!entry.places.some((one) => one.number === number)) entry.places.push({ module, lesson, number, markdown });
          found.set(key, entry);
        }
      }
    }),
  );
  const { compare } = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  return [...found.values()].toSorted((a, b) => compare(a.term, b.term));
}

const shortened = (sentence: string): string =>
  sentence.length <= LONGEST_SENTENCE ? sentence : `${sentence.slice(0, sentence.lastIndexOf(' ', LONGEST_SENTENCE))} …`;
