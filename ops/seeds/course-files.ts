import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import type { CourseContent, LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';

const FOLDER = fileURLToPath(new URL('./courses/', import.meta.url));

const texts = z.array(z.string().check(z.minLength(1))).check(z.minLength(1));
/** Front matter of `course.md`; its text is the description. */
const courseHead = z.object({
  title: z.string(),
  category: z.enum(CREATOR_CATEGORIES),
  difficulty: z.enum(CREATOR_DIFFICULTIES),
  age_group: z.string(),
  /** Dollars; 0 is free. */
  price: z.number(),
  tags: texts,
  prerequisites: z.string(),
  objectives: texts,
  insights: texts,
  relevance: texts,
  modules: z.array(z.object({ title: z.string(), summary: z.string() })),
});
/** Front matter of a lesson. `module` counts from 1. */
const lessonHead = z.object({ title: z.string(), module: z.int(), minutes: z.int(), objectives: texts, takeaways: texts });

/** A finished course from its files. */
interface CourseFiles {
  readonly slug: string;
  readonly head: z.infer<typeof courseHead>;
  readonly content: CourseContent;
}

/** Slugs of the sample courses. */
export const sampleCourseSlugs = (): string[] => readdirSync(FOLDER).toSorted();

/**
 * Reads `courses/<slug>/course.md` and its `NN-<lesson>.md`, in the order of their names.
 * @throws Error naming the invalid file
 */
export function readCourseFiles(slug: string): CourseFiles {
  const folder = path.join(FOLDER, slug);
  const { head, body } = readFile(path.join(folder, 'course.md'), courseHead);
  const lessons = readdirSync(folder)
    .filter((name) => /^\d\d-.+\.md$/.test(name))
    .toSorted()
    .map((name) => readLesson(path.join(folder, name), `${slug}/${name}`));
  const content: CourseContent = {
    title: head.title,
    description: body,
    language: 'english',
    learning_objectives: head.objectives,
    expert_insights: head.insights,
    industry_relevance: head.relevance,
    modules: head.modules.map(({ title, summary }, index) => ({
      title,
      summary,
      lessons: lessons.filter(({ module }) => module === index + 1).map(({ lesson }) => lesson),
    })),
    quality_level: 'standard',
    missing_lessons: 0,
  };
  return { slug, head, content };
}

/** Derives an id from a name, so that reading a course twice yields the same course. */
export function idFromName(name: string): string {
  const hex = createHash('sha256').update(`coursewright sample: ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function readLesson(file: string, name: string): { module: number; lesson: LessonContent } {
  const { head, body } = readFile(file, lessonHead);
  const [content, quiz = ''] = body.split(/^## Questions$/m);
  return {
    module: head.module,
    lesson: {
      lesson_id: idFromName(name),
      title: head.title,
      content: content!.trim(),
      objectives: head.objectives,
      key_takeaways: head.takeaways,
      duration_minutes: head.minutes,
      quiz: quiz
        .split(/^### /m)
        .slice(1)
        .map((text, index) => questionOf(text, index, file)),
      exercises: [],
      written_by: null,
      reviewed_by: null,
      notes: [],
    },
  };
}

/** Parses a question: its text, a list of options with the right one ticked, and the explanation as a quotation. */
function questionOf(text: string, index: number, file: string): LessonContent['quiz'][number] {
  const lines = text.split('\n');
  const options = lines.flatMap((line) => /^- \[([ x])\] (.+)$/.exec(line)?.slice(1) ?? []);
  const pairs = Array.from({ length: options.length / 2 }, (_, at) => ({
    id: String.fromCodePoint(97 + at),
    text: options[at * 2 + 1]!,
    isRight: options[at * 2] === 'x',
  }));
  const right = pairs.filter(({ isRight }) => isRight);
  const explanation = lines
    .filter((line) => line.startsWith('> '))
    .map((line) => line.slice(2))
    .join(' ');
  if (right.length !== 1 || pairs.length < 3 || !explanation) throw new Error(`${file}: question ${index + 1} is not whole`);
  return {
    id: `q${index + 1}`,
    question: lines[0]!.trim(),
    options: pairs.map(({ id, text: option }) => ({ id, text: option })),
    answer_id: right[0]!.id,
    explanation,
  };
}

function readFile<T extends z.ZodMiniType>(file: string, schema: T): { head: z.infer<T>; body: string } {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  if (front === undefined || body === undefined) throw new Error(`${file}: there is no front matter`);
  const head = schema.safeParse(parse(front));
  if (!head.success) throw new Error(`${file}: ${z.prettifyError(head.error)}`);
  return { head: head.data, body: body.trim() };
}
