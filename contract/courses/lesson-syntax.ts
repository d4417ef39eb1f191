import type { Block, LessonNode } from './lesson-tree.ts';

/**
 * Options of the Markdown parsers, on the server and in the browser. A single tilde means 'about' or a range (`3~4일 5~6일`), never
 * strikethrough.
 */
export const LESSON_SYNTAX_OPTIONS = {
  gfm: { singleTilde: false },
  math: { singleDollarTextMath: true },
} as const;

/** A node of the parser's tree. */
export interface ParsedNode {
  readonly type: string;
  readonly value?: string;
  readonly identifier?: string;
  readonly url?: string;
  readonly alt?: string | null;
  readonly children?: readonly ParsedNode[];
}
type Changed = ParsedNode & { readonly label?: string };

/** Nodes that contain blocks: text in them needs a paragraph. */
const HOLDS_BLOCKS: readonly string[] = ['root', 'blockquote', 'listItem', 'footnoteDefinition'];
const LINE_BREAK = /^<br\s*\/?>$/i;

/** Converts HTML to literal text: no tag has an effect, and `List<String>` stays whole. In a table cell `<br>` is the only line break. */
function htmlAsText(html: string, parent: string): Changed[] {
  if (parent === 'tableCell' && LINE_BREAK.test(html)) return [{ type: 'break' }];
  const lines = html.split('\n').flatMap((value, at): Changed[] => [...(at > 0 ? [{ type: 'break' }] : []), { type: 'text', value }]);
  return HOLDS_BLOCKS.includes(parent) ? [{ type: 'paragraph', children: lines }] : lines;
}

class Normaliser {
  private readonly links = new Map<string, ParsedNode>();
  private readonly notes = new Map<string, ParsedNode>();
  /** Footnotes in the order of their first reference. */
  private readonly mentioned: string[] = [];

  constructor(root: ParsedNode) {
    this.collect(root);
  }

  private collect(node: ParsedNode): void {
    const found = { definition: this.links, footnoteDefinition: this.notes }[node.type];
    if (found && node.identifier !== undefined && !found.has(node.identifier)) found.set(node.identifier, node);
    for (const child of node.children ?? []) this.collect(child);
  }

  tree(root: ParsedNode): Changed[] {
    const blocks = this.inside(root);
    // a footnote may refer to another one
    for (let at = 0; at < this.mentioned.length; at += 1) {
      const note = this.notes.get(this.mentioned[at]!)!;
      blocks.push({ ...note, ...this.numbered(at), children: this.inside(note) });
    }
    return blocks;
  }

  private numbered(at: number): { readonly identifier: string; readonly label: string } {
    return { identifier: String(at + 1), label: String(at + 1) };
  }

  private inside(parent: ParsedNode): Changed[] {
    const written: Changed[] = [];
    for (const child of parent.children ?? []) {
      for (const next of this.node(child, parent.type)) {
        const last = written.at(-1);
        // merges text as if there had been no HTML between
        if (next.type === 'text' && last?.type === 'text') written[written.length - 1] = { ...last, value: `${last.value}${next.value}` };
        else written.push(next);
      }
    }
    return written;
  }

  private node(node: ParsedNode, parent: string): Changed[] {
    switch (node.type) {
      case 'html':
        return htmlAsText(node.value ?? '', parent);
      case 'definition':
      case 'footnoteDefinition':
        return [];
      case 'linkReference':
        return [{ type: 'link', url: this.links.get(node.identifier!)?.url ?? '', children: this.inside(node) }];
      case 'imageReference':
        return [{ type: 'image', url: this.links.get(node.identifier!)?.url ?? '', alt: node.alt ?? null }];
      case 'footnoteReference': {
        const id = node.identifier!;
        if (!this.mentioned.includes(id)) this.mentioned.push(id);
        return [{ ...node, ...this.numbered(this.mentioned.indexOf(id)) }];
      }
      default:
        return [node.children ? { ...node, children: this.inside(node) } : node];
    }
  }
}

/** Returns the blocks of a parsed text in the form that renderers expect (`lesson-tree.ts`). */
export const lessonTree = (root: ParsedNode): Block[] => new Normaliser(root).tree(root) as LessonNode[] as Block[];

/** Makes a text's footnote ids unique, so that it can be joined with other texts. */
export function withFootnotesOf<Node extends LessonNode>(name: string, nodes: readonly Node[]): Node[] {
  return nodes.map((node) => {
    const own = 'identifier' in node ? { identifier: `${name}-${node.identifier}`, label: `${name}-${node.identifier}` } : {};
    return 'children' in node ? { ...node, ...own, children: withFootnotesOf<LessonNode>(name, node.children) } : { ...node, ...own };
  });
}
