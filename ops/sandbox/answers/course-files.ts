import { createHash } from 'node:crypto';
import type { StoredPlan } from '#contract/courses/course-plan.contract.ts';
import { totalMinutes, type CourseContent, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { qualityLevel } from '#domain/courses/content/quality-level.queries.ts';
import { exercisesMaterial, quizMaterial } from '#domain/generation/practice/practice-material.ts';
import { workshopMaterial } from '#domain/generation/workshop/workshop-material.ts';
import {
  asWritten,
  librarySlugs,
  readLibraryCourse,
  type CourseHead,
  type LibraryCourse,
  type LibraryExercise,
  type LibraryLesson,
} from './read-library.ts';
import { planOfCourse, planOfLesson } from './plan-of-course.ts';

/** A finished course, read from its files. */
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
  const modules = head.modules.map(({ title, summary }, index) => ({
    title,
    summary,
    lessons: lessons.filter(({ module }) => module === index + 1).map((lesson) => lessonContent(slug, lesson, lessons)),
  }));
  const content: CourseContent = {
    title: head.title,
    description: body,
    language: head.language,
    learning_objectives: head.objectives,
    expert_insights: head.insights,
    industry_relevance: head.relevance,
    modules,
    quality_level: qualityLevel({ modules, missing_lessons: 0 }),
    missing_lessons: 0,
    plan: storedPlan(readLibraryCourse(slug)),
  };
  return { slug, head, content };
}

/** A course as `GET /library/courses` lists it. `line`: what its learners can do afterwards. */
interface ListedCourse extends Pick<CourseHead, 'title' | 'category' | 'difficulty' | 'age_group' | 'language' | 'tags'> {
  readonly slug: string;
  readonly line: string;
  readonly lesson_count: number;
  readonly duration_minutes: number;
}

let listed: readonly ListedCourse[] | null = null;

/** Returns all courses on a subject, without their texts. The first call reads the whole library. */
export const listLibrary = (): readonly ListedCourse[] =>
  (listed ??= librarySlugs().map((slug) => {
    const { head, content } = readCourseFiles(slug);
    const { title, category, difficulty, age_group, language, tags } = head;
    const lesson_count = content.modules.flatMap(({ lessons }) => lessons).length;
    const duration_minutes = totalMinutes(content);
    return { slug, title, line: head.objectives[0]!, category, difficulty, age_group, language, tags, lesson_count, duration_minutes };
  }));

/** Returns a finished course for `GET /library/courses/<slug>`; null if the library has none of this name. */
export function findInListing(slug: string): (Pick<CourseHead, 'difficulty' | 'age_group'> & Pick<CourseFiles, 'content'>) | null {
  if (!librarySlugs().includes(slug)) return null;
  const { head, content } = readCourseFiles(slug);
  return { difficulty: head.difficulty, age_group: head.age_group, content };
}

/** Derives an id from a name, so that reading a course again yields the same ids. */
export function idFromName(name: string): string {
  const hex = createHash('sha256').update(`coursewright sample: ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the plan of a whole course as it is stored, with the ids of its lessons. */
function storedPlan(course: LibraryCourse): StoredPlan {
  const { slug, head, lessons } = course;
  const modules = head.modules.map((_, index) => lessons.filter(({ module }) => module === index + 1));
  const planned = planOfCourse(course, modules);
  const idOf = ({ file }: LibraryLesson) => idFromName(`${slug}/${file}`);
  const idAt = (number: string) => {
    const [m = 1, l = 1] = number.split('.').map(Number);
    return idOf(modules[m - 1]![l - 1]!);
  };
  return {
    thread: planned.thread.name ? planned.thread : null,
    terms: planned.terms.map(({ term, meaning, lesson }) => ({ term, meaning, lesson_id: idAt(lesson) })),
    conventions: planned.conventions,
    final_task: planned.final_task.task ? planned.final_task : null,
    lessons: modules.flat().map((lesson) => {
      const { work_minutes: minutes, ...part } = planOfLesson(course, lesson);
      return { lesson_id: idOf(lesson), ...part, ...(minutes > 0 && { work_minutes: minutes }) };
    }),
  };
}

const solutionOf = ({ criteria, answer }: LibraryExercise): string =>
  [criteria.map((one) => `- ${one}`).join('\n'), answer && `> ${answer}`].filter(Boolean).join('\n\n');

function lessonContent(
  slug: string,
  { file, title, sections, objectives, takeaways, minutes, exercise, questions, workshop }: LibraryLesson,
  lessons: readonly LibraryLesson[],
): LessonContent {
  const idOf = (name: string) => idFromName(`${slug}/${name}`);
  const lesson_id = idOf(file);
  const { quiz } = quizMaterial(lesson_id, {
    questions: questions.map((question) => {
      const recalled = lessons.find(({ numbers }) => numbers.includes(question.recalls ?? 0));
      return { ...asWritten(question), ...(recalled && { recalls: idOf(recalled.file) }) };
    }),
  });
  return {
    lesson_id,
    title,
    content: withFigure(`${slug}/${file}`, sections),
    objectives: [...objectives],
    key_takeaways: [...takeaways],
    duration_minutes: minutes,
    quiz,
    exercises: exercise
      ? exercisesMaterial({ exercises: [{ title, instructions: exercise.task, solution: solutionOf(exercise) }] }).exercises
      : [],
    ...withWorkshop(workshop),
    written_by: null,
    reviewed_by: null,
    of_library: true,
    notes: [],
  };
}

function withWorkshop(written: LibraryLesson['workshop']): Pick<LessonContent, 'workshop'> {
  const workshop = written && workshopMaterial(written);
  return workshop ? { workshop } : {};
}

interface Figure {
  /** A file of `frontend/public/figures/`. */
  readonly file: string;
  readonly alt: string;
  /** The heading of the section that it ends; null for the opening. */
  readonly under: string | null;
}

/** Hand-drawn figures of the sample courses, by lesson: pictures at the product's own address, which any lesson's Markdown can contain. */
export const FIGURES: Readonly<Record<string, Figure>> = {
  'reading-the-night-sky/02-finding-north.md': {
    file: 'plough-to-polaris.svg',
    under: 'Seven stars',
    alt: 'The Plough low in the north. A line from Merak to Dubhe, carried on for five times its length, reaches Polaris; straight below it is north. Cassiopeia stands on the other side of Polaris.',
  },
  'reading-the-night-sky/04-the-moon.md': {
    file: 'moon-phases.svg',
    under: 'A month in eight steps',
    alt: 'The Moon in eight places around the Earth, seen from above the north pole. Sunlight comes from the right and always lights the right half of the Moon: new Moon stands between Earth and Sun, full Moon on the far side.',
  },
  'the-cell-from-membrane-to-division/03-the-membrane.md': {
    file: 'membrane-four-ways.svg',
    under: 'With the slope, and against it',
    alt: 'A double layer of molecules with the heads outside and the tails between. Oxygen passes by itself, ions through a channel, glucose by a carrier; a pump moves three sodium ions out and two potassium ions in and costs ATP.',
  },
  'the-cell-from-membrane-to-division/04-osmosis.md': {
    file: 'osmosis-three-cells.svg',
    under: 'The rule',
    alt: 'A red blood cell in three liquids: in pure water, water enters and it swells; in 0.9 percent salt as much enters as leaves; in 5 percent salt, water leaves and it shrivels.',
  },
  'photography-light-lens-and-frame/02-sharp-in-depth.md': {
    file: 'depth-of-field.svg',
    under: 'Three handles',
    alt: 'Two lenses focused at the same distance. At f/2 only a thin zone around that distance is sharp; at f/11 the zone is deep, and most of it lies behind.',
  },
  'photography-light-lens-and-frame/08-editing.md': {
    file: 'three-histograms.svg',
    under: 'Reading the histogram',
    alt: 'Three histograms. A black cat has its columns on the left, snow on the right. In the third a single tall column stands at the right edge: clipped highlights.',
  },
  'pricing-for-a-small-business/02-break-even.md': {
    file: 'break-even.svg',
    under: null,
    alt: 'Turnover rises by 120 for each bag, costs start at 2,880 and rise by 54. The lines cross just before 44 bags: to the left it is not enough, to the right there is a gain.',
  },
  'pricing-for-a-small-business/06-discounts.md': {
    file: 'cost-of-a-discount.svg',
    under: null,
    alt: 'Bars of how many percent more must be sold after a discount of 5, 10 and 20 percent, for margins of 20, 30, 40 and 55 percent. The smaller the margin, the taller the bars: 10 percent off a margin of 20 takes twice the sales.',
  },
  'statistics-for-everyday-decisions/02-spread.md': {
    file: 'two-bus-lines.svg',
    under: 'Range and quartiles',
    alt: 'Box plots of ten trips. Line 4 takes 18 to 22 minutes, half of its trips 19 to 21. Line 9 takes 11 to 33, half of its trips 14 to 25; three of them end after the train has left at minute 24.',
  },
  'statistics-for-everyday-decisions/05-when-a-test-is-positive.md': {
    file: 'positive-of-10000.svg',
    under: 'The table that settles it',
    alt: 'A tree of 10,000 people: 100 have the disease, of whom 90 test positive; 9,900 do not, of whom 891 test positive. Of 981 positive results 90 are ill, which is 9 percent.',
  },
  'tides-how-moon-and-sun-move-the-sea/03-springs-and-neaps.md': {
    file: 'springs-and-neaps.svg',
    under: 'Together and against each other',
    alt: 'At new and full Moon, Earth, Moon and Sun stand in one line and the bulges add up to 1.46: spring tide. At half Moon they stand at a right angle and 0.54 remains: neap tide.',
  },
  'tides-how-moon-and-sun-move-the-sea/06-the-table-on-the-harbour-wall.md': {
    file: 'rule-of-twelfths.svg',
    under: 'The rule of twelfths',
    alt: 'Height of the tide in the six hours after low water, from 0.8 to 5.2 metres: it rises by one, two, three, three, two and one twelfths of the range.',
  },
};

/** Joins the sections of a lesson, with its figure if it has one. @throws Error if the lesson has no such section */
function withFigure(lesson: string, sections: readonly string[]): string {
  const figure = FIGURES[lesson];
  if (!figure) return sections.join('\n\n');
  const { file, alt, under } = figure;
  const at = under === null ? 0 : sections.findIndex((section) => section.startsWith(`## ${under}\n`));
  if (at < 0) throw new Error(`${lesson} has no section '${under}' for its figure`);
  return sections.flatMap((section, n) => (n === at ? [section, `![${alt}](/figures/${file})`] : [section])).join('\n\n');
}
