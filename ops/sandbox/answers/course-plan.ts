import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';
import type { Brief } from './brief.ts';
import { matchTopic } from './match-topic.ts';
import { unmaskMarkup } from './markdown-escapes.ts';
import { readSecondCourse, type Language, type LibraryCourse, type LibraryLesson } from './read-library.ts';
import { isName } from './short-topic.ts';

/** A lesson of a requested course: a lesson of the library, or some of its sections. */
export interface Unit {
  readonly course: LibraryCourse;
  readonly lesson: LibraryLesson;
  readonly sections: readonly string[];
  /** It ends with the lesson's end. */
  readonly isEnd: boolean;
  readonly title: string;
  readonly summary: string;
  readonly objectives: readonly string[];
  readonly minutes: number;
}

export interface PlannedModule {
  readonly title: string;
  readonly summary: string;
  readonly units: readonly Unit[];
}

/** `second`: the course on learning the topic by oneself. `origin`: why this course was chosen. */
export interface CoursePlan {
  readonly brief: Brief;
  readonly course: LibraryCourse;
  readonly second: LibraryCourse;
  readonly origin: 'from_library' | 'no_course' | 'other_language';
  readonly modules: readonly PlannedModule[];
}

/** The share of a course's modules that the course on learning by oneself may fill. */
const SECOND_SHARE = 1 / 2;
const LONGEST_TITLE = 110;
const LONGEST_SUMMARY = 240;

export const wordsIn = (markdown: string): number => countWords(plainProse(markdown));

/** Quotation marks of the languages whose texts have none around `{topic}`. */
const QUOTED: Partial<Record<Language, string>> = { english: '“{topic}”', spanish: '«{topic}»', arabic: '«{topic}»' };

/**
 * A topic as it stands in a sentence: a name without quotation marks, and its first word in lower case where English would have it so;
 * anything else as typed, between quotation marks or behind a colon.
 */
export function topicInText({ topic, language }: Pick<Brief, 'topic' | 'language'>): string {
  const quoted = QUOTED[language];
  if (quoted === undefined) return topic;
  if (!isName(topic)) return quoted.replace('{topic}', () => topic);
  return language === 'english' ? topic.replace(/^(?:(?:The|A|An)(?= )|[A-Z][a-z]+ing\b)/, (word) => word.toLowerCase()) : topic;
}

/** A course with the topic in its texts. */
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

/** Plans a course of exactly the requested size from the library. The same brief always has the same plan. */
export function planCourse(brief: Brief): CoursePlan {
  const second = withTopic(readSecondCourse(brief.language), topicInText(brief));
  const found = matchTopic(unmaskMarkup(brief.askedTopic), unmaskMarkup(brief.goals), brief.language);
  const course = found && !found.isForeign ? found.course : second;
  const origin = course !== second ? 'from_library' : found ? 'other_language' : 'no_course';
  const { modules, lessons } = brief.size;
  const fromSecond = course === second ? 0 : modulesOfSecond(brief, course, second);
  const own = modulesOf(course, unitsOf(course, (modules - fromSecond) * lessons), lessons);
  const added = fromSecond === 0 ? [] : addedModules(second, fromSecond, lessons);
  return { brief, course, second, origin, modules: [...(course === second ? own.map((module) => named(module, brief)) : own), ...added] };
}

/** A module of the second course says what it is to be used on, in the learner's words. */
function named(module: PlannedModule, { askedTopic }: Brief): PlannedModule {
  const says = `${module.title} ${module.summary}`.toLowerCase().includes(askedTopic.toLowerCase());
  return says ? module : { ...module, summary: `${askedTopic}: ${module.summary}` };
}

/** How many modules at the end are on learning by oneself: where the course's lessons would else have to be cut up. */
function modulesOfSecond({ size: { modules, lessons } }: Brief, course: LibraryCourse, second: LibraryCourse): number {
  let count = Math.floor(modules * SECOND_SHARE);
  while (count > 0 && ((modules - count) * lessons < course.lessons.length || count * lessons > second.lessons.length)) count -= 1;
  return count;
}

/** Exactly so many lessons: whole ones, the longest cut at their sections when there are too few, the last left out when there are too many. */
function unitsOf(course: LibraryCourse, count: number): Unit[] {
  const lessons = course.lessons.slice(0, count);
  const parts = lessons.map(() => 1);
  const lengths = lessons.map(({ sections }) => sections.reduce((sum, section) => sum + wordsIn(section), 0));
  for (let more = count - lessons.length; more > 0; more--) {
    const share = (at: number) => (parts[at]! < lessons[at]!.sections.length ? lengths[at]! / parts[at]! : -1);
    const longest = lessons.map((_, at) => at).reduce((best, at) => (share(at) > share(best) ? at : best), 0);
    if (share(longest) < 0) break;
    parts[longest]! += 1;
  }
  const units = lessons.flatMap((lesson, at) => partsOf(course, lesson, parts[at]!));
  const named = distinct(units);
  // no course of the product is as large as that
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / named.length);
    const unit = named[at % named.length]!;
    return round === 0 ? unit : { ...unit, title: `${unit.title} (${round + 1})` };
  });
}

/** Cuts a lesson into so many parts of about the same length. */
function partsOf(course: LibraryCourse, lesson: LibraryLesson, count: number): Unit[] {
  const { sections } = lesson;
  const groups: string[][] = [];
  let left = sections.reduce((sum, section) => sum + wordsIn(section), 0);
  let at = 0;
  for (let part = 0; part < count; part++) {
    const group = [sections[at++]!];
    let words = wordsIn(group[0]!);
    const aim = left / (count - part);
    while (sections.length - at > count - part - 1 && (part === count - 1 || words + wordsIn(sections[at]!) / 2 < aim)) {
      words += wordsIn(sections[at]!);
      group.push(sections[at++]!);
    }
    left -= words;
    groups.push(group);
  }
  return groups.map((own, part): Unit => {
    const share = own.join(' ').length / sections.join(' ').length;
    const objectives = count === 1 ? lesson.objectives : [lesson.objectives[part % lesson.objectives.length]!];
    return {
      course,
      lesson,
      sections: own,
      isEnd: part === count - 1,
      title: part === 0 ? lesson.title : headingOf(own[0]!),
      summary: count === 1 ? lesson.takeaways[0]! : firstSentence(own[0]!),
      objectives,
      minutes: Math.max(5, Math.round(lesson.minutes * share)),
    };
  });
}

const headingOf = (section: string): string => plainProse(section.split('\n')[0]!).trim();

/** The first sentence of a section's prose. */
export function firstSentence(section: string): string {
  const prose = section
    .split(/\n\s*\n/)
    .filter((block) => !/^\s*([#|>`$]|[-*] |\d+\. )/.test(block))
    .map((block) => plainProse(block).replace(/\s+/g, ' ').trim());
  const sentence = /^.*?[.!?。！？।؟](?=\s|$|[」”»])|^.*?[。！？]/u.exec(prose[0] ?? '')?.[0] ?? prose[0] ?? headingOf(section);
  return sentence.slice(0, LONGEST_SUMMARY);
}

/** A heading that occurs twice gets its lesson's title in front. */
function distinct(units: readonly Unit[]): Unit[] {
  const titles = units.map(({ title }) => title.toLowerCase());
  return units.map((unit, at) => {
    const isOnce = titles.indexOf(titles[at]!) === titles.lastIndexOf(titles[at]!);
    return isOnce || unit.title === unit.lesson.title
      ? unit
      : { ...unit, title: `${unit.lesson.title}: ${unit.title}`.slice(0, LONGEST_TITLE) };
  });
}

/** Modules of so many lessons, each named after the library's module that most of its lessons are of. */
function modulesOf(course: LibraryCourse, units: readonly Unit[], lessons: number): PlannedModule[] {
  const used = new Set<number>();
  return Array.from({ length: units.length / lessons }, (_, m) => {
    const own = units.slice(m * lessons, (m + 1) * lessons);
    const weights = own.map(({ lesson }) => own.filter((other) => other.lesson.module === lesson.module).length);
    const { module } = own[weights.indexOf(Math.max(...weights))]!.lesson;
    const { title, summary } = course.head.modules[module - 1]!;
    if (used.has(module)) return { title: `${title}: ${own[0]!.title}`, summary: own.map((unit) => unit.summary).join(' '), units: own };
    used.add(module);
    return { title, summary, units: own };
  });
}

/** Lessons evenly spread over the second course. */
function addedModules(second: LibraryCourse, count: number, lessons: number): PlannedModule[] {
  const all = unitsOf(second, second.lessons.length);
  const units = Array.from({ length: count * lessons }, (_, at) => all[Math.floor((at * all.length) / (count * lessons))]!);
  return Array.from({ length: count }, (_, m) => {
    const own = units.slice(m * lessons, (m + 1) * lessons);
    const title = count === 1 ? second.head.title : `${second.head.title} (${m + 1})`;
    return { title, summary: firstSentence(second.body), units: own };
  });
}
