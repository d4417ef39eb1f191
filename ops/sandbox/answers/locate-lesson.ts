import { isObject } from '../wire/wire.ts';
import { textList } from './brief.ts';
import { unitOf, type CoursePlan, type Unit } from './course-plan.ts';
import { unescapeMarkdown, unmaskMarkup } from './markdown-escapes.ts';
import type { Tag } from './read-tags.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const same = (title: string): string => unmaskMarkup(title).toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the lessons of the plan's course, then of the second, including those that the outline has no room for. */
const wholeUnits = ({ course, second }: CoursePlan): Unit[] =>
  [...new Set([course, second])].flatMap((own) => own.lessons.map((lesson) => unitOf(own, lesson)));

/**
 * Finds the source of a requested lesson: by its title in the outline, else by its existing text, else by its summary. A lesson added by
 * the learner gets a source that no other lesson uses. Objectives come from the request, sections from the remaining text.
 * @returns `place`: the lesson's number in its course, from 0
 */
export function locateLesson(plan: CoursePlan, tags: Partial<Record<Tag, unknown>>): { unit: Unit; place: number } {
  const raw = isObject(tags.lesson) ? tags.lesson : {};
  const units = plan.modules.flatMap((module) => module.units);
  const [m, l] = [raw.module, raw.lesson].map((at) => (typeof at === 'number' ? at : 0)) as [number, number];
  const outlined = titlesOf(tags.course);
  const titles = outlined.flat();
  const place = (outlined.length > 0 ? outlined.slice(0, m).flat() : plan.modules.slice(0, m).flatMap((module) => module.units)).length + l;
  const title = text(raw.title);
  const content = isObject(tags.lesson_text) ? text(tags.lesson_text.content) : '';
  const found =
    wholeUnits(plan).find(({ lesson }) => same(lesson.title) === same(title)) ??
    byText(plan, content) ??
    units.find(({ lesson }) => same(lesson.takeaways[0]!) === same(text(raw.summary))) ??
    (titles.length > 0 ? spare(plan, titles, place) : undefined) ??
    units[place % units.length]!;
  const objectives = textList(raw.objectives);
  return {
    unit: { ...found, sections: sectionsIn(content, found), objectives: objectives.length > 0 ? objectives : found.objectives },
    place,
  };
}

/** Returns the sections of a lesson whose headings a text contains; all if it contains none. */
function sectionsIn(content: string, { lesson: { sections } }: Unit): readonly string[] {
  const plain = unescapeMarkdown(content);
  const left = sections.slice(1).filter((section) => plain.includes(unescapeMarkdown(unmaskMarkup(section)).split('\n')[0]!));
  return left.length > 0 ? [sections[0]!, ...left] : sections;
}

/** Returns the unit with the most sections in a text. */
function byText(plan: CoursePlan, content: string): Unit | undefined {
  if (content.trim() === '') return undefined;
  const share = ({ sections }: Unit) =>
    sections.filter((section) => content.includes(unmaskMarkup(section).slice(0, 200))).length / sections.length;
  const best = wholeUnits(plan).reduce((most, unit) => (share(unit) > share(most) ? unit : most));
  return share(best) > 0 ? best : undefined;
}

/** Returns a lesson that none of the outline's titles stands for; a different one for each added title. */
function spare(plan: CoursePlan, titles: readonly string[], place: number): Unit | undefined {
  const units = plan.modules.flatMap((module) => module.units);
  const isPlanned = (title: string) => units.some(({ lesson }) => same(lesson.title) === same(title));
  const taken = new Set(units.map(({ lesson }) => lesson).filter((lesson) => titles.some((one) => same(one) === same(lesson.title))));
  const left = wholeUnits(plan).filter(({ lesson }) => !taken.has(lesson));
  const turn = titles.slice(0, place).filter((title) => !isPlanned(title)).length;
  return left.length > 0 ? left[turn % left.length] : undefined;
}

/** Returns the titles of a course's lessons by module. */
function titlesOf(course: unknown): string[][] {
  const modules = isObject(course) && Array.isArray(course.modules) ? course.modules : [];
  return modules.map((module: unknown) =>
    (isObject(module) && Array.isArray(module.lessons) ? module.lessons : []).map((lesson: unknown) =>
      text(isObject(lesson) && lesson.title),
    ),
  );
}
