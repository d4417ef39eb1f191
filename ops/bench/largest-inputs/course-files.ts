import { randomUUID } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { COURSE_FILE } from '#contract/exports/course-file.ts';
import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { STORED_QUESTION } from '#contract/courses/quiz.contract.ts';
import { COURSE_PART_BOUNDS, PRACTICE_BOUNDS, tooLargePart, type StoredCourse } from '#contract/courses/stored-course.ts';
import { HOSTILE_LESSONS } from '#domain/courses/text/hostile-lessons.factory.ts';
import { WORKSHOP_BOUNDS } from '#contract/courses/workshop.contract.ts';

/** A way in which a course can be large. */
export interface CourseShape {
  readonly description: string;
  /** The maximum that a course can have. */
  readonly most: number;
  readonly content: (size: number) => object;
}

const words = (length: number): string => 'Bees fly at dawn and return at dusk. '.repeat(Math.ceil(length / 37)).slice(0, length);
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: Math.max(1, count) }, (_, at) => make(at));
const lesson = (changes: object = {}) => ({
  lesson_id: randomUUID(),
  title: 'The hive in spring',
  content: 'A hive stands in the sun.',
  objectives: [],
  key_takeaways: [],
  duration_minutes: 20,
  quiz: [],
  exercises: [],
  written_by: null,
  reviewed_by: null,
  notes: [],
  ...changes,
});
const question = (at: number, options: number, explanation = '') => ({
  id: `q${at}`,
  question: 'When?',
  options: times(options, (n) => ({ id: `o${n}`, text: `In May ${n}, when bees fly and gather` })),
  answer_id: 'o0',
  explanation,
});
const course = (changes: object = {}) => ({
  title: 'Beekeeping for a first year',
  description: 'From an empty hive to the first honey.',
  language: 'english',
  learning_objectives: [],
  expert_insights: [],
  industry_relevance: [],
  quality_level: 'high',
  missing_lessons: 0,
  modules: [{ title: 'Spring', summary: '', lessons: [lesson()] }],
  ...changes,
});
const ofLessons = (lessons: object[]) => course({ modules: [{ title: 'Spring', summary: '', lessons }] });

/** Spreads parts over as few lessons as can hold them. */
const spread = (size: number, each: number, lessonOf: (count: number) => object) =>
  ofLessons(times(Math.ceil(size / each), (at) => lessonOf(Math.min(each, size - at * each))));
const citation = (marker: number) => ({ marker, state: 'unchecked', quote: words(300), passage: null });

const SHAPES: readonly Omit<CourseShape, 'most'>[] = [
  { description: 'whole lessons', content: (size) => ofLessons(times(size, () => lesson({ content: words(LESSON_CHARACTERS) }))) },
  {
    description: 'questions',
    content: (size) =>
      spread(size, PRACTICE_BOUNDS.questions, (count) => lesson({ quiz: times(count, (at) => question(at, 5, words(500))) })),
  },
  {
    description: 'lessons with all their points',
    content: (size) => {
      const points = times(COURSE_PART_BOUNDS.points, () => words(300));
      return ofLessons(times(size, () => lesson({ title: words(COURSE_PART_BOUNDS.title), objectives: points, key_takeaways: points })));
    },
  },
  {
    description: 'options of questions',
    content: (size) =>
      spread(Math.ceil(size / STORED_QUESTION.options), PRACTICE_BOUNDS.questions, (count) =>
        lesson({ quiz: times(count, (at) => question(at, STORED_QUESTION.options)) }),
      ),
  },
  {
    description: 'exercises',
    content: (size) =>
      spread(size, PRACTICE_BOUNDS.exercises, (count) =>
        lesson({ exercises: times(count, (at) => ({ id: `e${at}`, title: 'Look', instructions: words(600) })) }),
      ),
  },
  {
    description: 'steps of workshops',
    content: (size) =>
      spread(size, WORKSHOP_BOUNDS.steps, (count) =>
        lesson({
          workshop: {
            title: 'Look',
            intro: '',
            steps: times(count, (at) => ({ id: `w${at}`, text: words(600), field: null, hint: '', explanation: words(600) })),
          },
        }),
      ),
  },
  {
    description: 'citations',
    content: (size) =>
      spread(size, PRACTICE_BOUNDS.citations, (count) =>
        lesson({ content: 'Bees fly.[^1]', citations: times(count, (at) => citation(at + 1)) }),
      ),
  },
  {
    description: 'modules with all their words',
    content: (size) =>
      course({
        description: words(COURSE_PART_BOUNDS.description),
        learning_objectives: times(COURSE_PART_BOUNDS.insights, () => words(COURSE_PART_BOUNDS.point)),
        expert_insights: times(COURSE_PART_BOUNDS.insights, () => words(COURSE_PART_BOUNDS.point)),
        modules: times(size, () => ({
          title: words(COURSE_PART_BOUNDS.title),
          summary: words(COURSE_PART_BOUNDS.summary),
          lessons: times(2, () => lesson({ content: words(7_000) })),
        })),
      }),
  },
  {
    description: 'lessons that are slow to read',
    content: (size) => ofLessons(times(size, (at) => lesson({ content: HOSTILE_LESSONS[at % HOSTILE_LESSONS.length]!.text }))),
  },
];

export const COURSE_SHAPES: readonly CourseShape[] = SHAPES.map((shape) => ({
  ...shape,
  get most() {
    return mostOf(shape);
  },
}));

const most = new Map<string, number>();

/** Finds the maximum that a course can have of a shape within its limits: doubles, then halves. @throws if even one is refused */
function mostOf({ description, content }: Omit<CourseShape, 'most'>): number {
  const known = most.get(description);
  if (known !== undefined) return known;
  const isAccepted = (size: number) => {
    const made = content(size);
    return tooLargePart(made as StoredCourse, JSON.stringify(made)) === null;
  };
  let [accepted, refused] = [0, 1];
  while (isAccepted(refused)) [accepted, refused] = [refused, refused * 2];
  if (accepted === 0) throw new Error(`a course of ${description} is too large`);
  while (refused - accepted > 1) {
    const between = Math.floor((accepted + refused) / 2);
    if (isAccepted(between)) accepted = between;
    else refused = between;
  }
  most.set(description, accepted);
  return accepted;
}

/** Builds the zip of a course. @param text replaces the course's file with an invalid one */
export function courseZip(content: object, text?: string): Uint8Array {
  const file = { format: 'coursewright-course', version: 1, difficulty: 'beginner', age_group: 'Adults', content };
  return zipSync({ [COURSE_FILE]: strToU8(text ?? JSON.stringify(file)) }, { level: 1 });
}
