import type { Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
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

/** Nodes that contain blocks: text in them needs a paragraph. */
const HOLDS_BLOCKS: readonly string[] = ['root', 'blockquote', 'listItem', 'footnoteDefinition'];

function textOf(html: string, parent: Part): Part[] {
  // In Markdown `<br>` is the only line break within a cell.
  if (parent.type === 'tableCell' && /^<br\s*\/?>$/i.test(html)) return [{ type: 'break' }];
  const lines = html.split('\n').flatMap((value, at): Part[] => [...(at > 0 ? [{ type: 'break' }] : []), { type: 'text', value }]);
  return HOLDS_BLOCKS.includes(parent.type) ? [{ type: 'paragraph', children: lines }] : lines;
}

/** Turns HTML into plain text: `List<String>` stays intact, and no tag has an effect. */
function htmlAsText() {
  return function write(part: Part): void {
    const shown: Part[] = [];
    for (const child of part.children ?? []) {
      write(child);
      for (const next of child.type === 'html' ? textOf(child.value ?? '', part) : [child]) {
        const last = shown.at(-1);
        // Merges adjacent text nodes, as if there had been no HTML.
        if (next.type === 'text' && last?.type === 'text') last.value = `${last.value}${next.value}`;
        else shown.push(next);
      }
    }
    if (part.children) part.children = shown;
  };
}

/** Keeps names such as C++ intact in right-to-left text. Code is never changed. */
export function isolateTermsPlugin() {
  return function keep(part: Part): void {
    if (part.tagName === 'code') return;
    if (part.type === 'text' && part.value !== undefined) part.value = isolateLatinTerms(part.value, 'rtl');
    part.children?.forEach(keep);
  };
}

/** The options for parsing a lesson's Markdown: with tables, nothing trusted, HTML shown as text. */
export const LESSON_SYNTAX = {
  remarkPlugins: [remarkGfm, htmlAsText],
  rehypePlugins: [[rehypeSanitize, schema]],
} satisfies Options;

/** The additional plugins for a text with maths. */
export interface MathsSyntax {
  readonly remark: Options['remarkPlugins'];
  readonly rehype: Options['rehypePlugins'];
}

const RTL_SYNTAX = { ...LESSON_SYNTAX, rehypePlugins: [...LESSON_SYNTAX.rehypePlugins, isolateTermsPlugin] } satisfies Options;

/** The options for a text of this direction, optionally with maths. Formulas are rendered after sanitising. */
export function syntaxIn(dir: 'rtl' | 'ltr' | undefined, maths: MathsSyntax | null = null): Options {
  const syntax = dir === 'rtl' ? RTL_SYNTAX : LESSON_SYNTAX;
  if (!maths) return syntax;
  return {
    remarkPlugins: [...syntax.remarkPlugins, ...(maths.remark ?? [])],
    rehypePlugins: [...syntax.rehypePlugins, ...(maths.rehype ?? [])],
  };
}
