import type { Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { keepTerms } from '#frontend/lib/keep-terms.ts';

/** What the syntax trees of a text have in common. */
interface Part {
  readonly type: string;
  readonly tagName?: string;
  value?: string;
  children?: Part[];
}

/** What a lesson may be made of. Only pictures of this product are shown (`Picture`); formulas and languages of code keep their class. */
const schema = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, code: [['className', /^language-[\w#+-]+$/, 'math-inline', 'math-display']] },
  protocols: { ...defaultSchema.protocols, href: ['https', 'mailto'], src: ['https'] },
} satisfies typeof defaultSchema;

/** Parts that hold blocks: text in them needs a paragraph. */
const HOLDS_BLOCKS: readonly string[] = ['root', 'blockquote', 'listItem', 'footnoteDefinition'];

function textOf(html: string, parent: Part): Part[] {
  // Markdown has no other way to end a line within a cell.
  if (parent.type === 'tableCell' && /^<br\s*\/?>$/i.test(html)) return [{ type: 'break' }];
  const lines = html.split('\n').flatMap((value, at): Part[] => [...(at > 0 ? [{ type: 'break' }] : []), { type: 'text', value }]);
  return HOLDS_BLOCKS.includes(parent.type) ? [{ type: 'paragraph', children: lines }] : lines;
}

/** What looks like HTML is text as any other: `List<String>` loses nothing, and no tag does anything. */
function htmlAsText() {
  return function write(part: Part): void {
    const shown: Part[] = [];
    for (const child of part.children ?? []) {
      write(child);
      for (const next of child.type === 'html' ? textOf(child.value ?? '', part) : [child]) {
        const last = shown.at(-1);
        // One stretch of text, as if nothing in it looked like HTML.
        if (next.type === 'text' && last?.type === 'text') last.value = `${last.value}${next.value}`;
        else shown.push(next);
      }
    }
    if (part.children) part.children = shown;
  };
}

/** Names such as C++ are not turned round in a text written from right to left. Code is never turned. */
export function termsKept() {
  return function keep(part: Part): void {
    if (part.tagName === 'code') return;
    if (part.type === 'text' && part.value !== undefined) part.value = keepTerms(part.value, 'rtl');
    part.children?.forEach(keep);
  };
}

/** How the Markdown of a lesson is read: with tables, nothing in it trusted, HTML shown as it was written. */
export const LESSON_SYNTAX = {
  remarkPlugins: [remarkGfm, htmlAsText],
  rehypePlugins: [[rehypeSanitize, schema]],
} satisfies Options;

/** What else is needed to read a text with maths. */
export interface MathsSyntax {
  readonly remark: Options['remarkPlugins'];
  readonly rehype: Options['rehypePlugins'];
}

const RTL_SYNTAX = { ...LESSON_SYNTAX, rehypePlugins: [...LESSON_SYNTAX.rehypePlugins, termsKept] } satisfies Options;

/** The same, for a text of that direction, and with maths where there is some. Formulas are drawn from what was sanitised. */
export function syntaxIn(dir: 'rtl' | 'ltr' | undefined, maths: MathsSyntax | null = null): Options {
  const syntax = dir === 'rtl' ? RTL_SYNTAX : LESSON_SYNTAX;
  if (!maths) return syntax;
  return {
    remarkPlugins: [...syntax.remarkPlugins, ...(maths.remark ?? [])],
    rehypePlugins: [...syntax.rehypePlugins, ...(maths.rehype ?? [])],
  };
}
