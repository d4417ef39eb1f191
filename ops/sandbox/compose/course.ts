import type { Book, Facet, Voice } from '../language/book.ts';
import { bookOf } from '../language/read-book.ts';
import { isObject } from '../wire/wire.ts';
import { briefIdentity, clean, readBrief, type Brief, type Language } from './brief.ts';
import { planCourse, type PlannedLesson, type PlannedModule } from './plan.ts';
import type { Tag } from './read-tags.ts';
import { hash32, hashHex } from './seeded-random.ts';
import { Speaker } from './speaker.ts';

/** A lesson located in its course's plan, by its mark in the outline, its position or its title. */
export interface LocatedLesson {
  title: string;
  objectives: string[];
  index: number;
  isLast: boolean;
  /** It is the first of its module. */
  opensModule: boolean;
  speaker: Speaker;
}

/** Data shared by all pieces of a course: its brief, language, plan and seed. */
export interface Course {
  brief: Brief;
  book: Book;
  seed: string;
  plan: PlannedModule[];
  /** Returns a sentence that names the topic word for word, unless `said` contains it. */
  belonging(said: string): string;
}

/** Overrides of the brief for one lesson. */
export interface Manner {
  language?: Language;
  voice?: Voice;
  /** Selects different sentences for the same content. */
  variation?: string;
}

const MARK = ' (this lesson)';

/** Builds a course; the same brief and seed always yield the same one. Without a brief the prompt's own text is the topic. */
export function courseOf(tags: Partial<Record<Tag, unknown>>, prompt: string, seed: string, manner: Manner = {}): Course {
  const own = readBrief(tags.brief ?? { topic: topicOfProse(prompt) });
  const brief: Brief = { ...own, language: manner.language ?? own.language };
  const book = bookOf(brief.language);
  const courseSeed = `${seed} ${hashHex(tags.brief === undefined ? prompt : briefIdentity(tags.brief))}`;
  const plan = planCourse(book, brief, courseSeed);
  return {
    brief: { ...brief, voice: manner.voice ?? brief.voice },
    book,
    seed: `${courseSeed}${manner.variation ?? ''}`,
    plan,
    belonging: (said) =>
      said.toLowerCase().includes(brief.askedTopic.toLowerCase()) ? '' : book.belonging.replace('{asked}', () => brief.askedTopic),
  };
}

/** The topic of a prompt without tags: the text after "about" or "topic:", else its beginning. */
function topicOfProse(prompt: string): string {
  const match = /\b(?:about|topic:?|tema:?|sobre)\s+([^.\n]{3,80})/i.exec(prompt);
  return clean(match?.[1] ?? prompt, 60);
}

/** The facet of a lesson: with a twist, the focus is the facet applied to one thing. */
function twistedFacet({ facet, twist }: PlannedLesson): Facet {
  return twist === '' ? facet : { ...facet, focus: `${facet.focus}: ${twist}` };
}

/** The texts of a list, cleaned for use inside sentences. */
export function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.map((entry) => clean(entry, 300)).filter(Boolean) : [];
}

/** Reads the titles of an outline by module, as texts or as objects, and the position of the marked lesson. */
function readOutline(outline: unknown): { titles: string[][]; marked: { m: number; l: number } | null } {
  const modules = isObject(outline) && Array.isArray(outline.modules) ? outline.modules : [];
  let marked: { m: number; l: number } | null = null;
  const titles = modules.map((module: unknown, m) => {
    const lessons = isObject(module) && Array.isArray(module.lessons) ? module.lessons : [];
    return lessons.map((lesson: unknown, l) => {
      const text = clean(isObject(lesson) ? lesson.title : lesson, 200);
      if (!text.endsWith(MARK)) return text;
      marked = { m, l };
      return text.slice(0, -MARK.length);
    });
  });
  return { titles, marked };
}

/** Finds the lesson of a request; a title outside the plan keeps its own words and borrows a facet. */
export function locateLesson(course: Course, tags: Partial<Record<Tag, unknown>>): LocatedLesson {
  const { book, brief, plan, seed } = course;
  const raw = isObject(tags.lesson) ? tags.lesson : {};
  const { titles, marked } = readOutline(tags.outline);
  const m = marked?.m ?? (typeof raw.module === 'number' ? raw.module : 0);
  const l = marked?.l ?? (typeof raw.lesson === 'number' ? raw.lesson : 0);
  const flat = plan.flatMap((module) => module.lessons);
  const before = titles.length > 0 ? titles.slice(0, m).flat().length : plan.slice(0, m).flatMap((module) => module.lessons).length;
  const index = before + l;
  const given = clean(raw.title, 200);
  const here = plan[m]?.lessons[l];
  const known = given === '' ? here : flat.find((lesson) => lesson.title === given);
  const planned = known ?? here ?? (flat[hash32(given || String(index)) % flat.length] as PlannedLesson);
  const title = given || planned.title;
  const order = titles.length > 0 ? titles.flat() : flat.map((lesson) => lesson.title);
  const next = order[index + 1];
  const facet = twistedFacet(planned);
  const [open, close] = book.quote;
  return {
    title,
    objectives: textList(raw.objectives),
    index,
    isLast: next === undefined,
    opensModule: l === 0,
    speaker: new Speaker({
      book,
      brief,
      seed,
      index,
      topic: 'core',
      isTwisted: planned.twist !== '',
      facet: known === undefined ? { ...facet, focus: `${open}${title}${close}` } : facet,
      words: { lesson: title, next: next ?? '' },
    }),
  };
}
