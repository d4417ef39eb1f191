import type { Course } from './course.ts';
import { capitalise, Speaker } from './speaker.ts';
import type { PlannedLesson, PlannedModule } from './plan.ts';

export interface OutlineAnswer {
  title: string;
  description: string;
  learning_objectives: string[];
  modules: {
    title: string;
    summary: string;
    lessons: { title: string; summary: string; objectives: string[]; duration_minutes: number }[];
  }[];
}

/** Words studied per minute, and minutes added for a lesson's activities. */
const PACE = { plain: 45, full: 60, board: 70 };
const OBJECTIVES = 5;
const ACTIVITY_MINUTES: Record<string, number> = { minimal: 2, moderate: 5, high: 10, gamified: 12, immersive: 15 };

/** Composes the list of modules and lessons; every module's title contains the topic. */
export function composeOutline(course: Course): OutlineAnswer {
  const { brief, book, plan } = course;
  const first = plan[0]?.lessons[0] as PlannedLesson;
  const speaker = speakerFor(course, first, 0);
  const shape = book.outline.shape.replace(/\{(\w+)\}/g, (slot, field: string) => {
    // duration and level stand beside every title anyway
    const value = field === 'duration' || field === 'difficulty' ? undefined : (brief.choices as Record<string, string | undefined>)[field];
    return value === undefined ? slot : speaker.term(field, value);
  });
  const separator = ['；', '؛ '].find((mark) => shape.includes(mark)) ?? '; ';
  const { stop } = book;
  const known = shape
    .slice(0, -stop.length)
    .split(separator)
    .filter((part) => !part.includes('{'));
  const goal = brief.goals[0] ?? speaker.topic;
  let index = 0;
  return {
    title: capitalise(speaker.say(speaker.pick(book.outline.titles[brief.voice], 'title'))),
    description: speaker.join(
      speaker.say(speaker.pick(book.outline.descriptions[brief.voice], 'description'), { goal }),
      known.length > 0 ? `${capitalise(known.join(separator))}${stop}` : '',
    ),
    learning_objectives: courseObjectives(course, speaker),
    modules: plan.map((module, m) => {
      const lessons = module.lessons.map((lesson) => outlineLesson(course, lesson, index++));
      const title = moduleTitle(course, speaker, module);
      const summary = moduleSummary(course, speaker, module, m);
      return { title, summary: speaker.join(summary, course.belonging(`${title}\n${summary}`)), lessons };
    }),
  };
}

function speakerFor(course: Course, lesson: PlannedLesson, index: number): Speaker {
  const { book, brief, seed } = course;
  return new Speaker({ book, brief, seed: `${seed} outline`, index, facet: lesson.facet, words: { lesson: lesson.title } });
}

function moduleTitle({ brief }: Course, speaker: Speaker, { aspect, round }: PlannedModule): string {
  const title = capitalise(speaker.say(aspect.module[brief.voice]));
  return round === 0 ? title : `${title} (${round + 1})`;
}

/** A module's content, and sometimes the learner's goal it serves. */
function moduleSummary({ brief, book }: Course, speaker: Speaker, { aspect }: PlannedModule, m: number): string {
  const own = [
    ...brief.goals.map((goal) => speaker.say(book.outline.goalObjective, { goal })),
    ...brief.skills.map((skill) => speaker.say(book.outline.skillObjective, { skill })),
  ];
  const extra = m < own.length ? `${own[m]}${book.stop}` : '';
  return speaker.join(speaker.say(aspect.summary[brief.voice]), extra);
}

function outlineLesson(course: Course, lesson: PlannedLesson, index: number) {
  const { book, brief } = course;
  const speaker = speakerFor(course, lesson, index);
  const point = speaker.points[index % speaker.points.length] as string;
  const minutes =
    brief.size.words / PACE[brief.voice] + (ACTIVITY_MINUTES[brief.choices.interactive_elements ?? ''] ?? 8) + (index % 3) * 2;
  return {
    title: lesson.title,
    summary: speaker.say(speaker.drawFrom('summary', book.outline.lessonSummaries), { point }),
    objectives: [0, 1].map((i) =>
      speaker.say(speaker.drawFrom('lesson objectives', book.outline.lessonObjectives), {
        point: speaker.points[(index + i) % speaker.points.length] as string,
      }),
    ),
    duration_minutes: Math.max(10, Math.round(minutes / 5) * 5),
  };
}

function courseObjectives({ brief, book }: Course, speaker: Speaker): string[] {
  const { outline } = book;
  const given = [
    ...brief.goals.slice(0, 3).map((goal) => speaker.say(outline.goalObjective, { goal })),
    ...brief.skills.slice(0, 2).map((skill) => speaker.say(outline.skillObjective, { skill })),
    ...brief.metrics.slice(0, 1).map((metric) => speaker.say(outline.metricObjective, { metric })),
  ];
  const rest = Array.from({ length: Math.max(1, OBJECTIVES - given.length) }, () =>
    speaker.say(speaker.drawFrom('course objectives', outline.objectives)),
  );
  return [...given, ...rest];
}
