import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { markMaths } from '#contract/courses/lesson-maths.ts';
import type { LessonContent } from '#domain/courses/content/course-content.ts';

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

const textOf = (part: Part): string =>
  isDrawn(part) ? '' : (part.value?.replaceAll(/<br\s*\/?>/gi, ' ') ?? part.children?.map(textOf).join(' ') ?? '');

/** Returns the visible text of a lesson, in page order, for finding passages. Blanks do not matter there. */
export function lessonText({
  objectives,
  content,
  key_takeaways,
}: Pick<LessonContent, 'objectives' | 'content' | 'key_takeaways'>): string {
  const { markdown, hasMaths } = markMaths(content);
  const tree = (hasMaths ? mathsParser : parser).parse(markdown) as Part;
  return [...objectives, textOf(tree), ...key_takeaways].join('\n');
}
