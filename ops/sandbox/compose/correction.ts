import { isObject } from '../wire/wire.ts';
import { textList, type Course, type LocatedLesson } from './course.ts';
import { findFlaws, quotedIn } from './flaws.ts';
import type { LessonAnswer } from './lesson.ts';
import { unmaskMarkup, unescapeMarkdown } from './markdown-escapes.ts';
import type { Tag } from './read-tags.ts';

const squeeze = (text: string): string =>
  unmaskMarkup(unescapeMarkdown(text))
    .replace(/[“”"«»„「」『』]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/**
 * Returns the lesson with an answer to each finding after the passage it quotes, or before the end. Null when there is no usable text to
 * correct: then the lesson must be written again.
 */
export function correctText(course: Course, { speaker }: LocatedLesson, tags: Partial<Record<Tag, unknown>>): LessonAnswer | null {
  const given = isObject(tags.lesson_text) ? tags.lesson_text : {};
  const content = typeof given.content === 'string' ? given.content : '';
  if (content.trim() === '' || findFlaws(course, content).length > 0) return null;
  const blocks = content.split(/\n{2,}/);
  for (const finding of textList(tags.findings)) {
    const answer = speaker.say(speaker.drawFrom('corrections', course.book.corrections));
    const quote = squeeze(quotedIn(finding));
    const at = quote === '' ? -1 : blocks.findIndex((block) => squeeze(block).includes(quote));
    if (at >= 0) blocks.splice(endOfSection(blocks, at), 0, answer);
    else
      blocks.splice(lastHeading(blocks), 0, `## ${speaker.say(speaker.drawFrom('heading finding', course.book.headings.finding))}`, answer);
  }
  return { content: blocks.join('\n\n'), objectives: textList(given.objectives), key_takeaways: textList(given.key_takeaways) };
}

/** The position after the block, and after a list or table that belongs to it. */
function endOfSection(blocks: readonly string[], at: number): number {
  let end = at + 1;
  while (end < blocks.length && /^([-|*]|\d+\.)/.test(blocks[end] as string)) end++;
  return end;
}

function lastHeading(blocks: readonly string[]): number {
  const at = blocks.findLastIndex((block) => block.startsWith('#'));
  return at < 0 ? blocks.length : at;
}
