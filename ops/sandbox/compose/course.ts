import type { Book, Facet } from '../language/book.ts';
import { bookOf } from '../language/books.ts';
import { isObject } from '../wire/wire.ts';
import { clean, readBrief, type Brief } from './brief.ts';
import { planCourse, type PlannedLesson, type PlannedModule } from './plan.ts';
import type { Tag } from './read-tags.ts';
import { hash32, hashHex } from './seeded.ts';
import { Speaker } from './speaker.ts';

/** A lesson found in the plan of its course, by position and title. */
export interface LocatedLesson {
  title: string;
  summary: string;
  objectives: string[];
  index: number;
  isLast: boolean;
  speaker: Speaker;
}

/** What every piece of a course shares: its brief, language, plan and seed. */
export interface Course {
  brief: Brief;
  book: Book;
  seed: string;
  plan: PlannedModule[];
}

/** The same brief and seed always give the same course. Without a brief the prompt's own text is the topic. */
export function courseOf(tags: Partial<Record<Tag, unknown>>, prompt: string, seed: string): Course {
  const brief = readBrief(tags.brief ?? { topic: topicOfProse(prompt) });
  const book = bookOf(brief.language);
  const courseSeed = `${seed} ${hashHex(JSON.stringify(tags.brief ?? prompt))}`;
  return { brief, book, seed: courseSeed, plan: planCourse(book, brief, courseSeed) };
}

/** A prompt without tags: what follows "about" or "topic:", else its beginning. */
function topicOfProse(prompt: string): string {
  const match = /\b(?:about|topic:?|tema:?|sobre)\s+([^.\n]{3,80})/i.exec(prompt);
  return clean(match?.[1] ?? prompt, 60);
}

/** A lesson's title as the outline prints it. */
export function lessonTitle(course: Course, { facet, twist }: PlannedLesson): string {
  const { book, brief } = course;
  const topic = book.topic?.(brief.shortTopic) ?? brief.shortTopic;
  const title = (brief.voice === 'plain' ? facet.easy : facet.title).replaceAll('{topic}', topic);
  return twist === '' ? title : book.variant.replace('{title}', title).replace('{thing}', twist);
}

/** The facet as its lesson treats it: with a twist the focus is that facet seen in one thing. */
function twistedFacet(course: Course, { facet, twist }: PlannedLesson): Facet {
  return twist === '' ? facet : { ...facet, focus: course.book.variant.replace('{title}', facet.focus).replace('{thing}', twist) };
}

function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.map((entry) => clean(entry, 300)).filter(Boolean) : [];
}

/** Titles of an outline document, module by module. */
function outlineTitles(outline: unknown): string[][] {
  const modules = isObject(outline) && Array.isArray(outline.modules) ? outline.modules : [];
  return modules.map((module: unknown) => {
    const lessons = isObject(module) && Array.isArray(module.lessons) ? module.lessons : [];
    return lessons.map((lesson: unknown) => (isObject(lesson) ? clean(lesson.title, 200) : ''));
  });
}

/** Finds the lesson that a request is about; a title that isn't in the plan keeps its own words and borrows a facet. */
export function locateLesson(course: Course, tags: Partial<Record<Tag, unknown>>): LocatedLesson {
  const { book, brief, plan, seed } = course;
  const raw = isObject(tags.lesson) ? tags.lesson : {};
  const m = typeof raw.module === 'number' ? raw.module : 0;
  const l = typeof raw.lesson === 'number' ? raw.lesson : 0;
  const flat = plan.flatMap((module) => module.lessons);
  const titles = outlineTitles(tags.outline);
  const before = titles.length > 0 ? titles.slice(0, m).flat().length : plan.slice(0, m).flatMap((module) => module.lessons).length;
  const index = before + l;
  const given = clean(raw.title, 200);
  const here = plan[m]?.lessons[l];
  const planned =
    (here && (given === '' || lessonTitle(course, here) === given) ? here : undefined) ??
    flat.find((lesson) => lessonTitle(course, lesson) === given) ??
    here ??
    (flat[hash32(given || String(index)) % flat.length] as PlannedLesson);
  const foreign = given !== '' && lessonTitle(course, planned) !== given;
  const facet = twistedFacet(course, planned);
  const title = given || lessonTitle(course, planned);
  const order = titles.length > 0 ? titles.flat() : flat.map((lesson) => lessonTitle(course, lesson));
  const next = order[index + 1];
  const [open, close] = book.quote;
  return {
    title,
    summary: clean(raw.summary, 300),
    objectives: textList(raw.objectives),
    index,
    isLast: next === undefined,
    speaker: new Speaker({
      book, brief, seed, index,
      facet: foreign ? { ...facet, focus: `${open}${title}${close}` } : facet,
      words: { lesson: title, next: next ?? '' },
    }),
  };
}

export { textList };
