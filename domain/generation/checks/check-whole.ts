import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { openFence } from '#domain/platform/prose/open-fence.ts';
import { outsideCode } from '#domain/platform/prose/plain-prose.ts';

const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const ROW = /^[ \t]*\|/;
const DELIMITERS = /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/;
/** What ends a sentence in the languages of courses, before quotes, brackets and marks that close with it. */
const ENDED = /(?:[.!?。！？…।؟۔｡]|\p{Extended_Pictographic}\ufe0f?)["'”’»›」』）)\]}*_~]*$/u;
/** Ends that need no stop: code, a formula, a link, an address. */
const ENDED_OTHERWISE = /(?:`|\$|\\[)\]]|\]\([^()\s]*\)|https?:\/\/\S+)[*_)\]]*$/;
/** Citation marks behind a sentence. */
const MARKS = /(?:[ \t]*\[\^\w+\])+$/;

/**
 * Finds where a text was broken off, or something in it never ends: a model that has run out of tokens closes its JSON, too.
 * Such a text is used only when no service has a whole one.
 */
export function checkWhole(markdown: string): AnswerProblem[] {
  const broken = (text: string) => problem(text, { keep: 'last_resort' });
  const problems: AnswerProblem[] = [];
  if (openFence(markdown) !== null) return [broken('a block of code is never closed: close every fence')];
  let prose = '';
  outsideCode(markdown, (part) => (prose += `${part}\`\``) && part);
  if (hasOpenFormula(prose)) problems.push(broken('a formula is never closed: close every $$'));
  if (hasOpenMark(prose)) problems.push(broken('a mark ** is never closed: close every bold passage'));
  const end = brokenEnd(markdown);
  if (end) problems.push(broken(end));
  return problems;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const hasOpenFormula = (prose: string): boolean =>
  count(prose, /(?<!\\)\$\$/g) % 2 === 1 || count(prose, /(?<!\\)\\\[/g) > count(prose, /(?<!\\)\\\]/g);

/** Marks are closed within their block. */
const hasOpenMark = (prose: string): boolean =>
  prose
    .replaceAll(/\$\$[^$]*\$\$|\$[^$\n]*\$/g, ' ')
    .replaceAll(/^[ \t]*(?:\*[ \t]*){3,}$/gm, '')
    .replaceAll('\\*', ' ')
    .split(/\n[ \t>]*\n|\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])|(?<!\\)\|/)
    .some((block) => {
      const marks = [...block.matchAll(/(?<!\*)\*{2,3}(?!\*)/g)];
      return [marks, marks.filter((mark) => !isOperator(block, mark))].every(({ length }) => length % 2 === 1);
    });

/** What stands between letters or between blanks may be an operator: `2**3`. */
function isOperator(block: string, { index, 0: mark }: RegExpExecArray): boolean {
  const sides = `${block[index - 1] ?? ' '}${block[index + mark.length] ?? ' '}`;
  return /^(?:\s\s|[A-Za-z\d)][A-Za-z\d(])$/.test(sides);
}

/** Says how a text ends that does not end; null for one that does. */
function brokenEnd(markdown: string): string | null {
  const text = markdown.trimEnd();
  const lines = text.split('\n');
  const last = lines.at(-1)!.replace(MARKS, '').trimEnd();
  if (/^#{1,6}(?:\s|$)/.test(last)) return 'the text ends with a heading: write what belongs under it, or leave it out';
  if (ROW.test(last)) {
    const rows = lines.slice(lines.findLastIndex((line) => !ROW.test(line)) + 1);
    const isOpen = rows.length < 3 || !DELIMITERS.test(rows[1]!) || (rows[0]!.trimEnd().endsWith('|') && !last.endsWith('|'));
    return isOpen ? 'the last table is broken off: finish it' : null;
  }
  if (FENCE.test(last) || DELIMITERS.test(last) || /^[ \t]*(?:[-*_][ \t]*){3,}$/.test(last) || last.includes('|')) return null;
  if (ENDED.test(last) || ENDED_OTHERWISE.test(last)) return null;
  // points need no stop where the others have none
  const items = lines.filter((line) => ITEM.test(line)).slice(-4, -1);
  const isPoint = ITEM.test(last) || (/^[ \t]+\S/.test(lines.at(-1)!) && items.length > 0);
  if (isPoint && !/[,，、،:：;；]$/.test(last) && !(items.length > 0 && items.every((item) => ENDED.test(item.trimEnd())))) return null;
  return 'the text breaks off in the middle of a sentence: end it, and write less if it is too long';
}
