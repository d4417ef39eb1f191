import type { OutlineDocument } from '#domain/generation/prompts/documents.ts';
import type { CoursePlan } from './course-plan.ts';
import { saidOf } from './phrases.ts';
import type { LibraryCourse, LibraryLesson } from './read-library.ts';

type Planned = Pick<OutlineDocument, 'thread' | 'conventions' | 'final_task' | 'terms'>;
type PlannedLesson = Pick<
  OutlineDocument['modules'][number]['lessons'][number],
  'kind' | 'assumes' | 'adds' | 'leaves' | 'thread' | 'work_minutes'
>;

const NO_THREAD: Planned['thread'] = { kind: 'case', name: '', summary: '', facts: [], own: '' };
const NO_TASK: Planned['final_task'] = { title: '', task: '', points: [], solution: '' };

/** Tells whether all lessons of a course are among these. */
const isWhole = (course: LibraryCourse, lessons: readonly LibraryLesson[]): boolean => {
  const given = new Set(lessons.flatMap(({ numbers }) => numbers));
  return course.lessons.every(({ numbers }) => numbers.every((number) => given.has(number)));
};

/** Returns a lesson's part of its course's plan; that of the first one if it was joined. */
export function planOfLesson({ head }: LibraryCourse, { numbers }: LibraryLesson): PlannedLesson {
  const parts = numbers.flatMap((number) => head.plan?.lessons[number - 1] ?? []);
  const all = (of: 'assumes' | 'adds' | 'leaves') => parts.flatMap((part) => part[of]);
  return {
    kind: parts[0]?.kind ?? 'idea',
    assumes: all('assumes'),
    adds: all('adds'),
    leaves: all('leaves'),
    thread: parts
      .map(({ thread }) => thread)
      .filter(Boolean)
      .join(' '),
    work_minutes: 0,
  };
}

/**
 * Returns the plan of a library course for these lessons, by module. A thread that too few of them follow, and a final task that needs
 * lessons which are not among them, are left out. A term belongs to the first lesson that says it.
 */
export function planOfCourse(course: LibraryCourse, modules: readonly (readonly LibraryLesson[])[]): Planned {
  const { plan, glossary } = course.head;
  const lessons = modules.flat();
  const followed = lessons.filter((lesson) => planOfLesson(course, lesson).thread).length;
  const places = modules.flatMap((own, m) =>
    own.map((lesson, l) => ({ number: `${m + 1}.${l + 1}`, text: lesson.sections.join('\n').toLowerCase() })),
  );
  return {
    thread: plan?.thread && followed * 2 >= lessons.length ? plan.thread : NO_THREAD,
    conventions: plan?.conventions ?? [],
    final_task: plan?.final_task && isWhole(course, lessons) ? plan.final_task : NO_TASK,
    terms: glossary.flatMap(({ term, definition }) => {
      const first = places.find(({ text }) => text.includes(term.toLowerCase()));
      return first ? [{ term, meaning: definition, lesson: first.number }] : [];
    }),
  };
}

const MOST_PRACTICE = 6;

/**
 * Returns the outline of a planned course. The end of its description says where the course comes from. For a topic of the library in a
 * language that the library lacks it, the second course is used: a readable text is worth more than an unreadable one on the subject.
 */
function outlineOf(plan: CoursePlan): object {
  const { brief, course, modules } = plan;
  const missing =
    course.head.language === brief.language ? '' : `The sandbox’s library has no text in ${brief.language} yet: this one is in English.`;
  const lessons = modules.reduce((sum, { units }) => sum + units.length, 0);
  const parts = modules.map(({ units }) => units.map(({ lesson }) => lesson));
  const { final_task, thread, conventions, terms } = planOfCourse(course, parts);
  // in the order of the form, like a good model
  return {
    title: course.head.title,
    learning_objectives: [...course.head.objectives],
    final_task,
    thread,
    conventions,
    modules: modules.map(({ title, summary, units }) => ({
      title,
      summary,
      lessons: units.map(({ lesson, objectives }) => {
        const { kind, ...part } = planOfLesson(course, lesson);
        return { title: lesson.title, summary: lesson.takeaways[0]!, kind, objectives: [...objectives], ...part };
      }),
    })),
    terms,
    description: [course.body, ...saidOf(plan), missing].filter(Boolean).join('\n\n'),
    fewer_because: lessons < brief.size.modules * brief.size.lessons ? `The sandbox’s library has ${lessons} lessons on it.` : '',
  };
}

/** Returns an outline that fits into so many characters, as a model does that is told its room: without what the whole course shares if need be. */
export function outlineWithin(room: number, plan: CoursePlan): object {
  const whole = outlineOf(plan);
  return JSON.stringify(whole).length <= room ? whole : { ...whole, thread: NO_THREAD, conventions: [], final_task: NO_TASK, terms: [] };
}

/** Returns background for the authors, from the course's front matter and takeaways. */
export const researchOf = ({ course }: CoursePlan): object => ({
  current_practice: course.lessons.map(({ takeaways }) => takeaways[0]!).slice(0, MOST_PRACTICE),
  expert_insights: [...course.head.insights],
  industry_relevance: [...course.head.relevance],
});
