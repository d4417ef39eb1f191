import { randomUUID } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { COURSE_FILE, IMPORT_BYTES } from '#contract/exports/course-file.ts';
import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { COURSE_BOUNDS } from '#contract/courses/stored-course.ts';

/** A way in which a course can be large. */
export interface CourseShape {
  readonly description: string;
  /** The most that fits into the file of an import. */
  readonly most: number;
  readonly content: (size: number) => object;
}

const words = (length: number): string => 'Bees fly at dawn and return at dusk. '.repeat(Math.ceil(length / 37)).slice(0, length);
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: Math.max(1, count) }, (_, at) => make(at));
/** What JSON needs beside the texts. */
const ROOM = IMPORT_BYTES * 0.95;

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
const question = (at: number, options = 2) => ({
  id: `q${at}`,
  question: 'When?',
  options: times(options, (n) => ({ id: `o${n}`, text: `In May ${n}` })),
  answer_id: 'o0',
  explanation: '',
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

export const COURSE_SHAPES: readonly CourseShape[] = [
  {
    description: 'whole lessons',
    most: Math.floor(ROOM / (LESSON_CHARACTERS + 1_000)),
    content: (size) => ofLessons(times(size, () => lesson({ content: words(LESSON_CHARACTERS) }))),
  },
  { description: 'characters of description', most: ROOM, content: (size) => course({ description: words(size) }) },
  { description: 'lessons', most: COURSE_BOUNDS.lessons, content: (size) => ofLessons(times(size, () => lesson({ title: words(500) }))) },
  {
    description: 'questions',
    most: Math.floor(ROOM / 150),
    content: (size) => {
      const lessons = Math.min(COURSE_BOUNDS.lessons, size);
      return ofLessons(times(lessons, () => lesson({ quiz: times(Math.ceil(size / lessons), (at) => question(at)) })));
    },
  },
  {
    description: 'options of one question',
    most: Math.floor(ROOM / 40),
    content: (size) => ofLessons([lesson({ quiz: [question(0, Math.max(2, size))] })]),
  },
  { description: 'objectives', most: Math.floor(ROOM / 4), content: (size) => course({ learning_objectives: times(size, () => 'a') }) },
  {
    description: 'objectives of one lesson',
    most: Math.floor(ROOM / 4),
    content: (size) => ofLessons([lesson({ objectives: times(size, () => 'a') })]),
  },
  {
    description: 'characters of summaries',
    most: ROOM,
    content: (size) =>
      course({ modules: times(Math.min(200, size), (at) => ({ title: `${at}`, summary: words(size / 200), lessons: [lesson()] })) }),
  },
  {
    description: 'exercises',
    most: Math.floor(ROOM / 60),
    content: (size) => ofLessons([lesson({ exercises: times(size, (at) => ({ id: `e${at}`, title: 'Look', instructions: 'Look.' })) })]),
  },
];

/** Builds the zip of a course. @param text the course's file, when it is not to be a right one */
export function courseZip(content: object, text?: string): Uint8Array {
  const file = { format: 'coursewright-course', version: 1, difficulty: 'beginner', age_group: 'Adults', content };
  return zipSync({ [COURSE_FILE]: strToU8(text ?? JSON.stringify(file)) }, { level: 1 });
}
