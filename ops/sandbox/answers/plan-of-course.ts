import type { OutlineDocument } from '#domain/generation/prompts/documents.ts';
import type { LibraryCourse, LibraryLesson } from './read-library.ts';

type Planned = Pick<OutlineDocument, 'thread' | 'conventions' | 'final_task' | 'terms'>;
type PlannedLesson = Pick<OutlineDocument['modules'][number]['lessons'][number], 'kind' | 'assumes' | 'adds' | 'leaves' | 'thread'>;

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
