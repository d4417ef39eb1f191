import { readFileSync } from 'node:fs';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Aspect, Bank, Book, Facet, Lexicon, Voice } from './book.ts';
import { englishTopic } from './english-topic.ts';

const PAIRS = /([\p{L}\p{N}])(["”’」)]?)(은\/는|이\/가|을\/를|과\/와|으로\/로|이라는\/라는|이에요\/예요)/gu;
const LATIN_CONSONANT = /[lmnLMN]|ng$/;
const HANGUL = { first: 0xac00, last: 0xd7a3, finals: 28, rieul: 8 };

/** The final consonant of a syllable: 0 for none. Of foreign letters only what is heard as one counts. */
function finalOf(letter: string): number {
  const code = letter.codePointAt(0) as number;
  if (code >= HANGUL.first && code <= HANGUL.last) return (code - HANGUL.first) % HANGUL.finals;
  if (/[013678]/.test(letter)) return 1;
  return LATIN_CONSONANT.test(letter) ? 1 : 0;
}

/** Chooses each particle by the sound before it: '꿀벌은/는' becomes '꿀벌은', '나무은/는' becomes '나무는'. */
function chooseParticles(text: string): string {
  return text.replace(PAIRS, (_, letter: string, close: string, pair: string) => {
    const [closed, open] = pair.split('/') as [string, string];
    const final = finalOf(letter);
    const takesOpen = final === 0 || (pair === '으로/로' && final === HANGUL.rieul);
    return letter + close + (takesOpen ? open : closed);
  });
}

type Language = (typeof FORM_OPTIONS)['language_preference'][number];
type Sentences = Record<string, readonly string[]>;
/** One for every voice, or one for each. */
type Voiced<T> = T | Record<Voice, T>;

/**
 * The file of a language (`<language>.json`). In inflected languages the topic and the lexicon's words occur only where they keep their base
 * form, after a colon or in quotation marks.
 */
interface LanguageFile extends Omit<
  Book,
  | 'voices'
  | 'aspects'
  | 'lexicon'
  | 'terms'
  | 'options'
  | 'marks'
  | 'requests'
  | 'outline'
  | 'space'
  | 'stop'
  | 'polish'
  | 'topic'
  | 'titleTopic'
  | 'core'
> {
  /** The other voices fall back to `full`. */
  voices: { full: Bank; plain: Partial<Bank>; board?: Partial<Bank> };
  aspects: readonly {
    id: string;
    module: Voiced<string>;
    summary: Voiced<string>;
    /** A facet without a `focus` is referred to by its title in quotation marks. */
    facets: readonly (Pick<Facet, 'title' | 'points' | 'myth' | 'named'> & { easy?: string; focus?: string })[];
  }[];
  /** Words that fit any topic. */
  lexicon: Lexicon;
  /** Words of one field, for texts that match the pattern `about`. */
  fields?: readonly { about: string; words: Lexicon }[];
  /** Names of a field's options: a list of all in the form's order, or some by option. */
  terms: Record<string, readonly string[] | Record<string, string>>;
  /** One sentence for all options of a field, with `{term}` for the chosen one, or sentences for each. */
  options: Record<string, string | Sentences>;
  outline: Omit<Book['outline'], 'titles' | 'descriptions'> & Record<'titles' | 'descriptions', Voiced<readonly string[]>>;
  marks: string;
  requests: readonly string[];
  space?: string;
  stop?: string;
  /** A sentence after a colon begins with a capital. */
  capitalClauses?: boolean;
  /** Patterns and replacements that correct joined words. */
  repairs?: readonly (readonly [pattern: string, replacement: string])[];
  /** Where a long topic's target group begins. */
  topicEnds?: string;
}

const AI_COMPONENTS = ['veo3_enabled', 'imagen_enabled', 'genie3_enabled', 'vortex_enabled'];
/** Grammar that patterns cannot express. */
const GRAMMAR: Partial<Record<Language, Partial<Pick<Book, 'topic' | 'titleTopic' | 'polish'>>>> = {
  english: { topic: englishTopic, titleTopic: englishTopic },
  korean: { polish: chooseParticles },
};
const books = new Map<Language, Book>();

/** Returns the book of a language; reads its file on first use. */
export function bookOf(language: Language): Book {
  let book = books.get(language);
  if (!book) books.set(language, (book = readBook(language)));
  return book;
}

/** The books of all languages. */
export const allBooks = (): readonly Book[] => FORM_OPTIONS.language_preference.map(bookOf);

function readBook(language: Language): Book {
  const file = JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')) as LanguageFile;
  const { fields = [], repairs = [], topicEnds, capitalClauses = false, lexicon, ...texts } = file;
  const [open, close] = file.quote;
  const { full, plain, board } = file.voices;
  const terms = Object.fromEntries(Object.entries(file.terms).map(([field, names]) => [field, namesByOption(field, names)]));
  const patterns = fields.map(({ about, words }) => [new RegExp(about, 'i'), words] as const);
  const corrections = repairs.map(([pattern, replacement]) => [new RegExp(pattern, 'g'), replacement] as const);
  const ends = topicEnds === undefined ? null : new RegExp(topicEnds);
  return {
    ...texts,
    voices: { full, plain: { ...full, ...plain }, board: { ...full, ...board } },
    aspects: file.aspects.map(({ id, module, summary, facets }): Aspect => ({
      id,
      module: forVoices(module),
      summary: forVoices(summary),
      facets: facets.map((facet) => ({
        easy: facet.title,
        focus: `${open}${facet.title}${close}`,
        ...facet,
        ...(capitalClauses ? { points: facet.points.map(capitalise), myth: capitalise(facet.myth) } : {}),
      })),
    })),
    outline: { ...file.outline, titles: forVoices(file.outline.titles), descriptions: forVoices(file.outline.descriptions) },
    lexicon: (about) => nearestField(patterns, about) ?? lexicon,
    terms,
    options: Object.fromEntries(Object.entries(file.options).map(([field, pattern]) => [field, sentencesByOption(pattern, terms[field])])),
    marks: new RegExp(file.marks, 'giu'),
    requests: file.requests.map((pattern) => new RegExp(pattern, 'iu')),
    space: file.space ?? ' ',
    stop: file.stop ?? '.',
    polish: (text) => corrections.reduce((done, [pattern, replacement]) => done.replace(pattern, replacement), text),
    topic: (topic) => `${open}${topic}${close}`,
    titleTopic: (topic) => topic,
    core: (topic) => (ends === null ? topic : (topic.split(ends)[0] as string)),
    ...GRAMMAR[language],
  };
}

const capitalise = (clause: string): string => clause.charAt(0).toUpperCase() + clause.slice(1);

const forVoices = <T extends string | readonly string[]>(value: Voiced<T>): Record<Voice, T> =>
  typeof value === 'object' && 'full' in value ? value : { plain: value as T, full: value as T, board: value as T };

/** @throws when a list has more or fewer names than the form has options */
function namesByOption(field: string, names: readonly string[] | Record<string, string>): Record<string, string> {
  if (!isList(names)) return names;
  const options: readonly string[] = field === 'ai_components' ? AI_COMPONENTS : FORM_OPTIONS[field as keyof typeof FORM_OPTIONS];
  if (names.length !== options.length) throw new Error(`${field}: ${names.length} names for ${options.length} options`);
  return Object.fromEntries(options.map((option, i) => [option, names[i] as string]));
}

const isList = (names: readonly string[] | Record<string, string>): names is readonly string[] => Array.isArray(names);

const sentencesByOption = (pattern: string | Sentences, names: Record<string, string> = {}): Sentences =>
  typeof pattern === 'string'
    ? Object.fromEntries(Object.entries(names).map(([option, name]) => [option, [pattern.replaceAll('{term}', name)]]))
    : pattern;

/** The field whose words come first in a text: 'statistics for nurses' is about statistics. */
function nearestField(fields: readonly (readonly [pattern: RegExp, words: Lexicon])[], about: string): Lexicon | undefined {
  let nearest: { at: number; words: Lexicon } | undefined;
  for (const [pattern, words] of fields) {
    const at = about.search(pattern);
    if (at >= 0 && (nearest === undefined || at < nearest.at)) nearest = { at, words };
  }
  return nearest?.words;
}
