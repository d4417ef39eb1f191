import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import remarkCjk from 'remark-cjk-friendly';
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { formulasIn, markMaths } from '#contract/courses/lesson-maths.ts';
import { mendTables } from '#contract/courses/code-in-tables.ts';
import { lessonTree, LESSON_SYNTAX_OPTIONS } from '#contract/courses/lesson-syntax.ts';
import type { Block, Inline } from '#contract/courses/lesson-tree.ts';

const { gfm, math } = LESSON_SYNTAX_OPTIONS;

/** The plugins are in the same order as on the page (`frontend/src/ui/markdown/lesson-syntax.ts`). */
const parser = unified().use(remarkParse).use(remarkGfm, gfm).use(remarkCjk).use(remarkCjkStrikethrough, gfm);
const mathsParser = parser().use(remarkMath, math);

const writer = mathsParser().use(remarkStringify, {
  bullet: '-',
  emphasis: '*',
  rule: '-',
  listItemIndent: 'one',
  handlers: {
    // the paragraph rule for Chinese, Japanese and Korean has replaced the original, and writes no checkboxes
    ...gfmTaskListItemToMarkdown().handlers,
    // a table row has no line breaks
    break: (_node: unknown, _parent: unknown, { stack }: { stack: readonly string[] }) => (stack.includes('tableCell') ? '<br>' : '\\\n'),
  },
});

/** Parses a Markdown text. Only restricted processes call it, because some short texts keep a parser busy for a minute. */
export function parseLesson(text: string): Block[] {
  const { markdown, hasMaths } = markMaths(mendTables(text));
  return lessonTree((hasMaths ? mathsParser : parser).parse(markdown));
}

/** Writes a tree as Markdown with the same meaning. */
export function writeLesson(blocks: readonly Block[]): string {
  type Root = Parameters<typeof writer.stringify>[0];
  return writer.stringify({ type: 'root', children: blocks } as unknown as Root);
}

/** Turns a plain text, such as a title or a question, into nodes: lines and formulas, and nothing else. */
export function inlineOf(text: string): Inline[] {
  return formulasIn(text.trim()).flatMap(({ text: piece, isFormula }): Inline[] => {
    if (isFormula) return [{ type: 'inlineMath', value: piece }];
    return piece
      .split('\n')
      .flatMap((value, at): Inline[] => [
        ...(at > 0 ? [{ type: 'break' } as const] : []),
        ...(value === '' ? [] : [{ type: 'text', value } as const]),
      ]);
  });
}
