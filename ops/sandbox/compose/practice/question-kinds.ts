import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import { KIND_WORDS } from '../../language/question-kinds.ts';
import type { Course } from '../course.ts';
import { unescapeMarkdown, unmaskMarkup } from '../markdown-escapes.ts';
import { shuffle } from '../seeded-random.ts';
import type { Speaker } from '../speaker.ts';

export interface Question {
  kind: QuestionKind;
  question: string;
  options: string[];
  correct_options: number[];
  explanation: string;
  rubric: string[];
}

const RIGHT = 2;
const WRONG = 2;
const STEPS = { least: 3, most: 4 };
const POINTS = 3;

/** Squeezed texts: each question searches for the same sentences of a book again. */
const squeezed = new Map<string, string>();
const MOST_SQUEEZED = 5_000;

/** Lower case and single spaces, for searching. */
export function squeeze(text: string): string {
  const known = squeezed.get(text);
  if (known !== undefined) return known;
  const made = unmaskMarkup(unescapeMarkdown(text))
    .replace(/[“”"«»„*]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
  if (squeezed.size >= MOST_SQUEEZED) squeezed.clear();
  squeezed.set(text, made);
  return made;
}

/** Composes a question of a kind other than single choice; null when the lesson's text is insufficient. */
export function questionOfKind(
  kind: QuestionKind,
  { book, brief }: Course,
  speaker: Speaker,
  { content, at }: { content: string; at: number },
): Question | null {
  const words = KIND_WORDS[brief.language];
  const text = squeeze(content);
  const said = speaker.points
    .map((point) => ({ point, place: text.indexOf(squeeze(point)) }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place)
    .map(({ point }) => speaker.finish(point));
  const myths = book.aspects
    .flatMap(({ facets }) => facets.map(({ myth }) => speaker.finish(myth.replaceAll('{topic}', speaker.topic))))
    .filter((myth) => !text.includes(squeeze(myth)));
  const seed = `${speaker.seed} ${speaker.index} ${kind} ${at}`;
  const why = (point: string, wrong: string) => speaker.say(speaker.drawFrom('explain', book.quiz.explainPoint), { point, wrong });
  const [first] = said;
  if (first === undefined) return null;
  const wrong = shuffle(myths, `${seed} myths`).slice(0, WRONG);
  const keyed = (right: readonly string[], others: readonly string[]) => {
    const options = shuffle([...right, ...others], seed);
    return { options, correct_options: right.map((one) => options.indexOf(one)).toSorted() };
  };
  switch (kind) {
    case 'true_false': {
      const isTrue = (speaker.index + at) % 2 === 0;
      const question = speaker.say(words.truth, { point: isTrue ? first : wrong[0]! });
      return {
        kind,
        question,
        options: [words.yes, words.no],
        correct_options: [isTrue ? 0 : 1],
        explanation: why(first, wrong[0]!),
        rubric: [],
      };
    }
    case 'multiple': {
      if (said.length < RIGHT) return null;
      const right = said.slice(0, RIGHT);
      return { kind, question: speaker.say(words.several), ...keyed(right, wrong), explanation: why(right[1]!, wrong[0]!), rubric: [] };
    }
    case 'order': {
      if (said.length < STEPS.least) return null;
      const steps = said.slice(0, STEPS.most);
      const options = shuffle(steps, seed);
      const explanation = speaker.say(words.explainSequence, { points: steps.join('; ') });
      const correct_options = steps.map((step) => options.indexOf(step));
      return { kind, question: speaker.say(words.sequence), options, correct_options, explanation, rubric: [] };
    }
    case 'short': {
      const rubric = said.slice(0, POINTS);
      return { kind, question: speaker.say(words.own), options: [], correct_options: [], explanation: rubric.join('; '), rubric };
    }
    case 'single':
      return null;
  }
}

/** A question as a review receives it. `right`: texts of the right options, in their order for an ordering question. */
export interface AskedQuestion {
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly right: readonly string[];
  readonly rubric: readonly string[];
}

/** Determines the right answer of a question by the lesson's text, for kinds other than single choice; null when nothing contradicts its key. */
export function rightByText(asked: AskedQuestion, { brief }: Course, speaker: Speaker, content: string): readonly string[] | null {
  const text = squeeze(content);
  const words = KIND_WORDS[brief.language];
  const isSaid = (option: string) => text.includes(squeeze(option));
  const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');
  switch (asked.kind) {
    case 'true_false': {
      const own = speaker.points.some(
        (point) => squeeze(asked.question) === squeeze(speaker.say(words.truth, { point: speaker.finish(point) })),
      );
      const right = [own ? words.yes : words.no];
      return asked.options.includes(words.yes) && !isSame(right, asked.right) ? right : null;
    }
    case 'multiple': {
      const right = asked.options.filter(isSaid);
      return right.length > 0 && !isSame(right.toSorted(), asked.right.toSorted()) ? right : null;
    }
    case 'order': {
      if (!asked.options.every(isSaid)) return null;
      const right = asked.options.toSorted((one, other) => text.indexOf(squeeze(one)) - text.indexOf(squeeze(other)));
      return isSame(right, asked.right) ? null : right;
    }
    default: {
      const missing = asked.rubric.filter((point) => !isSaid(point));
      return missing.length > 0 ? asked.rubric.filter(isSaid) : null;
    }
  }
}
