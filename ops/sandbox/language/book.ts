/** How a text speaks: to children and in simple language, to adults, to people who decide for others. */
export type Voice = 'plain' | 'full' | 'board';

/**
 * What one lesson is about. `points` and `myth` are clauses in lower case without a full stop, true (or, the myth, false) for any
 * topic. `focus` is a noun phrase. `easy` is the title for the plain voice.
 */
export interface Facet {
  title: string;
  easy: string;
  focus: string;
  points: readonly string[];
  myth: string;
  /** Titles that name the topic or a thing of its field: for adults, for the plain voice. */
  named?: readonly [full: string, easy: string];
}

/** What one module is about. Every module title carries `{topic}`. */
export interface Aspect {
  id: string;
  module: Record<Voice, string>;
  summary: Record<Voice, string>;
  facets: readonly Facet[];
}

/** Words of one field of life, all singular noun phrases with their article, so that any fits any sentence. */
export interface Lexicon {
  thing: readonly string[];
  action: readonly string[];
  tool: readonly string[];
  hazard: readonly string[];
  measure: readonly string[];
  person: readonly string[];
  place: readonly string[];
  event: readonly string[];
}

/** Sentences of one voice. `frames` hold `{point}`; `contrasts` hold `{myth}` and `{point}`; hooks are by teaching style. */
export interface Bank {
  hooks: Record<string, readonly string[]>;
  frames: readonly string[];
  reasons: readonly string[];
  details: readonly string[];
  examples: readonly string[];
  steps: readonly string[];
  contrasts: readonly string[];
  closings: readonly string[];
  last: readonly string[];
}

export type Heading =
  | 'example'
  | 'steps'
  | 'contrast'
  | 'table'
  | 'person'
  | 'work'
  | 'industry'
  | 'depth'
  | 'goal'
  | 'media'
  | 'flags'
  | 'assessment'
  | 'closer'
  | 'closing'
  | 'finding';

/** Sentences for what the learner wrote; each is used only when the learner wrote something. */
export interface Given {
  goal: readonly string[];
  skill: readonly string[];
  application: readonly string[];
  metric: readonly string[];
  expert: readonly string[];
  research: readonly string[];
}

/** Everything the composer needs to write in one language. Slots are `{name}`; `Speaker.say` fills them. */
export interface Book {
  voices: Record<Voice, Bank>;
  aspects: readonly Aspect[];
  lexicon(about: string): Lexicon;
  names: readonly string[];
  /** field → option → its name in this language; without one the option is written as it travels, hyphens as spaces. */
  terms: Record<string, Record<string, string>>;
  /** field → option → sentences that mention `{focus}`. */
  options: Record<string, Record<string, readonly string[]>>;
  headings: Record<Heading, readonly string[]>;
  /** Sentences with `{topic}`, for lessons in which it hasn't come up. */
  anchors: readonly string[];
  /** A sentence with `{asked}`, the topic word for word, for parts whose titles call it by another form. */
  belonging: string;
  /** Find what a reader's request wants to read of, as their first group; the last ones take whatever a verb is followed by. */
  requests: readonly RegExp[];
  /** Examples from `{wish}`, what a reader wished to read of. */
  wished: readonly string[];
  /** Sentences with `{focus}` that end an example which doesn't name it. */
  morals: readonly string[];
  given: Given;
  tableHead: readonly [string, string, string];
  outline: {
    titles: Record<Voice, readonly string[]>;
    descriptions: Record<Voice, readonly string[]>;
    /** Sentences about format, length and the rest, chosen by what the brief says. */
    shape: string;
    objectives: readonly string[];
    goalObjective: string;
    skillObjective: string;
    metricObjective: string;
    lessonSummaries: readonly string[];
    lessonObjectives: readonly string[];
  };
  quiz: {
    point: readonly string[];
    /** Asks for the misunderstanding that the lesson names. */
    myth: readonly string[];
    /** Ask which word of a kind the lesson speaks of. */
    measure: readonly string[];
    hazard: readonly string[];
    tool: readonly string[];
    thing: readonly string[];
    explainPoint: readonly string[];
    explainMyth: readonly string[];
    explainWord: readonly string[];
  };
  exercises: readonly (readonly [title: string, instructions: string])[];
  research: { practice: readonly string[]; insight: readonly string[]; relevance: readonly string[]; expert: readonly string[] };
  /** Findings of a review; each quotes the lesson. */
  findings: readonly string[];
  corrections: readonly string[];
  /** Signs of this language in a text: its small words, or its script. Global, so that they can be counted. */
  marks: RegExp;
  /** What a review says of a lesson that must not go out like this. `key` has `{question}` and `{answer}`. */
  flaws: { language: string; age: string; unsafe: string; key: string };
  /** A mild passage that has no place in a course for minors, for `PUT /control/unsafe`. */
  unsafe: string;
  /** Quotation marks around the learner's own words. */
  quote: readonly [string, string];
  /** Between sentences: a space, or nothing where a script has none. */
  space: string;
  /** What ends a sentence. */
  stop: string;
  /** Corrects what joining words gets wrong (de + el → del). */
  polish(text: string): string;
  /** How the topic reads inside a sentence. */
  topic(topic: string): string;
  /** How it begins a title. */
  titleTopic(topic: string): string;
  /** The subject of a long topic without its 'for whom'. */
  core(topic: string): string;
}
