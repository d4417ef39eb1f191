// Reads the Markdown of one lesson, in a restricted process that `read-lesson.command.ts` starts.
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { LESSON_NESTING } from '#contract/courses/lesson-limits.ts';
import { markMaths } from '#contract/courses/lesson-maths.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';

interface Part {
  readonly type: string;
  readonly value?: string;
  readonly lang?: string | null;
  readonly children?: readonly Part[];
}

const parser = unified().use(remarkParse).use(remarkGfm);
const mathsParser = unified().use(remarkParse).use(remarkGfm).use(remarkMath);

/** Tells whether it is rendered as a picture: its source is not part of the visible text. */
const isDrawn = ({ type, lang }: Part): boolean =>
  type === 'math' || type === 'inlineMath' || type === 'footnoteReference' || (type === 'code' && lang === 'mermaid');

/** Returns the visible text. @throws RangeError for what is nested too deeply for those who read the tree */
function textOf(part: Part, level = 0): string {
  if (level > LESSON_NESTING) throw new RangeError('nested too deeply');
  if (isDrawn(part)) return '';
  return part.value?.replaceAll(/<br\s*\/?>/gi, ' ') ?? part.children?.map((child) => textOf(child, level + 1)).join(' ') ?? '';
}

function read(content: string): string {
  const { markdown, hasMaths } = markMaths(content);
  return textOf((hasMaths ? mathsParser : parser).parse(markdown));
}

// the first text of a process would take several times as long as the next, and its limits do not know that
for (let time = 0; time < 3; time += 1)
  read(
    '# A\n\nSome *words* and **more**, `code`, $x^2$ [a](https://a.example)\n\n- one\n  - two\n\n| a | b |\n|-|-|\n| c | d |\n\n> e\n'.repeat(
      20,
    ),
  );

export const work: RestrictedWork = (content) => ({ value: read(String(content)) });
