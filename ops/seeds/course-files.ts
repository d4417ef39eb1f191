import { createHash } from 'node:crypto';
import type { CourseContent, LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { exercisesMaterial, quizMaterial } from '#domain/generation/practice/practice-material.ts';
import { readLibraryCourse, type CourseHead, type LibraryLesson } from '../sandbox/answers/read-library.ts';
import { withFigure } from './sample-figures.ts';

/** A finished course from its files. */
interface CourseFiles {
  readonly slug: string;
  readonly head: CourseHead;
  readonly content: CourseContent;
}

/**
 * Reads a course of the sandbox's library as a finished course.
 * @throws Error naming the invalid file
 */
export function readCourseFiles(slug: string): CourseFiles {
  const { head, body, lessons } = readLibraryCourse(slug);
  const content: CourseContent = {
    title: head.title,
    description: body,
    language: head.language,
    learning_objectives: head.objectives,
    expert_insights: head.insights,
    industry_relevance: head.relevance,
    modules: head.modules.map(({ title, summary }, index) => ({
      title,
      summary,
      lessons: lessons.filter(({ module }) => module === index + 1).map((lesson) => lessonContent(slug, lesson)),
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

function lessonContent(
  slug: string,
  { file, title, sections, objectives, takeaways, minutes, exercise, questions }: LibraryLesson,
): LessonContent {
  const lesson_id = idFromName(`${slug}/${file}`);
  const { quiz } = quizMaterial(lesson_id, {
    questions: questions.map(({ right, options, rubric, ...question }) => ({
      ...question,
      options: [...options],
      correct_options: [...right],
      rubric: [...rubric],
    })),
  });
  const instructions = exercise && [exercise.task, exercise.criteria.map((one) => `- ${one}`).join('\n')].join('\n\n');
  return {
    lesson_id,
    title,
    content: withFigure(`${slug}/${file}`, sections),
    objectives: [...objectives],
    key_takeaways: [...takeaways],
    duration_minutes: minutes,
    quiz,
    exercises: instructions ? exercisesMaterial({ exercises: [{ title, instructions }] }).exercises : [],
    written_by: null,
    reviewed_by: null,
    notes: [],
  };
}
