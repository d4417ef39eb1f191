import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import type { CourseOutline, Lesson } from '#contract/courses/courses.contract.ts';
import type { StoredCourse, StoredLesson } from '#contract/courses/stored-course.ts';
import type { Pace } from '#contract/courses/course-plan.contract.ts';
import { FINAL_TASK_MINUTES } from '#contract/courses/study-minutes.ts';
import { FINAL_TEST } from '#contract/practice/final-test.contract.ts';
import { withoutRubric } from '#contract/courses/quiz.contract.ts';
import { lessonMinutes } from './lesson-minutes.queries.ts';

/** Marks that belong to the reader of a lesson, not to its text. */
export type LessonMarks = Pick<Lesson, 'completed' | 'bookmarked' | 'pinned'>;

/**
 * A stored lesson: without its `index`, which follows from its place in the modules, and without its reader's marks. `duration_minutes` is
 * the plan from before it was written; `lessonMinutes` is the time to show.
 */
export type LessonContent = StoredLesson;

/** Known weaknesses of a lesson's text, which its reader is told. */
export type LessonNote = Exclude<Lesson['notes'][number], 'edited' | 'no_practice' | 'not_sourced' | QuizNote>;

/**
 * Why a lesson lacks the quiz that was written for it: no second service could check it, or the checking service agreed with none of its
 * questions.
 */
export type QuizNote = Extract<Lesson['notes'][number], 'quiz_unchecked' | 'quiz_dropped'>;

/**
 * Converts a stored lesson for the wire, with the time that its text takes, and without the rubrics of its questions, except in its owner's
 * file. `place` is its module and lesson, from 0.
 */
export function wireLesson(
  lesson: LessonContent,
  place: { module: number; lesson: number },
  marks: LessonMarks,
  { hasRubrics = false }: { hasRubrics?: boolean } = {},
): Lesson {
  return {
    ...lesson,
    duration_minutes: lessonMinutes(lesson),
    quiz: hasRubrics ? lesson.quiz : lesson.quiz.map(withoutRubric),
    ...marks,
    index: `${place.module}_${place.lesson}`,
  };
}

/** Ids of marked lessons, by kind of mark. */
export interface MarkedLessons {
  readonly completed: readonly string[];
  readonly bookmarked: readonly string[];
  readonly pinned: readonly string[];
}

/** Returns the marks of one lesson. */
export const marksOf = (marked: MarkedLessons, lessonId: string): LessonMarks => ({
  completed: marked.completed.includes(lessonId),
  bookmarked: marked.bookmarked.includes(lessonId),
  pinned: marked.pinned.includes(lessonId),
});

/**
 * One version of a course, as in the jsonb column `course_version.content`. A version is immutable; values that change (saved, progress,
 * status) or can be computed (indexes, total time) are derived when it is read.
 */
export type CourseContent = StoredCourse;
/** A stored module. */
export type ModuleContent = CourseContent['modules'][number];

/** The names that lists and public pages show of a version, stored beside its text (column `contents`). */
export interface CourseContents {
  readonly language: string;
  readonly pace?: Pace;
  readonly modules: readonly {
    readonly title: string;
    /** `questions`: those that a final test may use. */
    readonly lessons: readonly {
      readonly lesson_id: string;
      readonly title: string;
      readonly questions: number;
      readonly has_practice: boolean;
    }[];
  }[];
}

/** Returns all lesson names in reading order. */
export const namedLessons = ({ modules }: CourseContents) => modules.flatMap(({ lessons }) => lessons);

/** Tells whether a lesson was checked: by a service, or by people, who check what the demo library has. */
export const isChecked = ({ reviewed_by: checker, of_library: isOfLibrary }: Pick<LessonContent, 'reviewed_by' | 'of_library'>): boolean =>
  checker !== null || isOfLibrary === true;

/** Returns all lessons in reading order. */
export const lessonsOf = (content: Pick<CourseContent, 'modules'>): LessonContent[] => content.modules.flatMap((module) => module.lessons);

/** Returns the parts of a course that lists show: everything except the text of its lessons. */
export const outlineOf = ({ modules, learning_objectives, expert_insights }: CourseContent): CourseOutline => ({
  modules: modules.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map((one) => ({ title: one.title, objectives: one.objectives })),
  })),
  learning_objectives,
  expert_insights,
});

/** Tells whether its lessons have enough questions for a final test; text answers do not count. */
export const mayTest = (contents: CourseContents): boolean =>
  namedLessons(contents).reduce((sum, { questions }) => sum + questions, 0) >= FINAL_TEST.least;

/** Returns the total minutes of all lessons and the final task. */
export const totalMinutes = (content: Pick<CourseContent, 'modules' | 'plan'>): number =>
  lessonsOf(content).reduce((sum, lesson) => sum + lessonMinutes(lesson), content.plan?.final_task ? FINAL_TASK_MINUTES : 0);

/** Formats a duration: `45 min`, `2 h`, `3 h 20 min`. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Returns the audience of a course, from the age in its form (A17: the form's age is the audience's). */
export function ageGroup(age: number): string {
  return AGE_GROUPS.find((group) => age <= group.to)!.name;
}
