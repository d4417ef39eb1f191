import type { Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkCjk from 'remark-cjk-friendly/parseOnly';
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough/parseOnly';
import remarkGfm from 'remark-gfm';
import { LESSON_SYNTAX_OPTIONS, lessonTree } from '#contract/courses/lesson-syntax.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';

/** The common fields of the syntax trees' nodes. */
interface Part {
  readonly type: string;
  readonly tagName?: string;
  value?: string;
  children?: Part[];
}

/** The allowed elements of a lesson. Only pictures of this product are shown (`Picture`); formulas and code languages keep their class. */
const schema = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, code: [['className', /^language-[\w#+-]+$/, 'math-inline', 'math-display']] },
  protocols: { ...defaultSchema.protocols, href: ['https', 'mailto'], src: ['https'] },
} satisfies typeof defaultSchema;

/** Turns HTML into text in the tree that all renderers get, so that no tag has an effect. */
function asLessonTree() {
  return (root: Part): void => {
    root.children = lessonTree(root) as unknown as Part[];
  };
}

/** Keeps names such as C++ intact in right-to-left text; never changes code. */
export function isolateTermsPlugin() {
  return function keep(part: Part): void {
    if (part.tagName === 'code') return;
    if (part.type === 'text' && part.value !== undefined) part.value = isolateLatinTerms(part.value, 'rtl');
    part.children?.forEach(keep);
  };
}

const { gfm } = LESSON_SYNTAX_OPTIONS;

/**
 * The options for parsing a lesson's Markdown: with tables, nothing trusted, HTML shown as text. The plugins have the same order as on the
 * server (`domain/courses/text/lesson-tree.queries.ts`).
 */
export const LESSON_SYNTAX = {
  remarkPlugins: [[remarkGfm, gfm], remarkCjk, [remarkCjkStrikethrough, gfm], asLessonTree],
  rehypePlugins: [[rehypeSanitize, schema]],
} satisfies Options;

/** The additional plugins for a text with maths. */
export interface MathsSyntax {
  readonly remark: Options['remarkPlugins'];
  readonly rehype: Options['rehypePlugins'];
}

const RTL_SYNTAX = { ...LESSON_SYNTAX, rehypePlugins: [...LESSON_SYNTAX.rehypePlugins, isolateTermsPlugin] } satisfies Options;

/** The options for text of this direction, optionally with maths. Formulas are rendered after sanitising. */
export function syntaxIn(dir: 'rtl' | 'ltr' | undefined, maths: MathsSyntax | null = null): Options {
  const syntax = dir === 'rtl' ? RTL_SYNTAX : LESSON_SYNTAX;
  if (!maths) return syntax;
  return {
    remarkPlugins: [...syntax.remarkPlugins, ...(maths.remark ?? [])],
    rehypePlugins: [...syntax.rehypePlugins, ...(maths.rehype ?? [])],
  };
}
