import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { LESSON_KINDS, THREAD_KINDS } from '#contract/courses/course-plan.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import { NO_PLACE, type QuizDocument, type WorkshopDocument } from '#domain/generation/prompts/documents.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';

export type Language = (typeof FORM_OPTIONS)['language_preference'][number];

const FOLDER = fileURLToPath(new URL('../library/', import.meta.url));
/** The general lesson for topics that the library does not have: one folder for each language. */
const GENERAL = 'how-to-learn-anything';
/**
 * Lessons on learning a subject by oneself, for callers who request a whole course without asking the library first: a folder for each
 * language.
 */
const SECOND = 'learning-by-yourself';

const texts = z.array(z.string().check(z.minLength(1)));
const some = texts.check(z.minLength(1));
/** What carries the course (`contract/courses/course-plan.contract.ts`). `lessons` are those of the files, in their order. */
const planHead = z.object({
  thread: z.optional(
    z.object({
      kind: z.enum(THREAD_KINDS),
      name: z.string(),
      summary: z.string(),
      facts: z._default(z.array(z.object({ name: z.string(), value: z.string() })), []),
      own: z.string(),
    }),
  ),
  conventions: z._default(texts, []),
  /** `task` and `solution` are Markdown. */
  final_task: z.optional(z.object({ title: z.string(), task: z.string(), points: some, solution: z.string() })),
  lessons: z._default(
    z.array(
      z.object({
        kind: z._default(z.enum(LESSON_KINDS), 'idea'),
        assumes: z._default(texts, []),
        adds: z._default(texts, []),
        leaves: z._default(texts, []),
        thread: z._default(z.string(), ''),
      }),
    ),
    [],
  ),
});

const courseHead = z.object({
  title: z.string(),
  /** The day on which a person last reviewed all of it; the courses on learning have none. */
  reviewed: z._default(z.string().check(z.regex(/^(?:\d{4}-\d\d-\d\d)?$/)), ''),
  category: z._default(z.enum(CREATOR_CATEGORIES), 'personal'),
  difficulty: z._default(z.enum(CREATOR_DIFFICULTIES), 'beginner'),
  age_group: z._default(z.string(), 'Adults'),
  /** Dollars; 0 for free. */
  price: z._default(z.number(), 0),
  tags: z._default(texts, []),
  prerequisites: z._default(z.string(), ''),
  objectives: some,
  insights: some,
  relevance: some,
  modules: z.array(z.object({ title: z.string(), summary: z.string() })).check(z.minLength(1)),
  language: z._default(z.enum(FORM_OPTIONS.language_preference), 'english'),
  /** Words, stems and phrases in lower case by which a request for this subject is recognised. Each occurs in a lesson. */
  words: z._default(texts, []),
  /** By a word or phrase that occurs in a lesson: its synonyms and typing errors. */
  synonyms: z._default(z.record(z.string(), some), {}),
  /** Words with which people tell of it without naming it; they count only beside other words that a lesson says. */
  everyday: z._default(texts, []),
  /** The subject's names in other languages, to recognise a request in one of these. */
  names: z._default(texts, []),
  /** Wider subjects of which this is a first part; a request for one of these alone gets it. */
  wider: z._default(texts, []),
  /** Phrases that contain one of the words but mean another subject. */
  other_subjects: z._default(texts, []),
  glossary: z._default(z.array(z.object({ term: z.string(), definition: z.string() })), []),
  plan: z.optional(planHead),
  sources: z._default(z.array(z.object({ title: z.string(), url: z.string() })), []),
});
/** `module` counts from 1. */
const lessonHead = z.object({ title: z.string(), module: z.int(), minutes: z.int(), objectives: some, takeaways: some });

export type CourseHead = z.infer<typeof courseHead>;

/**
 * `right`: indexes of the right options; for an order question all of them, in order. `feedback`: by option index, why one would choose it
 * and why it is wrong; '' for a right one. `after`: number of the sections before it, 0 for before the text; null if its place is guessed.
 * `purpose`: `predict` is asked before the text that answers it, `recall` is about the earlier lesson `recalls`, counted from 1.
 */
export interface LibraryQuestion {
  readonly kind: QuestionKind;
  readonly question: string;
  readonly after: number | null;
  readonly purpose: 'predict' | 'check' | 'recall';
  readonly recalls: number | null;
  readonly options: readonly string[];
  readonly feedback: readonly string[];
  readonly right: readonly number[];
  readonly explanation: string;
  readonly rubric: readonly string[];
}

export interface LibraryExercise {
  readonly task: string;
  readonly criteria: readonly string[];
  /** Empty if there is none. */
  readonly answer: string;
}

/**
 * `sections`: the lesson's Markdown, cut before each `##`; the first is the opening. `file`: its name. `numbers`: its number in the course,
 * from 1; several if it was joined.
 */
export interface LibraryLesson {
  readonly file: string;
  readonly numbers: readonly number[];
  readonly module: number;
  readonly title: string;
  readonly minutes: number;
  readonly objectives: readonly string[];
  readonly takeaways: readonly string[];
  readonly sections: readonly string[];
  readonly exercise: LibraryExercise | null;
  readonly questions: readonly LibraryQuestion[];
  /** The workshop of its module, as a service would write it; null if this lesson does not carry it. */
  readonly workshop: WorkshopDocument | null;
}

/** A hand-written course. `body` is its description. */
export interface LibraryCourse {
  readonly slug: string;
  readonly head: CourseHead;
  readonly body: string;
  readonly lessons: readonly LibraryLesson[];
}

const known = new Map<string, LibraryCourse>();
const heads = new Map<string, { readonly head: CourseHead; readonly body: string }>();

/** Reads only the beginning of a course, which suffices to match topics. @throws Error naming the invalid file */
export function readCourseHead(slug: string): CourseHead {
  return readCourseFile(slug).head;
}

function readCourseFile(slug: string): { readonly head: CourseHead; readonly body: string } {
  const read = heads.get(slug) ?? readFile(path.join(FOLDER, slug, 'course.md'), courseHead);
  heads.set(slug, read);
  return read;
}

let slugs: readonly string[] | null = null;

/** Returns the slugs of the courses on a subject. */
export const librarySlugs = (): readonly string[] =>
  (slugs ??= readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(FOLDER, entry.name, 'course.md')))
    .map(({ name }) => name)
    .toSorted());

/**
 * Reads `library/<slug>/course.md` and its `NN-<lesson>.md`, sorted by name.
 * @throws Error naming the invalid file
 */
export function readLibraryCourse(slug: string): LibraryCourse {
  const read = known.get(slug);
  if (read) return read;
  const folder = path.join(FOLDER, slug);
  const { head, body } = readCourseFile(slug);
  const lessons = readdirSync(folder)
    .filter((name) => /^\d\d-.+\.md$/.test(name))
    .toSorted()
    .map((name, at) => ({ ...readLesson(path.join(folder, name), name), numbers: [at + 1] }));
  const misplaced = lessons.find(({ module }) => module > head.modules.length);
  if (misplaced || lessons.length === 0) throw new Error(`${slug}: ${misplaced?.file ?? 'course.md'} belongs to no module`);
  const course = { slug, head, body, lessons };
  known.set(slug, course);
  return course;
}

/** Returns all courses on a subject. */
export const readLibrary = (): LibraryCourse[] => librarySlugs().map(readLibraryCourse);

/** Returns the general course of one lesson on learning anything by oneself, which every language of the form has. */
export const readGeneralCourse = (language: Language): LibraryCourse => {
  const course = readLibraryCourse(`${GENERAL}/${language}`);
  return { ...course, head: { ...course.head, language } };
};

/** Returns the ages for which a course is written; null for all. */
export function readersOf({ age_group: group }: CourseHead): { readonly from: number; readonly to: number | null } | null {
  if (group === 'Everybody') return null;
  return group.startsWith('Teens') ? { from: 13, to: 17 } : { from: 18, to: null };
}

/** Tells whether a course is on learning by oneself, whatever the learner's subject is. */
export const isOnLearning = ({ slug }: LibraryCourse): boolean => [GENERAL, SECOND].some((folder) => slug.startsWith(`${folder}/`));

/** Returns the languages that have lessons on learning by oneself. */
export const secondLanguages = (): Language[] =>
  FORM_OPTIONS.language_preference.filter((language) => existsSync(path.join(FOLDER, SECOND, language, 'course.md')));

/** Returns the lessons on learning a subject by oneself, with `{topic}` in their texts; in English if the language has none. */
export const readSecondCourse = (language: Language): LibraryCourse => {
  const has = secondLanguages().includes(language) ? language : 'english';
  const course = readLibraryCourse(`${SECOND}/${has}`);
  return { ...course, head: { ...course.head, language: has } };
};

/** Cuts a Markdown text before each heading of a level; headings in code do not count. */
export function cutAtHeadings(markdown: string, level: 2 | 3): string[] {
  const mark = `${'#'.repeat(level)} `;
  const parts: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    if (!isCode && line.startsWith(mark)) parts.push([]);
    parts.at(-1)!.push(line);
  }
  return parts.map((lines) => lines.join('\n').trim()).filter(Boolean);
}

/** Reads a lesson. Its last sections are its exercise, with a rubric of ticks, its questions, and a workshop, recognised by their form. */
function readLesson(file: string, name: string): Omit<LibraryLesson, 'numbers'> {
  const { head, body } = readFile(file, lessonHead);
  const sections = cutAtHeadings(body, 2);
  const workshop = sections.length > 1 && WORKSHOP.test(sections.at(-1)!) ? workshopOf(sections.pop()!, `${file}: workshop`) : null;
  const quiz = sections.length > 1 && /^### /m.test(sections.at(-1)!) ? cutAtHeadings(sections.pop()!, 3).slice(1) : [];
  const task = sections.length > 1 && /^- \[ \] /m.test(sections.at(-1)!) ? sections.pop()! : '';
  if (sections.length === 0) throw new Error(`${file}: the lesson has no text`);
  return {
    file: name,
    ...head,
    sections,
    exercise: task ? exerciseOf(task) : null,
    questions: quiz.map((text, index) => questionOf(text, `${file}: question ${index + 1}`)),
    workshop,
  };
}

const quoted = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.startsWith('>'))
    .map((line) => line.slice(1).trim())
    .join(' ')
    .trim();

function exerciseOf(section: string): LibraryExercise {
  const lines = section.split('\n').slice(1);
  return {
    task: lines
      .filter((line) => !/^(>|- \[ \] )/.test(line))
      .join('\n')
      .trim(),
    criteria: lines.flatMap((line) => /^- \[ \] (.+)$/.exec(line)?.[1] ?? []),
    answer: quoted(lines),
  };
}

/** Below the heading of a workshop. */
const WORKSHOP = /^## [^\n]+\n@ workshop$/m;
/** `= 103 ± 0.5 | € a month`: the answer, how far it may be off, and the unit. */
const NUMBER = /^= (-?[\d.]+)(?: ± ([\d.]+))?(?: \| (.+))?$/;
const LINE = /^~ (.+)$/;
const OPTION = /^- \[([ x])\] (.+)$/;
const HINT = /^\? (.+)$/;
/** Lines of a step that are not its text. */
const OF_FIELD = [NUMBER, LINE, OPTION, HINT, /^\s*>/];

/**
 * Parses a workshop: its heading, `@ workshop`, the introduction, and a step below each `###`, whose heading is for whoever reads the file.
 * The form of a step tells what it asks: a number, ticks for options, lines to type, which are code in backticks, or nothing.
 */
function workshopOf(section: string, where: string): WorkshopDocument {
  const [head = '', ...steps] = cutAtHeadings(section, 3);
  const [heading = '', , ...intro] = head.split('\n');
  if (steps.length === 0) throw new Error(`${where} has no steps`);
  return {
    title: heading.slice(3).trim(),
    intro: intro.join('\n').trim(),
    steps: steps.map((text, at) => stepOf(text, `${where}, step ${at + 1}`)),
  };
}

function stepOf(text: string, where: string): WorkshopDocument['steps'][number] {
  const [, ...lines] = text.split('\n');
  const number = lines.flatMap((line) => NUMBER.exec(line) ?? []);
  const typed = lines.flatMap((line) => LINE.exec(line)?.[1] ?? []);
  const ticks = lines.flatMap((line) => {
    const found = OPTION.exec(line);
    return found ? [{ isRight: found[1] === 'x', text: found[2]! }] : [];
  });
  const isCode = typed.length > 0 && typed.every((line) => /^`.+`$/.test(line));
  const answers = [
    number.slice(1, 2),
    typed.map((line) => (isCode ? line.slice(1, -1) : line)),
    ticks.filter(({ isRight }) => isRight).map((tick) => tick.text),
  ];
  if (answers.filter((some) => some.length > 0).length > 1 || (ticks.length > 0 && answers[2]!.length !== 1))
    throw new Error(`${where} asks for more than one thing, or for nothing`);
  return {
    text: lines
      .filter((line) => !OF_FIELD.some((form) => form.test(line)))
      .join('\n')
      .trim(),
    kind: number.length > 0 ? 'number' : ticks.length > 0 ? 'choice' : typed.length === 0 ? 'told' : isCode ? 'code' : 'line',
    options: ticks.map((tick) => tick.text),
    explanation: quoted(lines),
    accepted: answers.flat() as string[],
    unit: number[3] ?? '',
    tolerance: Number(number[2] ?? 0),
    feedback: ticks.map((tick) => feedbackOf(lines, tick.text)),
    hint: lines.flatMap((line) => HINT.exec(line)?.[1] ?? []).join(' '),
  };
}

/** `@ after 1, predict`, `@ after 2, recall 1`, `@ after 3`. */
const PLACE = /^@ after (\d+)(?:, (?:(predict)|recall (\d+)))?$/;

/**
 * Parses a question. Its kind follows from its form: a numbered list is an order, bare points are a rubric, ticks are options. Its place is
 * below its heading (`PLACE`), an option's feedback below it as an indented quote, the explanation last as a quote.
 */
function questionOf(text: string, where: string): LibraryQuestion {
  const [heading = '', ...rest] = text.split('\n');
  const place = PLACE.exec(rest[0] ?? '');
  const lines = place ? rest.slice(1) : rest;
  if (!place && rest[0]?.startsWith('@')) throw new Error(`${where} has a place that cannot be parsed: ${rest[0]}`);
  const marked = /^\((?:true or false|several|order|short|[^()]{1,40})\)\s+/;
  const asked = heading.slice(4).trim();
  const steps = lines.flatMap((line) => /^\d+\. (.+)$/.exec(line)?.[1] ?? []);
  const ticks = lines.flatMap((line) => {
    const found = /^- \[([ x])\] (.+)$/.exec(line);
    return found ? [{ isRight: found[1] === 'x', text: found[2]! }] : [];
  });
  const feedback = steps.length > 0 ? [] : ticks.map(({ text: option }) => feedbackOf(lines, option));
  const rubric = ticks.length > 0 ? [] : lines.flatMap((line) => /^- (.+)$/.exec(line)?.[1] ?? []);
  const right = ticks.flatMap(({ isRight }, at) => (isRight ? [at] : []));
  const explanation = quoted(lines) || rubric.join(' ');
  const kind: QuestionKind =
    steps.length > 0 ? 'order' : rubric.length > 0 ? 'short' : ticks.length === 2 ? 'true_false' : right.length > 1 ? 'multiple' : 'single';
  if (!explanation || (ticks.length === 0 && steps.length < 3 && rubric.length === 0) || (ticks.length > 0 && right.length === 0))
    throw new Error(`${where} is incomplete`);
  return {
    kind,
    question: kind === 'single' ? asked : asked.replace(marked, ''),
    after: place ? Number(place[1]) : null,
    purpose: place?.[2] ? 'predict' : place?.[3] ? 'recall' : 'check',
    recalls: place?.[3] ? Number(place[3]) : null,
    options: kind === 'order' ? steps : ticks.map((tick) => tick.text),
    feedback,
    right: kind === 'order' ? steps.map((_, at) => at) : right,
    explanation,
    rubric,
  };
}

/** Returns a question as a service would write it. */
export const asWritten = ({
  kind,
  question,
  after,
  purpose,
  options,
  feedback,
  right,
  explanation,
  rubric,
}: LibraryQuestion): QuizDocument['questions'][number] => ({
  purpose,
  after: after ?? NO_PLACE,
  kind,
  question,
  options: [...options],
  explanation,
  correct_options: [...right],
  rubric: [...rubric],
  feedback: [...feedback],
});

/** Returns the indented quote below an option. */
function feedbackOf(lines: readonly string[], option: string): string {
  const from = lines.findIndex((line) => line.endsWith(`] ${option}`)) + 1;
  const own = lines.slice(from);
  const end = own.findIndex((line) => !/^\s+>/.test(line));
  return own
    .slice(0, end < 0 ? own.length : end)
    .map((line) => line.trim().slice(1).trim())
    .join(' ');
}

function readFile<T extends z.ZodMiniType>(file: string, schema: T): { head: z.infer<T>; body: string } {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  if (front === undefined || body === undefined) throw new Error(`${file}: there is no front matter`);
  const head = schema.safeParse(parse(front));
  if (!head.success) throw new Error(`${file}: ${z.prettifyError(head.error)}`);
  return { head: head.data, body: body.trim() };
}
