import { isObject } from '../wire/wire.ts';
import type { Course } from './course.ts';
import { hash32 } from './seeded.ts';
import type { Speaker } from './speaker.ts';

export interface ReviewAnswer {
  verdict: 'accept' | 'revise';
  findings: string[];
}

const QUOTE_CHARACTERS = 60;

/** Accepts, or for `share` of all lesson texts asks for a revision with findings that quote the text. */
export function composeReview(course: Course, speaker: Speaker, lessonText: unknown, share: number): ReviewAnswer {
  const content = isObject(lessonText) && typeof lessonText.content === 'string' ? lessonText.content : '';
  const roll = hash32(`${course.seed} review ${content}`) / 4294967296;
  if (roll >= share) return { verdict: 'accept', findings: [] };
  const paragraphs = content.split(/\n\s*\n/).filter((block) => block.length > QUOTE_CHARACTERS && !/^([#|-]|\d+\.)/.test(block));
  const quotes = paragraphs.length > 0 ? [paragraphs[hash32(content) % paragraphs.length] as string, paragraphs[paragraphs.length - 1] as string] : [content];
  const findings = [...new Set(quotes)].map((paragraph) => {
    const quote = paragraph.slice(0, QUOTE_CHARACTERS).replace(/\s\S*$/, '').replace(/[“”"«»„]/g, '').trim();
    return speaker.say(speaker.drawFrom('findings', course.book.findings), { quote });
  });
  return { verdict: 'revise', findings };
}
