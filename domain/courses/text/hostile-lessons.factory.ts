import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';

/** Texts that keep parsers, or expressions, busy. */
export interface HostileLesson {
  readonly says: string;
  readonly text: string;
}

/** Repeats a piece up to the length of a lesson. */
const filled = (piece: string, before = '', after = '', length = LESSON_CHARACTERS): string =>
  before + piece.repeat(Math.floor((length - before.length - after.length) / piece.length)) + after;

const deep = (levels: number, line: (level: number) => string): string =>
  Array.from({ length: levels }, (_, level) => line(level)).join('\n');

/** Each is no longer than a lesson may be. */
export const HOSTILE_LESSONS: readonly HostileLesson[] = [
  { says: 'emphasis that never closes', text: filled('*a_') },
  { says: 'emphasis of 42 kB', text: '*a_'.repeat(14_000) },
  { says: 'stars and words', text: filled('**a *b* ') },
  { says: 'deleted words', text: filled('~a ~~b ') },
  { says: 'quotations within each other', text: '> '.repeat(29_000) },
  { says: 'lists within each other', text: deep(340, (level) => `${' '.repeat(level)}- a`) },
  { says: 'quotations and lists in turn', text: filled('> - ') },
  { says: 'tasks', text: filled('- [ ] a\n') },
  { says: 'brackets within each other', text: '['.repeat(29_000) + ']'.repeat(29_000) },
  { says: 'links without an end', text: filled('[a](') },
  { says: 'pictures without an end', text: filled('![a](<b') },
  { says: 'references', text: filled('[a][b]', '[b]: c\n\n') },
  { says: 'definitions that are all different', text: deep(5_000, (level) => `[a${level}]: b`) },
  { says: 'footnotes', text: filled('[^1]', '[^1]: a\n\n') },
  { says: 'a table of many columns', text: `${'|a'.repeat(10_000)}|\n${'|-'.repeat(10_000)}|\n${'|b'.repeat(9_000)}|` },
  { says: 'a table of many rows', text: filled('|a|\n', '|a|\n|-|\n') },
  { says: 'comments without an end', text: filled('<!-- ') },
  { says: 'bare addresses', text: filled('https://a.b/(c ') },
  { says: 'an address of many parts', text: filled('a.', 'https://') },
  { says: 'mail addresses', text: filled('a@b.c ') },
  { says: 'www', text: filled('www.a_b.') },
  { says: 'backticks of all lengths', text: Array.from({ length: 340 }, (_, level) => `${'`'.repeat(level + 1)}a`).join('') },
  { says: 'fences', text: filled('```\n~~~\n') },
  { says: 'fences that never close', text: filled('````a\n```\n') },
  { says: 'blocks of maths', text: filled('$$\na\n$$\n') },
  { says: 'TeX blocks without an end', text: filled('\\[a^') },
  {
    says: 'TeX that expands',
    text: `$${'{'.repeat(5_000)}x${'}'.repeat(5_000)}$ $\\def\\a{\\a\\a}\\a$ $${'\\sqrt{'.repeat(3_000)}x${'}'.repeat(3_000)}$`,
  },
  { says: 'entities without an end', text: filled('&a') },
  { says: 'a heading of many lines', text: filled('a\n', '', '===') },
  { says: 'headings', text: filled('# a\n') },
  { says: 'blanks', text: filled(' ', 'a', 'b') },
  { says: 'accents on one letter', text: filled('\u0301', 'a') },
  { says: 'control characters', text: filled('\u0001\u200b\u202e') },
  { says: 'citation marks', text: filled('[^1] a. ') },
];
