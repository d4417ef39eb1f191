import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';

/** Texts that keep parsers or regular expressions busy. */
export interface HostileLesson {
  readonly description: string;
  readonly text: string;
}

/** Repeats a piece up to the length of a lesson. */
const filled = (piece: string, before = '', after = '', length = LESSON_CHARACTERS): string =>
  before + piece.repeat(Math.floor((length - before.length - after.length) / piece.length)) + after;

const deep = (levels: number, line: (level: number) => string): string =>
  Array.from({ length: levels }, (_, level) => line(level)).join('\n');

/** Each is at most as long as a lesson may be. */
export const HOSTILE_LESSONS: readonly HostileLesson[] = [
  { description: 'emphasis that never closes', text: filled('*a_') },
  { description: 'emphasis of 42 kB', text: '*a_'.repeat(14_000) },
  { description: 'stars and words', text: filled('**a *b* ') },
  { description: 'deleted words', text: filled('~a ~~b ') },
  { description: 'quotations within each other', text: '> '.repeat(29_000) },
  { description: 'lists within each other', text: deep(340, (level) => `${' '.repeat(level)}- a`) },
  { description: 'quotations and lists in turn', text: filled('> - ') },
  { description: 'tasks', text: filled('- [ ] a\n') },
  { description: 'brackets within each other', text: '['.repeat(29_000) + ']'.repeat(29_000) },
  { description: 'links without an end', text: filled('[a](') },
  { description: 'pictures without an end', text: filled('![a](<b') },
  { description: 'references', text: filled('[a][b]', '[b]: c\n\n') },
  { description: 'definitions that are all different', text: deep(5_000, (level) => `[a${level}]: b`) },
  { description: 'footnotes', text: filled('[^1]', '[^1]: a\n\n') },
  { description: 'a table of many columns', text: `${'|a'.repeat(10_000)}|\n${'|-'.repeat(10_000)}|\n${'|b'.repeat(9_000)}|` },
  { description: 'a table of many rows', text: filled('|a|\n', '|a|\n|-|\n') },
  { description: 'comments without an end', text: filled('<!-- ') },
  { description: 'bare addresses', text: filled('https://a.b/(c ') },
  { description: 'an address of many parts', text: filled('a.', 'https://') },
  { description: 'mail addresses', text: filled('a@b.c ') },
  { description: 'www', text: filled('www.a_b.') },
  { description: 'backticks of all lengths', text: Array.from({ length: 340 }, (_, level) => `${'`'.repeat(level + 1)}a`).join('') },
  { description: 'fences', text: filled('```\n~~~\n') },
  { description: 'fences that never close', text: filled('````a\n```\n') },
  { description: 'blocks of maths', text: filled('$$\na\n$$\n') },
  { description: 'TeX blocks without an end', text: filled('\\[a^') },
  {
    description: 'TeX that expands',
    text: `$${'{'.repeat(5_000)}x${'}'.repeat(5_000)}$ $\\def\\a{\\a\\a}\\a$ $${'\\sqrt{'.repeat(3_000)}x${'}'.repeat(3_000)}$`,
  },
  { description: 'entities without an end', text: filled('&a') },
  { description: 'a heading of many lines', text: filled('a\n', '', '===') },
  { description: 'headings', text: filled('# a\n') },
  { description: 'blanks', text: filled(' ', 'a', 'b') },
  { description: 'accents on one letter', text: filled('\u0301', 'a') },
  { description: 'control characters', text: filled('\u0001\u200b\u202e') },
  { description: 'citation marks', text: filled('[^1] a. ') },
];
