import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';

/** A course as one Markdown document: front matter, modules, lessons, and the answers of every quiz at the end. */
export function courseMarkdown(course: Course): string {
  const blocks = [
    `# ${course.title}`,
    course.description,
    [course.difficulty, course.duration, course.age_group, `${course.estimated_total_duration} of lessons`].join(' · '),
    ...section('## What you will learn', bullets(course.learning_objectives)),
    ...section('## From practice', bullets(course.expert_insights)),
    ...section('## Why it matters', bullets(course.industry_relevance)),
    ...course.modules.flatMap((module, m) => [
      `## Module ${m + 1}: ${module.title}`,
      module.summary,
      ...module.lessons.flatMap((lesson, l) => lessonBlocks(lesson, `${m + 1}.${l + 1}`)),
    ]),
    ...section('## Answers', answers(course)),
  ];
  return `${blocks.filter((block) => block.trim() !== '').join('\n\n')}\n`;
}

function lessonBlocks(lesson: Lesson, number: string): string[] {
  return [
    `### ${number} ${lesson.title}`,
    `*${lesson.duration_minutes} min*`,
    ...section('**Objectives**', bullets(lesson.objectives)),
    deepen(lesson.content, 3),
    ...section('**Key takeaways**', bullets(lesson.key_takeaways)),
    ...section(
      '**Quiz**',
      lesson.quiz
        .map((item, q) =>
          [`${q + 1}. ${item.question}`, ...optionsOf(item).map((option, o) => `   - ${letter(o)}) ${option.text}`)].join('\n'),
        )
        .join('\n\n'),
    ),
    ...section('**Exercises**', lesson.exercises.map((exercise) => `**${exercise.title}.** ${exercise.instructions}`).join('\n\n')),
  ];
}

function answers(course: Course): string {
  const lessons = course.modules.flatMap((module, m) => module.lessons.map((lesson, l) => ({ lesson, number: `${m + 1}.${l + 1}` })));
  return lessons
    .filter(({ lesson }) => lesson.quiz.length > 0)
    .map(({ lesson, number }) => {
      const lines = lesson.quiz.map((item, q) => {
        const right = rightIdsOf(item).map((rightId) => {
          const at = optionsOf(item).findIndex(({ id }) => id === rightId);
          return `${letter(at)}) ${optionsOf(item)[at]?.text ?? ''}`;
        });
        return right.length === 0 ? `${q + 1}. In your own words.` : `${q + 1}. ${right.join(', ')} — ${item.explanation}`;
      });
      return `**${number} ${lesson.title}**\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

/** Moves a lesson's own headings below the lesson's heading, so that the document has one outline. Code blocks stay unchanged. */
function deepen(markdown: string, below: number): string {
  const lines = markdown.trim().split('\n');
  let fence: string | null = null;
  const inText = lines.map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    return fence === null && !mark;
  });
  const depths = lines.flatMap((line, i) => (inText[i] ? (/^(#{1,6}) /.exec(line)?.[1]?.length ?? []) : []));
  const shift = depths.length === 0 ? 0 : Math.max(0, below + 1 - Math.min(...depths));
  return lines
    .map((line, i) =>
      inText[i] ? line.replace(/^(#{1,6}) /, (_, marks: string) => `${'#'.repeat(Math.min(6, marks.length + shift))} `) : line,
    )
    .join('\n');
}

const section = (heading: string, body: string): string[] => (body ? [heading, body] : []);
const bullets = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
const letter = (index: number) => String.fromCodePoint(97 + index);
