import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { bookOf } from '../language/read-book.ts';
import { isObject } from '../wire/wire.ts';
import type { Language } from './brief.ts';
import { courseOf, locateLesson, type Course } from './course.ts';
import { proseOf } from './flaws.ts';
import { unescapeMarkdown } from './markdown-escapes.ts';
import type { Tag } from './read-tags.ts';
import { hashHex } from './seeded-random.ts';
import type { Speaker } from './speaker.ts';

type Tags = Partial<Record<Tag, unknown>>;

/** Number of matches by which a question's language outweighs the course's. */
const TELLING_SIGNS = 3;
const POINTS = 3;
const LONGEST_QUOTE = 160;

const signsOf = (text: string, language: Language): number => text.match(bookOf(language).marks)?.join('').length ?? 0;

/** The language of a question; undefined when the course's language fits as well. */
function languageOf(question: string, own: Language): Language | undefined {
  const told = FORM_OPTIONS.language_preference
    .map((language) => ({ language, signs: signsOf(question, language) }))
    .toSorted((a, b) => b.signs - a.signs)[0]!;
  return told.signs > signsOf(question, own) + TELLING_SIGNS ? told.language : undefined;
}

/** The first sentence of the lesson's prose, verbatim. */
function quotable(text: string): string[] {
  for (const block of proseOf(text)) {
    const sentence = /^[^.!?。！？।؟]{12,}[.!?。！？।؟]/u.exec(unescapeMarkdown(block).trim())?.[0];
    if (sentence && sentence.length <= LONGEST_QUOTE && !/[*_`[\]$]/.test(sentence)) return [sentence];
  }
  return [];
}

/**
 * Composes a mentor's answer: about the lesson's subject, with the question's words, and a quote of the lesson. In guiding mode, it only asks
 * questions.
 */
export function composeMentorAnswer(tags: Tags, prompt: string, seed: string): { answer: string; quotes: string[] } {
  const question = typeof tags.question === 'string' ? tags.question : '';
  const first: Course = courseOf(tags, prompt, seed);
  const language = languageOf(question, first.brief.language);
  const turns = Array.isArray(tags.history) ? tags.history.length : 0;
  const manner = isObject(tags.manner) ? tags.manner : {};
  const course = courseOf(tags, prompt, seed, {
    ...(language && { language }),
    variation: ` mentor ${hashHex(question)} ${turns} ${String(manner.role)}`,
  });
  const { speaker } = locateLesson(course, tags);
  const text = isObject(tags.lesson) && typeof tags.lesson.text === 'string' ? tags.lesson.text : '';
  const quotes = language === undefined ? quotable(text) : [];
  return { answer: manner.socratic === true ? guide(speaker) : explain(speaker), quotes };
}

function explain(speaker: Speaker): string {
  const points = speaker.points.slice(0, POINTS).map((point) => `- ${speaker.draw('frames', { point })}`);
  return [
    speaker.join(speaker.draw('reasons'), speaker.draw('details')),
    points.join('\n'),
    speaker.draw('examples'),
    speaker.join(speaker.draw('steps'), speaker.draw('steps')),
  ].join('\n\n');
}

/** Questions only, for 'do not give me the answer'. */
function guide(speaker: Speaker): string {
  const { hooks } = speaker.bank;
  const asked = speaker.say(speaker.drawFrom('socratic', hooks['socratic'] ?? Object.values(hooks).flat()));
  return [asked, speaker.draw('steps')].join('\n\n');
}
