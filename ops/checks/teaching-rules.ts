/** A sentence of a prompt, with its file. */
interface Said {
  readonly file: string;
  readonly words: string;
}

/**
 * A rule of docs/teaching.md with its three places. `counts`: the findings of `teaching.ts` that count it in the library; none if only
 * people and judges can tell.
 */
export interface TeachingRule {
  /** Its heading on the page. */
  readonly name: string;
  readonly prompt: Said;
  readonly judge: Said;
  readonly counts: readonly string[];
}

const PROMPTS = 'domain/generation/prompts/';
const CARDS = 'domain/practice/cards/prompts/';
const JUDGE = 'domain/generation/evaluations/prompts/judge-pair.md';
const prompt = (name: string, words: string): Said => ({ file: `${PROMPTS}${name}.md`, words });
const judge = (words: string): Said => ({ file: JUDGE, words });

export const TEACHING_RULES: readonly TeachingRule[] = [
  {
    name: 'Predict first',
    prompt: prompt('teaching-rules', 'let the reader predict how it ends before the text explains it'),
    judge: judge('a concrete case and a prediction before the explanation'),
    counts: ['a question before the reading that answers it'],
  },
  {
    name: 'Worked examples that fade',
    prompt: prompt('teaching-rules', 'Work one example through and give the reason of each step'),
    judge: judge('an example worked with the reason of each step and one with a step left to the reader'),
    counts: [],
  },
  {
    name: 'Misconceptions',
    prompt: prompt('teaching-rules', 'what a beginner most likely believes wrongly here'),
    judge: judge('the likeliest misconception shown to be wrong'),
    counts: [],
  },
  {
    name: 'Retrieval while reading',
    prompt: prompt('write-quiz', 'stands directly behind the section that it is about'),
    judge: judge('questions that recall what came earlier'),
    counts: ['two questions in the text'],
  },
  {
    name: 'Spacing and interleaving',
    prompt: prompt('write-quiz', 'is about <earlier>'),
    judge: judge('questions that recall what came earlier'),
    counts: ['a question on an earlier lesson'],
  },
  {
    name: 'Feedback on every wrong option',
    prompt: prompt('write-quiz', 'what leads there and what shows it to be wrong'),
    judge: judge('that answer every wrong option'),
    counts: ['feedback on every wrong option'],
  },
  {
    name: 'Questions that cannot be guessed',
    prompt: prompt('write-quiz', 'the right one is not the longest'),
    judge: judge('cannot be guessed by the length of their options'),
    counts: [
      'four options',
      'the right option is not the longest',
      'the right option is not the shortest',
      'true as often as false',
      'no option is named by its letter',
    ],
  },
  {
    name: 'Exercises worth doing',
    prompt: prompt('write-exercises', 'leave one out rather than fill the number'),
    judge: judge('an exercise worth doing'),
    counts: ['an exercise'],
  },
  {
    name: 'Titles name what is learned',
    prompt: prompt('draft-outline', 'name what is learned'),
    judge: judge('a title that names what is learned'),
    counts: ['a title that names what is learned'],
  },
  {
    name: 'Lessons that build on each other',
    prompt: prompt('teaching-rules', 'No two lessons of a course have the same order of parts, the same headings'),
    judge: judge('whether one repeats another and whether each builds on those before it'),
    counts: ['headings of its own', 'sentences of its own', 'the thread, where the plan says so', 'a term defined before its use'],
  },
  {
    name: 'Where to stop',
    prompt: prompt('teaching-rules', 'say where to stop and whom to ask'),
    judge: judge('where to stop and whom to ask'),
    counts: [],
  },
  {
    name: 'Names, and sources that exist',
    prompt: prompt('source-rules', 'Name the people, events and works that the subject is about'),
    judge: judge('sources or studies that are named and cannot be checked'),
    counts: [],
  },
  {
    name: 'Cards',
    prompt: { file: `${CARDS}write-cards.md`, words: 'Each card asks for one thing' },
    // cards are not compared: their check drops them one by one
    judge: { file: `${CARDS}check-cards.md`, words: 'is the only answer to the front, asks for one fact' },
    counts: ['a card with one question and one answer', 'three cards'],
  },
];
