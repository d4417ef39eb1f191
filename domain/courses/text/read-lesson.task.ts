// Reads the Markdown of one lesson, in a restricted process that `read-markdown.command.ts` starts.
import { LESSON_NESTING } from '#contract/courses/lesson-limits.ts';
import { renderNode, type LessonNode, type NodeRenderers } from '#contract/courses/lesson-tree.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { parseLesson } from './lesson-tree.queries.ts';

type Level = [level: number];
const inside = ({ children }: { readonly children: readonly LessonNode[] }, level: number): string => textsIn(children, level + 1);
const value = (node: { readonly value: string }): string => node.value;
/** Elements that pages render as drawings, pictures or numbers, which are not part of the visible text. */
const none = (): string => '';

/** The visible text of every node, as on pages (`frontend/src/lib/visible-text.ts`). */
const TEXTS: NodeRenderers<string, Level> = {
  text: value,
  inlineCode: value,
  code: (node) => (node.lang === 'mermaid' ? '' : node.value),
  break: () => ' ',
  math: none,
  inlineMath: none,
  image: none,
  footnoteReference: none,
  thematicBreak: none,
  footnoteDefinition: inside,
  paragraph: inside,
  heading: inside,
  emphasis: inside,
  strong: inside,
  delete: inside,
  link: inside,
  blockquote: inside,
  list: inside,
  listItem: inside,
  table: inside,
  tableRow: inside,
  tableCell: inside,
};

/** Returns the visible text. @throws RangeError when the tree is nested too deeply for its readers */
function textsIn(nodes: readonly LessonNode[], level: number): string {
  if (level > LESSON_NESTING) throw new RangeError('nested too deeply');
  return nodes.map((node) => renderNode(TEXTS, node, level)).join(' ');
}

const read = (content: string): string => textsIn(parseLesson(content), 1);

// warm up: the first text of a process takes twice as long as the next, which its limits do not allow for; more rounds do not help
for (let time = 0; time < 2; time += 1)
  read(
    '# A\n\nSome *words* and **more**, `code`, $x^2$ [a](https://a.example)\n\n- one\n  - two\n\n| a | b |\n|-|-|\n| c | d |\n\n> e\n'.repeat(
      10,
    ),
  );

export const work: RestrictedWork = (content) => ({ value: read(String(content)) });
