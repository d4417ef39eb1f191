import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';
import type { Brief } from './brief.ts';
import { unmaskMarkup } from './markdown-escapes.ts';
import { matchTopic } from './match-topic.ts';
import { readGeneralCourse, readSecondCourse, type Language, type LibraryCourse, type LibraryLesson } from './read-library.ts';
import { isName } from './short-topic.ts';

/** A whole lesson of the library in a requested course. `sections`: the sections of its text, fewer only after it was rewritten shorter. */
export interface Unit {
  readonly course: LibraryCourse;
  readonly lesson: LibraryLesson;
  readonly sections: readonly string[];
  readonly objectives: readonly string[];
}

export interface PlannedModule {
  readonly title: string;
  readonly summary: string;
  readonly units: readonly Unit[];
}

/**
 * `second`: lessons on learning the topic by oneself. `origin`: why this course was chosen. `lessons`, `missing`: which part of the topic
 * it treats, if not all (`match-topic.ts`).
 */
export interface CoursePlan {
  readonly brief: Brief;
  readonly course: LibraryCourse;
  readonly second: LibraryCourse;
  readonly origin: 'from_library' | 'no_course' | 'other_language';
  readonly lessons: readonly LibraryLesson[];
  readonly missing: readonly string[];
  readonly modules: readonly PlannedModule[];
}

/** The product's smallest outline: number of modules, and of lessons in each. */
const LEAST = { modules: 3, lessons: 2 };

export const wordsIn = (markdown: string): number => countWords(plainProse(markdown));

/** Quotation marks of languages whose texts have none around `{topic}`. */
const QUOTED: Partial<Record<Language, string>> = { english: '“{topic}”', spanish: '«{topic}»', arabic: '«{topic}»' };

/**
 * Returns a topic as it appears in a sentence: a name without quotation marks, with its first word in lower case where English has it so;
 * anything else as typed, between quotation marks or after a colon.
 */
export function topicInText({ topic, language }: Pick<Brief, 'topic' | 'language'>): string {
  const quoted = QUOTED[language];
  if (quoted === undefined) return topic;
  if (!isName(topic)) return quoted.replace('{topic}', () => topic);
  return language === 'english' ? topic.replace(/^(?:(?:The|A|An)(?= )|[A-Z][a-z]+ing\b)/, (word) => word.toLowerCase()) : topic;
}

/** Returns a course with the topic in its texts. */
function withTopic<T>(value: T, topic: string): T {
  if (typeof value === 'string')
    return sentenceCase(
      value.replaceAll('{topic}', () => topic),
      value,
    ) as T;
  if (Array.isArray(value)) return value.map((entry) => withTopic(entry as unknown, topic)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withTopic(entry as unknown, topic)])) as T;
}

const sentenceCase = (text: string, before: string): string =>
  before.startsWith('{topic}') ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** The newest plans by brief: each lesson, its questions and its check request the whole course's plan. */
const plans = new Map<string, CoursePlan>();
const MOST_PLANS = 50;

/**
 * Plans a course of at most the requested size from the library: its whole lessons, in order; for one lesson, the general course. The same
 * brief always has the same plan.
 */
export function planCourse(brief: Brief): CoursePlan {
  const key = JSON.stringify(brief);
  const plan = plans.get(key) ?? newPlan(brief);
  plans.delete(key);
  plans.set(key, plan);
  if (plans.size > MOST_PLANS) plans.delete(plans.keys().next().value!);
  return plan;
}

function newPlan(brief: Brief): CoursePlan {
  const second = withTopic(readSecondCourse(brief.language), topicInText(brief));
  const found = matchTopic(unmaskMarkup(brief.askedTopic), unmaskMarkup(brief.goals), brief.language);
  const own = found !== null && !found.isForeign ? found : null;
  const origin = own ? 'from_library' : found ? 'other_language' : 'no_course';
  if (brief.size.modules * brief.size.lessons === 1) {
    const course = readGeneralCourse(brief.language);
    return { brief, course, second, origin, lessons: [], missing: [], modules: modulesOf(course, brief.size) };
  }
  const course = own?.course ?? second;
  const lessons = own ? own.lessons.map((number) => own.course.lessons[number - 1]!) : [];
  const missing = own ? own.missing : [];
  return { brief, course, second, origin, lessons, missing, modules: modulesOf(course, brief.size) };
}

export const unitOf = (course: LibraryCourse, lesson: LibraryLesson): Unit => ({
  course,
  lesson,
  sections: lesson.sections,
  objectives: lesson.objectives,
});

/** Returns the first lessons of a course, in its own modules; if these are too few, the first lessons of each, else pairs. */
function modulesOf(course: LibraryCourse, { modules, lessons }: Brief['size']): PlannedModule[] {
  const first = course.lessons.slice(0, modules * lessons);
  const isFirst = (one: LibraryLesson) => course.lessons.filter(({ module }) => module === one.module).indexOf(one) < lessons;
  const ofEach = course.lessons.filter((one) => one.module <= modules && isFirst(one));
  const pairs = first.flatMap((_, at) => (at % 2 === 0 ? [first.slice(at, at + 2)] : []));
  const own = [grouped(first), grouped(ofEach)].find((groups) => groups.length >= LEAST.modules) ?? pairs;
  return own.map((group) => {
    const heads = [...new Set(group.map(({ module }) => course.head.modules[module - 1]!))];
    return {
      title: heads.map(({ title }) => title).join(' · '),
      summary: heads.map(({ summary }) => summary).join(' '),
      units: group.map((lesson) => unitOf(course, lesson)),
    };
  });
}

/** Groups lessons by module; a lesson that would be alone in its module joins the module before. */
function grouped(lessons: readonly LibraryLesson[]): LibraryLesson[][] {
  const groups = [...new Set(lessons.map(({ module }) => module))].map((place) => lessons.filter(({ module }) => module === place));
  return groups.reduce<LibraryLesson[][]>((all, group) => {
    if (group.length < LEAST.lessons && all.length > 0) all.push([...all.pop()!, ...group]);
    else all.push(group);
    return all;
  }, []);
}
