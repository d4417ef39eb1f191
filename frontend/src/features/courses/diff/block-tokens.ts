import type { Block, Node } from './lesson-blocks.ts';

/** Whether a piece is on both sides, only on the earlier, or only on the later one. */
export type Mark = 'same' | 'removed' | 'added';

/** A word of a block, or the text between two words, or a part without text: the checkbox of a task. */
export interface Token {
  readonly text: string;
  /** The text and its formatting: a word that becomes bold, or moves into a list, is a different token. */
  readonly key: string;
  /** Tokens of the same text node share a number. */
  readonly leaf: number;
}

type Leaf = Exclude<Node, { type: 'comment' }>;

/** Newlines between rows and list items, where no text is allowed. */
const isLayout = (node: Node): boolean => node.type === 'text' && /^\n+$/.test(node.value);

/** Returns the block with each leaf replaced, in reading order. `path` describes the formatting of a leaf. */
function mapLeaves(block: Block, replace: (leaf: Leaf, path: string) => Node[], path = ''): Block {
  const { href, start, align } = block.properties;
  const here = `${path}/${block.tagName}(${[href, start, align].join()})`;
  const children = block.children.flatMap((child): Node[] => {
    if (child.type === 'comment' || isLayout(child)) return [child];
    if (child.type === 'element' && child.children.length > 0) return [mapLeaves(child, replace, here)];
    return replace(child, here);
  });
  return { ...block, children };
}

/** Splits text into words and the text between them, in any script: also in languages without spaces. */
function splitWords(text: string, language: string | undefined): string[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
}

/** @param language BCP 47 tag of the text, for word boundaries */
export function tokensOf(block: Block, language: string | undefined): Token[] {
  const tokens: Token[] = [];
  let leaf = 0;
  mapLeaves(block, (node, path) => {
    leaf += 1;
    if (node.type === 'text') for (const text of splitWords(node.value, language)) tokens.push({ text, key: `${path} ${text}`, leaf });
    else tokens.push({ text: '', key: `${path} ${JSON.stringify(node)}`, leaf });
    return [node];
  });
  return tokens;
}

/** Wraps the differing tokens of a block in `ins` and `del`; `marks` has one entry for each of its `tokens`. */
export function withMarks(block: Block, tokens: readonly Token[], marks: readonly Mark[]): Block {
  let at = 0;
  let leaf = 0;
  return mapLeaves(block, (node) => {
    leaf += 1;
    const stretches: { mark: Mark; node: Node }[] = [];
    for (; tokens[at]?.leaf === leaf; at += 1) {
      const { text } = tokens[at]!;
      const last = stretches.at(-1);
      if (last?.mark === marks[at] && last?.node.type === 'text') last.node = { ...last.node, value: last.node.value + text };
      else stretches.push({ mark: marks[at]!, node: node.type === 'text' ? { type: 'text', value: text } : node });
    }
    return stretches.map(({ mark, node: child }) =>
      mark === 'same'
        ? child
        : { type: 'element', tagName: mark === 'added' ? 'ins' : 'del', properties: {}, children: [child as Block['children'][number]] },
    );
  });
}
