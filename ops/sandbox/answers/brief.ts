import { FORM_OPTIONS, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { isObject } from '../wire/wire.ts';
import { maskMarkup } from './markdown-escapes.ts';
import type { Language } from './read-library.ts';
import { shortTopic } from './short-topic.ts';

/** The parts of a request's form that determine the answer. Texts are on one line, with their markup masked (`markdown-escapes.ts`). */
export interface Brief {
  /** Verbatim. */
  readonly askedTopic: string;
  /** For titles, as typed (`short-topic.ts`). */
  readonly topic: string;
  readonly goals: string;
  readonly language: Language;
  readonly age: number;
  readonly duration: CourseForm['duration'] | null;
  readonly difficulty: CourseForm['difficulty'] | null;
  readonly size: { readonly modules: number; readonly lessons: number; readonly words: number };
}

/** `words`: the library's lessons are written, and about as long; whoever requests more gets no padding. */
const LIMITS = { modules: 60, lessons: 30, words: 575, topic: 300, goals: 400 };
const DEFAULT_SIZE = { modules: 4, lessons: 3, words: 575 };

/** Reduces a value to one line, with its markup masked. */
export function clean(value: unknown, limit: number): string {
  if (typeof value !== 'string') return '';
  // oxlint-disable-next-line no-control-regex
  const text = maskMarkup(value.replace(/\p{Cc}+/gu, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).trim();
}

/** Returns the texts of a list. */
export const textList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((entry) => (typeof entry === 'string' ? entry.trim() : '')).filter(Boolean) : [];

const count = (value: unknown, fallback: number, most: number): number =>
  typeof value === 'number' && value >= 1 ? Math.min(Math.floor(value), most) : fallback;
const oneOf = <T extends string>(options: readonly T[], value: unknown): T | null => options.find((option) => option === value) ?? null;

/** Reads a brief, complete or not. @param prose topic of a request without one */
export function readBrief(value: unknown, prose = ''): Brief {
  const raw = isObject(value) ? value : { topic: prose };
  const asked = clean(raw.topic, LIMITS.topic) || 'learning';
  const size = isObject(raw.course_size) ? raw.course_size : {};
  const age = typeof raw.age === 'number' ? raw.age : 30;
  const topic = asked.replace(/^(an? )?(introduction to|intro to|course on|introducci[oó]n a)\s+/i, '').replace(/[.!?]+$/, '') || asked;
  return {
    askedTopic: asked,
    topic: shortTopic(topic),
    goals: clean(raw.learning_goals, LIMITS.goals),
    language: oneOf(FORM_OPTIONS.language_preference, raw.language_preference) ?? 'english',
    age,
    duration: oneOf(FORM_OPTIONS.duration, raw.duration),
    difficulty: oneOf(FORM_OPTIONS.difficulty, raw.difficulty),
    size: {
      modules: count(size.modules, DEFAULT_SIZE.modules, LIMITS.modules),
      lessons: count(size.lessons_per_module, DEFAULT_SIZE.lessons, LIMITS.lessons),
      words: count(size.lesson_words, DEFAULT_SIZE.words, LIMITS.words),
    },
  };
}
