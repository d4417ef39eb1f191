import type { Book, Lexicon } from '../language/book.ts';
import type { Course } from './course.ts';
import { shuffle } from './seeded.ts';
import { capitalise, type Speaker } from './speaker.ts';

export interface QuizAnswer {
  questions: { question: string; options: string[]; correct_option: number; explanation: string }[];
}
export interface ExercisesAnswer {
  exercises: { title: string; instructions: string }[];
}

const OPTIONS = 4;
/** What a question asks for, in turn; 'point' comes first because it is what the lesson said. */
const KINDS = ['point', 'measure', 'point', 'hazard', 'point', 'tool'] as const;
type WordKind = 'measure' | 'hazard' | 'tool';

/** Questions on one lesson: its points against misunderstandings, and its words against words with another part to play. */
export function composeQuiz(course: Course, speaker: Speaker, count: number): QuizAnswer {
  const questions: QuizAnswer['questions'] = [];
  const used = new Set<string>();
  for (let i = 0; questions.length < count && i < count * 4; i++) {
    const kind = KINDS[i % KINDS.length] as (typeof KINDS)[number];
    const nth = KINDS.slice(0, i % KINDS.length).filter((k) => k === kind).length;
    const made = kind === 'point' ? pointQuestion(course, speaker, nth, i) : wordQuestion(speaker, kind, i);
    if (used.has(made.question + made.options[made.correct_option])) continue;
    used.add(made.question + made.options[made.correct_option]);
    questions.push(made);
  }
  return { questions };
}

type Question = QuizAnswer['questions'][number];

function question(speaker: Speaker, i: number, ask: string, answer: string, wrong: string[], explanation: string): Question {
  const seed = `${speaker.seed} ${speaker.index} quiz ${i}`;
  const distinct = [...new Set(wrong)].filter((text) => text !== answer).slice(0, OPTIONS - 1);
  // Within each four questions the key takes each place once, in an order that can't be guessed.
  const places = shuffle([...distinct.keys(), distinct.length], `${speaker.seed} ${speaker.index} key ${Math.floor(i / OPTIONS)}`);
  const key = places[i % places.length] as number;
  const options = shuffle(distinct, seed);
  options.splice(key, 0, answer);
  return { question: ask, options, correct_option: key, explanation };
}

function pointQuestion({ book, plan }: Course, speaker: Speaker, nth: number, i: number): Question {
  const point = speaker.points[nth % speaker.points.length] as string;
  const myths = shuffle(plan.flatMap((module) => module.lessons.map(({ facet }) => facet.myth)), `${speaker.seed} myths ${i} ${speaker.index}`);
  const spare = shuffle(book.aspects.flatMap(({ facets }) => facets.map(({ myth }) => myth)), `${speaker.seed} spare myths ${i} ${speaker.index}`);
  const say = (text: string): string => speaker.finish(text.replaceAll('{topic}', speaker.topic));
  const explanation = speaker.say(speaker.drawFrom('explain', book.quiz.explainPoint), { point, myth: speaker.myth });
  const stem = speaker.say(speaker.drawFrom('stem', book.quiz.point));
  return question(speaker, i, stem, say(point), [speaker.myth, ...myths, ...spare].map(say), explanation);
}

function wordQuestion(speaker: Speaker, kind: WordKind, i: number): Question {
  const { book } = speaker;
  const answer = speaker.word(kind);
  const others = (['measure', 'hazard', 'tool'] as const).filter((other) => other !== kind);
  const wrong = [...others.map((other) => speaker.word(other)), speaker.word(others[i % 2] as keyof Lexicon), speaker.word('person')];
  const explanation = capitalise(speaker.say(speaker.drawFrom('explain word', book.quiz.explainWord), { answer }));
  const stem = speaker.say(speaker.drawFrom(`stem ${kind}`, book.quiz[kind]));
  return question(speaker, i, stem, capitalise(answer), wrong.map(capitalise), explanation);
}

/** Tasks on one lesson, with a line from the form's way of learning and the learner's own aims. */
export function composeExercises({ book, brief }: { book: Book; brief: Course['brief'] }, speaker: Speaker, count: number): ExercisesAnswer {
  const exercises = Array.from({ length: count }, (_, i) => {
    const [title, text] = pickPair(book, speaker, i);
    // A title and its instructions speak of the same things.
    const words = Object.fromEntries((['thing', 'action', 'tool', 'hazard', 'measure'] as const).map((kind) => [kind, speaker.word(kind)]));
    return { title: speaker.say(title, words), instructions: speaker.join(speaker.say(text, words), addition(book, brief, speaker, i, words)) };
  });
  return { exercises };
}

function pickPair(book: Book, speaker: Speaker, i: number): readonly [string, string] {
  const all = shuffle(book.exercises, `${speaker.seed} exercises`);
  return all[(speaker.index * 3 + i) % all.length] as readonly [string, string];
}

function addition(book: Book, brief: Course['brief'], speaker: Speaker, i: number, words: Record<string, string>): string {
  const style = brief.choices.learning_style;
  const learning = style ? book.options.learning_style?.[style] : undefined;
  if (i % 2 === 0 && learning) return speaker.say(speaker.drawFrom(`exercise ${style}`, learning), words);
  const application = brief.applications[(speaker.index + i) % Math.max(1, brief.applications.length)];
  if (application) return speaker.say(speaker.drawFrom('exercise application', book.given.application), { ...words, application });
  const skill = brief.skills[(speaker.index + i) % Math.max(1, brief.skills.length)];
  return skill ? speaker.say(speaker.drawFrom('exercise skill', book.given.skill), { ...words, skill }) : '';
}
