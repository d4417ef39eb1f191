import type { Course } from '#contract/courses/courses.contract.ts';
import { markMaths } from '#contract/courses/lesson-maths.ts';
import { placeNumber, type Place } from '#frontend/features/courses/lesson/lesson-path.ts';
import { isDefinedIn } from './definition-beside.ts';
import { plain, sentencesOf } from './lesson-sentences.ts';

/** A term of a course: the sentence that defines it, and the lessons that set it in bold. */
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
  /** The first sentence in the lesson that does so, in Markdown. */
  readonly markdown: string;
}

/** Longer bold text is an emphasised sentence; shorter text is not a term. */
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

/** Returns the text after a term at the start of its own definition, `**aim**: What …`; null for any other sentence. */
function definitionIn(markdown: string, { 0: whole, index }: RegExpExecArray, language: string | undefined): string | null {
  const after = markdown.slice(index + whole.length);
  const text = (/[:：][*_]+$/u.test(whole) ? after : (/^\s*[:：–—](.+)$/su.exec(after)?.[1] ?? '')).trim();
  return text !== '' && plain(markdown.slice(0, index)) === '' ? text.charAt(0).toLocaleUpperCase(language) + text.slice(1) : null;
}

/**
 * Builds the glossary of a course: the bold terms in its lessons that have a definition beside them, each with that sentence. Nothing is
 * invented: a course without such terms has no glossary, and bold text used only for emphasis is not a term. The same course always yields
 * the same glossary, sorted by its language.
 * @param language as in the `lang` attribute
 */
export function buildGlossary(course: Pick<Course, 'modules'>, language: string | undefined): GlossaryEntry[] {
  const found = new Map<string, Found>();
  course.modules.forEach(({ lessons }, module) =>
    lessons.forEach((text, lesson) => {
      const number = placeNumber({ module, lesson });
      for (const { markdown, isProse } of sentencesOf(text, language)) {
        if (!isProse) continue;
        for (const match of markdown.matchAll(BOLD)) {
          const [whole, stars, lines] = match;
          const written = termIn(stars ?? lines ?? '', markdown.replace(whole, ''));
          if (written === null) continue;
          const key = written.toLocaleLowerCase(language);
          const entry = found.get(key) ?? { term: null, places: [] };
          if (!entry.places.some((one) => one.number === number)) entry.places.push({ module, lesson, number, markdown });
          entry.term ??= definedIn(written, markdown, match, language);
          found.set(key, entry);
        }
      }
    }),
  );
  const { compare } = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  return [...found.values()]
    .flatMap(({ term, places }) => (term === null ? [] : [{ ...term, places }]))
    .toSorted((a, b) => compare(a.term, b.term));
}

interface Found {
  /** Null until a sentence defines it. */
  term: Omit<GlossaryEntry, 'places'> | null;
  readonly places: GlossaryPlace[];
}

/** A term with the sentence that defines it; null if the sentence only uses it. */
function definedIn(term: string, markdown: string, match: RegExpExecArray, language: string | undefined): Found['term'] {
  const at = { start: match.index, end: match.index + match[0].length };
  const own = definitionIn(markdown, match, language);
  if (own === null && !isDefinedIn(markdown, at, language)) return null;
  const { hasMaths } = markMaths(markdown);
  const explanation = own ?? markdown;
  return { term, sentence: hasMaths ? explanation.trim() : shortened(plain(explanation)), hasMaths };
}

const shortened = (sentence: string): string =>
  sentence.length <= LONGEST_SENTENCE ? sentence : `${sentence.slice(0, sentence.lastIndexOf(' ', LONGEST_SENTENCE))} …`;
