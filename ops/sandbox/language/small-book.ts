import type { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { facet, HEADINGS, type Aspect, type Bank, type Book, type Given, type Heading, type Lexicon } from './book.ts';
import { termsOf } from './terms.ts';

type Field = keyof typeof FORM_OPTIONS;
type Lists<T> = { [K in keyof T]: string };
export const STYLES = ['conversational', 'academic', 'practical', 'socratic', 'storytelling', 'analytical', 'inspirational'] as const;

/**
 * A language in compact form. Texts of one kind stand in one string, separated by bars. Words of the lexicon and the topic come into
 * sentences only where they keep their basic form (behind a colon or in quotation marks), so that no case has to be formed.
 */
export interface SmallLanguage {
  names: string;
  lexicon: Lists<Lexicon>;
  /** Aspect: its id, its title and its summary with `{topic}`, and its facets as title|point|point|point|myth. */
  aspects: readonly (readonly [id: string, title: string, summary: string, ...facets: string[]])[];
  /** One opening for each teaching style, in the order of `STYLES`. */
  hooks: readonly string[];
  bank: Lists<Omit<Bank, 'hooks'>>;
  /** Shorter sentences for young readers, in place of those of the bank. */
  young: Lists<Pick<Bank, 'frames' | 'reasons' | 'details'>>;
  /** What a lesson says about each field of the form; `{term}` is the chosen option. */
  fields: Partial<Record<Field | 'ai_components', string>>;
  terms: Partial<Record<Field, string>>;
  /** Names of the four AI components: video, image, simulated world, tutor. */
  components: string;
  /** Sentences for multimodal_content, peer_collaboration, mentor_integration, certification_level, portfolio_development, industry_validation. */
  flags: string;
  /** Headings in the order of `HEADINGS`, alternatives separated by slashes. */
  headings: string;
  given: Lists<Given>;
  anchors: string;
  belonging: string;
  wished: string;
  morals: string;
  tableHead: readonly [string, string, string];
  outline: {
    titles: string; descriptions: string; shape: string; objectives: string; lessonSummaries: string; lessonObjectives: string;
    goalObjective: string; skillObjective: string; metricObjective: string;
  };
  quiz: Lists<Book['quiz']>;
  exercises: Book['exercises'];
  research: Lists<Book['research']>;
  findings: string;
  corrections: string;
  flaws: Book['flaws'];
  unsafe: string;
  marks: RegExp;
  quote: readonly [string, string];
  /** Default a space. */
  space?: string;
  /** What ends a sentence; default a full stop. */
  stop?: string;
  /** In this language a sentence behind a colon begins with a capital. */
  capitalClauses?: boolean;
  polish?: (text: string) => string;
  /** Default: in the language's quotation marks. */
  topic?: (topic: string) => string;
  /** Default: as it was given. */
  titleTopic?: (topic: string) => string;
}

const AI = ['veo3_enabled', 'imagen_enabled', 'genie3_enabled', 'vortex_enabled'];
const FLAGS = ['multimodal_content', 'peer_collaboration', 'mentor_integration', 'certification_level', 'portfolio_development', 'industry_validation'];

const split = (text: string): string[] => text.split('|').map((part) => part.trim());
const splitAll = <T extends object>(lists: { [K in keyof T]: string }): { [K in keyof T]: string[] } =>
  Object.fromEntries(Object.entries(lists).map(([key, text]) => [key, split(text as string)])) as { [K in keyof T]: string[] };

function aspectOf([id, title, summary, ...facets]: SmallLanguage['aspects'][number], { quote: [open, close], capitalClauses }: SmallLanguage): Aspect {
  const same = (text: string) => ({ plain: text, full: text, board: text });
  return {
    id,
    module: same(title),
    summary: same(summary),
    facets: facets.map((line) => {
      const [name, ...rest] = split(line);
      const clauses = capitalClauses ? rest.map((clause) => clause.charAt(0).toUpperCase() + clause.slice(1)) : rest;
      const myth = clauses.pop();
      if (!name || !myth || clauses.length !== 3) throw new Error(`${id}: a facet is title|point|point|point|myth: ${line}`);
      return facet(name, name, `${open}${name}${close}`, clauses, myth);
    }),
  };
}

function optionsOf(small: SmallLanguage, terms: Book['terms']): Book['options'] {
  const byField = Object.entries(small.fields).map(([field, pattern]) => {
    const names = field === 'ai_components' ? named(AI, small.components) : (terms[field] ?? {});
    return [field, Object.fromEntries(Object.entries(names).map(([option, term]) => [option, [pattern.replaceAll('{term}', term)]]))] as const;
  });
  return { ...Object.fromEntries(byField), flags: Object.fromEntries(FLAGS.map((flag, i) => [flag, [split(small.flags)[i] as string]])) };
}

function named(keys: readonly string[], list: string): Record<string, string> {
  const names = split(list);
  if (names.length !== keys.length) throw new Error(`${names.length} names for ${keys.length} keys: ${list}`);
  return Object.fromEntries(keys.map((key, i) => [key, names[i] as string]));
}

/** The whole book of a language from its compact form. @throws when a list has the wrong number of entries */
export function smallBook(small: SmallLanguage): Book {
  const [open, close] = small.quote;
  const bank = splitAll<Omit<Bank, 'hooks'>>(small.bank);
  if (small.hooks.length !== STYLES.length) throw new Error(`${small.hooks.length} openings for ${STYLES.length} teaching styles`);
  const full: Bank = { ...bank, hooks: Object.fromEntries(STYLES.map((style, i) => [style, split(small.hooks[i] as string)])) };
  const lexicon = splitAll<Lexicon>(small.lexicon);
  const terms = termsOf(small.terms);
  const headings = split(small.headings).map((alternatives) => alternatives.split('/'));
  if (headings.length !== HEADINGS.length) throw new Error(`${headings.length} of ${HEADINGS.length} headings`);
  const { titles, descriptions, objectives, lessonSummaries, lessonObjectives, ...lines } = small.outline;
  const forAll = (texts: string[]) => ({ plain: texts, full: texts, board: texts });
  return {
    voices: { plain: { ...full, ...splitAll(small.young) }, full, board: full },
    aspects: small.aspects.map((aspect) => aspectOf(aspect, small)),
    lexicon: () => lexicon,
    names: split(small.names),
    terms,
    options: optionsOf(small, terms),
    headings: Object.fromEntries(HEADINGS.map((key, i) => [key, headings[i]])) as unknown as Record<Heading, string[]>,
    anchors: split(small.anchors),
    belonging: small.belonging,
    wished: split(small.wished),
    morals: split(small.morals),
    given: splitAll<Given>(small.given),
    tableHead: small.tableHead,
    outline: {
      ...lines,
      titles: forAll(split(titles)), descriptions: forAll(split(descriptions)),
      objectives: split(objectives), lessonSummaries: split(lessonSummaries), lessonObjectives: split(lessonObjectives),
    },
    quiz: splitAll<Book['quiz']>(small.quiz),
    exercises: small.exercises,
    research: splitAll<Book['research']>(small.research),
    findings: split(small.findings),
    corrections: split(small.corrections),
    flaws: small.flaws,
    unsafe: small.unsafe,
    marks: small.marks,
    quote: small.quote,
    space: small.space ?? ' ',
    stop: small.stop ?? '.',
    variant: '{title}: {thing}',
    topic: small.topic ?? ((topic) => `${open}${topic}${close}`),
    titleTopic: small.titleTopic ?? ((topic) => topic),
    ...(small.polish ? { polish: small.polish } : {}),
  };
}
