import { isObject, type JsonObject, type WireRequest } from '../wire/wire.ts';
import { courseOf, locateLesson, textList, type Course } from './course.ts';
import { composeLesson } from './lesson.ts';
import { composeOutline } from './outline.ts';
import { composeExercises, composeQuiz } from './practice.ts';
import { readTags, type Tag } from './read-tags.ts';
import { composeResearch } from './research.ts';
import { composeReview } from './review.ts';
import { fillSchema } from './fill-schema.ts';
import { hashHex } from './seeded.ts';

export type Purpose = 'outline' | 'research' | 'lesson' | 'practice' | 'review' | 'correction' | 'other';

/** A request understood: what is wanted, and the data it came with. */
export interface Ask {
  purpose: Purpose;
  schema: JsonObject | null;
  tags: Partial<Record<Tag, unknown>>;
  prompt: string;
}

export interface ComposeOptions {
  seed: string;
  reviseShare: number;
}

/** A property that only one kind of answer has. */
const PURPOSES: readonly (readonly [property: string, purpose: Purpose])[] = [
  ['modules', 'outline'], ['current_practice', 'research'], ['questions', 'practice'], ['exercises', 'practice'], ['verdict', 'review'], ['content', 'lesson'],
];
const PRACTICE = { count: 4, most: 20 };
const EXTRA_WORDS = 1.2;

export function readAsk(request: WireRequest): Ask {
  const prompt = `${request.system}\n${request.user}`;
  const tags = readTags(prompt);
  const properties = isObject(request.schema?.properties) ? request.schema.properties : {};
  const known = PURPOSES.find(([property]) => property in properties)?.[1] ?? 'other';
  const purpose = known === 'lesson' && Array.isArray(tags.findings) && tags.findings.length > 0 ? 'correction' : known;
  return { purpose, schema: request.schema, tags, prompt: request.user };
}

/** The purpose, and a key that is the same for every attempt at the same piece of work. */
export function describeAsk({ purpose, tags, prompt }: Ask): { purpose: Purpose; key: string } {
  const lesson = isObject(tags.lesson) ? `${String(tags.lesson.module)}.${String(tags.lesson.lesson)}` : '';
  const work = tags.brief === undefined ? hashHex(prompt) : hashHex(JSON.stringify(tags.brief));
  return { purpose, key: [work, purpose, lesson].filter(Boolean).join('/') };
}

/** The text a model would answer: JSON in the order of the schema's properties, or prose when no schema was asked for. */
export function composeAnswer(ask: Ask, options: ComposeOptions): string {
  const course = courseOf(ask.tags, ask.prompt, options.seed);
  const answer = composeDocument(ask, course, options);
  if (ask.schema === null) return lessonOf(course, ask).content;
  return JSON.stringify(answer === null ? fillSchema(ask.schema, locateLesson(course, ask.tags).speaker) : inSchemaOrder(ask.schema, answer));
}

function composeDocument(ask: Ask, course: Course, options: ComposeOptions): object | null {
  const { purpose, tags, schema } = ask;
  switch (purpose) {
    case 'outline':
      return composeOutline(course);
    case 'research':
      return composeResearch(course);
    case 'lesson':
    case 'correction':
      return lessonOf(course, ask);
    case 'review':
      return composeReview(course, locateLesson(course, tags).speaker, tags.lesson_text, options.reviseShare);
    case 'practice': {
      const { speaker } = locateLesson(course, tags);
      const wanted = isObject(tags.practice) && typeof tags.practice.count === 'number' ? tags.practice.count : PRACTICE.count;
      const count = Math.min(Math.max(1, Math.floor(wanted)), PRACTICE.most);
      const isQuiz = isObject(schema?.properties) && 'questions' in schema.properties;
      return isQuiz ? composeQuiz(course, speaker, count) : composeExercises(course, speaker, count);
    }
    default:
      return null;
  }
}

function lessonOf(course: Course, { tags }: Ask) {
  const located = locateLesson(course, tags);
  const findings = textList(tags.findings);
  // A finding about length is answered by writing more.
  const isShort = findings.some((finding) => /\b(short|length|characters|words|at least|corto|longitud)\b/i.test(finding));
  const research = isObject(tags.research) ? Object.values(tags.research).flatMap(textList) : [];
  return composeLesson(located.speaker, {
    words: course.brief.size.words * (isShort ? EXTRA_WORDS : 1),
    isLast: located.isLast,
    objectives: located.objectives,
    findings,
    research,
  });
}

/** Only the properties the schema names, in its order, which is the order of streaming. */
function inSchemaOrder(schema: JsonObject, answer: object): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const known = answer as JsonObject;
  return Object.fromEntries(Object.keys(properties).map((key) => [key, known[key]]));
}
