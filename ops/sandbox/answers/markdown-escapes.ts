/**
 * Characters in learners' text with a meaning in Markdown, HTML or the templates. While a text is composed, each is replaced by a
 * private-use character, so that it has no effect; the answer contains the original, escaped in Markdown where it would become markup.
 */
const MARKS = '`*_#<>[]{}|~\\$&';
const FIRST = 0xe000;
const SIGN = new RegExp(`[${String.fromCharCode(FIRST)}-${String.fromCharCode(FIRST + MARKS.length - 1)}]`, 'gu');
const MARK = /[`*_#<>[\]{}|~\\$&]/g;
/** Properties of answers that contain Markdown. */
const MARKDOWN_KEYS = ['content', 'instructions'];
const LETTER = /[\p{L}\p{N}]/u;

const markOf = (sign: string): string => MARKS[sign.charCodeAt(0) - FIRST] as string;

/** Replaces markup characters with private-use characters. */
export const maskMarkup = (text: string): string =>
  text.replace(/\p{Co}/gu, '').replace(MARK, (mark) => String.fromCharCode(FIRST + MARKS.indexOf(mark)));

/** Restores the text as typed. */
export const unmaskMarkup = (text: string): string => text.replace(SIGN, markOf);

/** Restores the text as Markdown that displays what was typed. */
export const escapeMarkup = (text: string): string =>
  text.replace(SIGN, (sign, at: number) => {
    const mark = markOf(sign);
    return isMarkup(mark, unmaskMarkup(text.slice(Math.max(0, at - 1), at)), unmaskMarkup(text.slice(at + 1, at + 40)))
      ? `\\${mark}`
      : mark;
  });

function isMarkup(mark: string, before: string, after: string): boolean {
  if (mark === '{' || mark === '}' || mark === '$') return false;
  if (mark === '&') return /^#?\w+;/.test(after);
  if (mark === '<') return /^[\p{L}/!?]/u.test(after);
  if (mark === '>') return before === '' || before === '\n';
  if (mark === '#') return !/\S/.test(before);
  if (mark === '_') return !(LETTER.test(before) && LETTER.test(after.slice(0, 1)));
  return true;
}

/** Removes the escapes, as a Markdown parser does. */
export const unescapeMarkdown = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** Restores the typed characters in an answer: escaped in Markdown, plain elsewhere. */
export function unmaskAnswer<T>(answer: T, key = ''): T {
  if (typeof answer === 'string') return (MARKDOWN_KEYS.includes(key) ? escapeMarkup(answer) : unmaskMarkup(answer)) as T;
  if (Array.isArray(answer)) return answer.map((entry) => unmaskAnswer(entry as unknown, key)) as T;
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, unmaskAnswer(value as unknown, name)])) as T;
}
