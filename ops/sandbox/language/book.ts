/** The register of a text: for children and in simple language, for adults, for executives. */
export type Voice = 'plain' | 'full' | 'board';

/**
 * The subject of one lesson. `points` and `myth` are clauses in lower case without a full stop, true (or, the myth, false) for any topic.
 * `focus` is a noun phrase. `easy` is the title for the plain voice.
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

/** The subject of one module. Every module title contains `{topic}`. */
export interface Aspect {
  id: string;
  module: Record<Voice, string>;
  summary: Record<Voice, string>;
  facets: readonly Facet[];
}

/** Words of one field, all singular noun phrases with their article, so that each fits into any sentence. */
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

/** Sentences of one voice. `frames` contain `{point}`; `contrasts` contain `{myth}` and `{point}`; hooks are by teaching style. */
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

/** Sentences about the learner's own input; each is used only when that input exists. */
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
  /** field → option → its name in this language; without one, the option's value with hyphens as spaces. */
  terms: Record<string, Record<string, string>>;
  /** field → option → sentences that mention `{focus}`. */
  options: Record<string, Record<string, readonly string[]>>;
  headings: Record<Heading, readonly string[]>;
  /** Sentences with `{topic}`, for lessons that do not mention it otherwise. */
  anchors: readonly string[];
  /** A sentence with `{asked}`, the topic word for word, for parts whose titles use another form of it. */
  belonging: string;
  /** Match the subject of a reader's request, as their first group; the last patterns take whatever follows a verb. */
  requests: readonly RegExp[];
  /** Examples from `{wish}`, the subject a reader requested. */
  wished: readonly string[];
  /** Sentences with `{focus}` that end an example which does not name it. */
  morals: readonly string[];
  given: Given;
  tableHead: readonly [string, string, string];
  outline: {
    titles: Record<Voice, readonly string[]>;
    descriptions: Record<Voice, readonly string[]>;
    /** Sentences about format, length and the like, chosen by the brief. */
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
    /** Questions about the misconception that the lesson names. */
    myth: readonly string[];
    /** Questions about which word of a kind the lesson uses. */
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
  /** Indicators of this language in a text: its function words, or its script. Global, so that matches can be counted. */
  marks: RegExp;
  /** A review's findings about an unacceptable lesson. `key` contains `{question}` and `{answer}`. */
  flaws: { language: string; age: string; unsafe: string; key: string };
  /** A mild passage unsuitable for a course for minors, for `PUT /control/unsafe`. */
  unsafe: string;
  /** Quotation marks around the learner's own words. */
  quote: readonly [string, string];
  /** Sentence separator: a space, or nothing in scripts without spaces. */
  space: string;
  /** The full stop. */
  stop: string;
  /** Corrects contractions after joining words (de + el → del). */
  polish(text: string): string;
  /** The topic's form inside a sentence. */
  topic(topic: string): string;
  /** The topic's form at the start of a title. */
  titleTopic(topic: string): string;
  /** The subject of a long topic without its target group. */
  core(topic: string): string;
}
