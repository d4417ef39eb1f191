import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';
import type { Brief } from './brief.ts';
import { unmaskMarkup } from './markdown-escapes.ts';
import {
  librarySlugs,
  readCourseHead,
  readLibraryCourse,
  readSecondCourse,
  type CourseHead,
  type Language,
  type LibraryCourse,
  type LibraryLesson,
} from './read-library.ts';
import { isName } from './short-topic.ts';

/** A whole lesson of the library in a requested course. `sections`: those that its text has, fewer only once it was rewritten shorter. */
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

/** `second`: the course on learning the topic by oneself. `origin`: why this course was chosen. */
export interface CoursePlan {
  readonly brief: Brief;
  readonly course: LibraryCourse;
  readonly second: LibraryCourse;
  readonly origin: 'from_library' | 'no_course' | 'other_language';
  readonly modules: readonly PlannedModule[];
}

/** The product's smallest outline: so many modules, of so many lessons each; and its shortest lesson, as a share of the length asked for. */
const LEAST = { modules: 3, lessons: 2, words: 0.5 };

/** How much longer than its sections a lesson is with its exercise, words, aims and takeaways. */
const OWN = 1.6;

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

/** The newest plans by their briefs: each lesson, its questions and its review ask for the whole course's. */
const plans = new Map<string, CoursePlan>();
const MOST_PLANS = 50;

/**
 * Plans a course of at most the requested size from the library: of its whole lessons, in their order. The same brief always has the same plan.
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
  const second = longEnough(withTopic(readSecondCourse(brief.language), topicInText(brief)), brief.size.words);
  const found = matchTopic(unmaskMarkup(brief.askedTopic), unmaskMarkup(brief.goals), brief.language);
  const isOwn = found !== null && !found.isForeign;
  const course = isOwn ? longEnough(found.course, brief.size.words) : second;
  const origin = isOwn ? 'from_library' : found ? 'other_language' : 'no_course';
  return { brief, course, second, origin, modules: modulesOf(course, brief.size) };
}

export const unitOf = (course: LibraryCourse, lesson: LibraryLesson): Unit => ({
  course,
  lesson,
  sections: lesson.sections,
  objectives: lesson.objectives,
});

/** The course, or the same with two of its lessons in each, where one alone is too short for the product and there are lessons enough. */
function longEnough(course: LibraryCourse, words: number): LibraryCourse {
  const { lessons } = course;
  const isLong = ({ sections }: LibraryLesson) => wordsIn(sections.join('\n\n')) * OWN >= words * LEAST.words;
  if (lessons.every(isLong) || lessons.length < 2 * LEAST.modules * LEAST.lessons) return course;
  return { ...course, lessons: lessons.flatMap((lesson, at) => (at % 2 === 0 ? [joined(lesson, lessons[at + 1])] : [])) };
}

/** Two lessons as one, whole and one after the other: the places of the second one's questions are behind the first one's sections. */
export function joined(one: LibraryLesson, next: LibraryLesson | undefined): LibraryLesson {
  if (!next) return one;
  const [opening = '', ...rest] = next.sections;
  const begun = opening.startsWith('## ') ? [`## ${next.title}`, opening] : [`## ${next.title}\n\n${opening}`];
  // the opening of a lesson that has none is its title
  const shift = one.sections.length + begun.length - 1;
  const questions = next.questions.map((question) => ({
    ...question,
    after: question.after === null ? null : question.after === 0 ? one.sections.length : question.after + shift,
    ...(question.recalls !== null && one.numbers.includes(question.recalls) && { purpose: 'check' as const, recalls: null }),
  }));
  const exercises = [one.exercise, next.exercise].filter((exercise) => exercise !== null);
  return {
    ...one,
    minutes: one.minutes + next.minutes,
    objectives: [...one.objectives, ...next.objectives],
    takeaways: [...one.takeaways, ...next.takeaways],
    numbers: [...one.numbers, ...next.numbers],
    sections: [...one.sections, ...begun, ...rest],
    exercise:
      exercises.length === 0
        ? null
        : {
            task: exercises.map(({ task }) => task).join('\n\n'),
            criteria: exercises.flatMap(({ criteria }) => criteria),
            answer: exercises
              .map(({ answer }) => answer)
              .join(' ')
              .trim(),
          },
    questions: [...one.questions, ...questions],
  };
}

/** The first lessons of a course, in its own modules; where these are too few modules, the first lessons of each, else pairs. */
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

/** Lessons by module; one that would be alone in its module joins the module before. */
function grouped(lessons: readonly LibraryLesson[]): LibraryLesson[][] {
  const groups = [...new Set(lessons.map(({ module }) => module))].map((place) => lessons.filter(({ module }) => module === place));
  return groups.reduce<LibraryLesson[][]>((all, group) => {
    if (group.length < LEAST.lessons && all.length > 0) all.push([...all.pop()!, ...group]);
    else all.push(group);
    return all;
  }, []);
}

/** Words that say that something is to be learned, or nothing: they belong to no subject. */
const GENERIC = new Set(
  `a an and are as at be by can do does for from get has have how i in into is it its me my of on or our so that the their them they this to us use used using
   we what when where which who why will with you your course courses guide introduction intro basics basic beginner beginners fundamentals learn learning lessons
   master mastering start started starting step understand understanding understood work works working explained simple simply easy everyday practical complete
   first own really about like make makes made know way ways things more better good new people person home day week year
   want would need
   un una unos unas el la los las de del al en y o que como por para con sin su sus mi mis se lo es son curso guia introduccion basico basicos principiantes aprender
   funciona funcionan entender desde cero der das den dem und ein eine einen im zum zur von mit man wie le les des du et une dans il gli e i di per os as um uma и в на о
   что такое как في من على إلى عن مع هذا كيف ما هو هي تعلم دورة مقدمة أساسيات للمبتدئين`.split(/\s+/),
);
/** The shares of a topic's words, and of those before its first preposition, that must point to the subject if its goals do not. */
const ENOUGH = { whole: 0.3, head: 0.5 };
/** What follows says where, with what or for whom, not what. */
const AFTERWARDS = /\s(?:with|without|in|for|on|at|from|by|after|before|during|among|through|con|sin|en|para|por|desde|في|من|على)\s.*$/iu;
/** So many of a course's words in the goals are enough with one in the topic, or with none. */
const SUPPORT = { oneInTopic: 2, none: 3 };

/** How well a course on a part of the subject fits: less than any on the subject. */
const WIDER = 0.01;

/** A phrase of so many words is enough, whatever else the topic says. */
const WHOLE_PHRASE = 4;

export const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()} `;

/** What is left of an Arabic word whose stem was found. */
const ARTICLE = /^[وبلكف]?(?:ال|لل)$/u;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** What asks for a subject or joins it to another, in scripts that set no space between words. */
const DENSE_GENERIC = new RegExp(
  plain(
    '的|是什么|什么|是|怎么|如何|为什么|和|与|入门|基础|学习|とは|なに|何|入門|基礎|の|を|が|に|は|と|ついて|学ぶ|이란|입문|기초|의 |을 |를 |은 |는 |와 |과 ',
  )
    .trim()
    .split(' ')
    .join('|'),
  'gu',
);
export const wordsOf = (said: string): string[] => said.split(' ').filter((word) => word.length > 1 && !GENERIC.has(word));
const charactersOf = (said: string): string[] => [...said.replaceAll(DENSE_GENERIC, '').replaceAll(' ', '')];

/** A word or a phrase of a course, as it is looked for. */
interface Sought {
  readonly word: string;
  /** Without its accents and marks. */
  readonly stem: string;
  readonly pattern: () => RegExp;
}

const sought = (word: string): Sought => {
  const stem = plain(word).trim();
  let made: RegExp | undefined;
  return { word, stem, pattern: () => (made ??= patternOf(stem)) };
};

/** What is looked for of a course, made once. */
const subjects = new WeakMap<CourseHead, { readonly words: readonly Sought[]; readonly others: readonly Sought[] }>();
function subjectOf(head: CourseHead) {
  const known = subjects.get(head);
  if (known) return known;
  const words = [...new Set([...head.words, ...head.names, head.title.toLowerCase()])].map(sought);
  const subject = { words, others: head.other_subjects.map(sought) };
  subjects.set(head, subject);
  return subject;
}

/** Whether a text says a word. The library has thousands: only for those whose stem is there an expression is made. */
const says = (said: string, { stem, pattern }: Sought): boolean => said.includes(stem) && said.search(pattern()) >= 0;

/** A word, or a phrase's last one, matches with its endings: any for a long one, those of plural and verb for a short one. */
function patternOf(plainWord: string): RegExp {
  const stem = plainWord.replaceAll('+', '\\+');
  const length = stem.split(' ').at(-1)!.length;
  const ending = length >= 6 ? '\\p{L}{0,6}' : length >= 4 ? '(?:s|es|ed|ing|al|a|o|as|os)?' : '';
  return DENSE.test(stem) ? new RegExp(stem, 'gu') : new RegExp(`(?<= (?:[وبلكف]?(?:ال|لل)?)?)${stem}${ending}(?= )`, 'gu');
}

/** A text in which subjects are looked for. */
interface Heard {
  readonly said: string;
  readonly unitsOf: (said: string) => string[];
  readonly units: number;
}

function heard(text: string): Heard {
  const said = plain(text);
  const unitsOf = DENSE.test(said) ? charactersOf : wordsOf;
  return { said, unitsOf, units: unitsOf(said).length };
}

/** How a text speaks of a subject: `words` are the course's words in it, `share` the part of its own words that they are. */
function hitsIn({ said, unitsOf, units }: Heard, words: readonly Sought[]): { words: string[]; share: number } {
  const found = words.filter((word) => says(said, word)).toSorted((one, other) => other.word.length - one.word.length);
  if (found.length === 0) return { words: [], share: 0 };
  const rest = found.reduce((left, { pattern }) => left.replaceAll(pattern(), ' '), said);
  const left = unitsOf(rest).filter((word) => !ARTICLE.test(word));
  return { words: found.map(({ word }) => word), share: units === 0 ? 1 : 1 - left.length / units };
}

/** Whether a topic says this, and nothing else but that it is to be learned. */
const isWhole = (subject: string, topic: string): boolean => {
  const [said, wanted] = [topic, subject].map((text) => wordsOf(plain(text)).join(' '));
  return said === wanted;
};

/** What is asked for: its topic, the topic up to its first preposition, its goals, and all of it. */
interface Asked {
  readonly topic: string;
  readonly inTopic: Heard;
  readonly atHead: Heard;
  readonly inGoals: Heard;
  readonly all: string;
}

/** How well a course fits, above 0 if it does. */
function fitOf(head: CourseHead, asked: Asked): number {
  const { words, others } = subjectOf(head);
  if (others.some((phrase) => says(asked.all, phrase))) return 0;
  const inTopic = hitsIn(asked.inTopic, words);
  const inGoals = hitsIn(asked.inGoals, words).words.filter(
    (word, at, found) => !inTopic.words.includes(word) && !found.some((longer, other) => other < at && longer.includes(word)),
  );
  const isTheSubject = inTopic.share >= ENOUGH.whole && hitsIn(asked.atHead, words).share >= ENOUGH.head;
  const isNamed =
    isTheSubject ||
    inTopic.words.some((phrase) => phrase.split(' ').length >= WHOLE_PHRASE) ||
    inTopic.share > ENOUGH.head ||
    inGoals.length >= (inTopic.words.length > 0 ? SUPPORT.oneInTopic : SUPPORT.none);
  if (isNamed) return inTopic.share + inTopic.words.join('').length / 100 + inGoals.length / 20;
  return head.wider.some((subject) => isWhole(subject, asked.topic)) ? WIDER : 0;
}

/**
 * Finds the library's course on a topic, by the words of the topic and of the goals.
 * @returns null for any topic that no course is on; `isForeign` when only a course in another language is
 */
export function matchTopic(topic: string, goals: string, language: Language): { course: LibraryCourse; isForeign: boolean } | null {
  const asked = {
    topic,
    inTopic: heard(topic),
    atHead: heard(topic.replace(AFTERWARDS, '')),
    inGoals: heard(goals),
    all: plain(`${topic} ${goals}`),
  };
  const [best] = librarySlugs()
    .map((slug) => ({ slug, head: readCourseHead(slug) }))
    .map(({ slug, head }) => ({ slug, fit: fitOf(head, asked), isForeign: head.language !== language }))
    .filter(({ fit }) => fit > 0)
    .toSorted((one, other) => Number(one.isForeign) - Number(other.isForeign) || other.fit - one.fit);
  return best ? { course: readLibraryCourse(best.slug), isForeign: best.isForeign } : null;
}
