import { diffArrays } from 'diff';
import type { Block, Node } from './lesson-blocks.ts';

/** A block and its counterpart, with differing text in `del` or `ins`; null on the side where there is none. */
export interface DiffRow {
  /** `changed`: words differ; `replaced`: another block took its place. */
  readonly kind: 'same' | 'changed' | 'replaced' | 'added' | 'removed';
  readonly before: Block | null;
  readonly after: Block | null;
}

/** If two blocks share a smaller fraction of their words than this, they count as different blocks rather than as one changed block. */
const ALIKE = 0.5;
/** If two changes have fewer common words than this between them, those words count as part of the change. */
const FEW_WORDS = 3;
/** Maximum number of pairs of removed and added blocks that are compared; in larger ranges, blocks are paired in order. */
const MOST_PAIRINGS = 2_500;
/**
 * The comparison stops after this time, because untrusted texts may differ in every line. Blocks that are not compared yet are shown whole,
 * as removed and added.
 */
const COMPARE_MS = 600;

/** A block and the data to compare it by. */
interface Compared {
  readonly block: Block;
  readonly tokens: readonly Token[];
  readonly words: ReadonlyMap<string, number>;
}

const isWord = ({ text }: Token): boolean => /[\p{L}\p{N}]/u.test(text);

/** Counts each word of a block. */
function countWords(tokens: readonly Token[]): Compared['words'] {
  const words = new Map<string, number>();
  for (const token of tokens) if (isWord(token)) words.set(token.text, (words.get(token.text) ?? 0) + 1);
  return words;
}

/** The fraction of words that two blocks share, 0-1, regardless of position. */
function similarity(a: Compared, b: Compared): number {
  let [common, total] = [0, 0];
  for (const [word, count] of a.words) {
    common += Math.min(count, b.words.get(word) ?? 0);
    total += count;
  }
  for (const count of b.words.values()) total += count;
  return total === 0 ? 1 : (2 * common) / total;
}

const whole = ({ block, tokens }: Compared, mark: Mark): Block =>
  withMarks(
    block,
    tokens,
    tokens.map(() => mark),
  );

const sameKey = (a: { readonly key: string }, b: { readonly key: string }): boolean => a.key === b.key;

/** Compares two blocks word by word. @param until when to stop, on the clock of `performance.now()` */
function changedRow(before: Compared, after: Compared, until: number): DiffRow {
  const timeout = Math.max(0, until - performance.now());
  const parts = diffArrays([...before.tokens], [...after.tokens], { timeout, comparator: sameKey });
  if (!parts) return { kind: 'replaced', before: whole(before, 'removed'), after: whole(after, 'added') };
  const marks: Record<'removed' | 'added', Mark[]> = { removed: [], added: [] };
  parts.forEach(({ added, removed, value }, at) => {
    if (added || removed) {
      marks[added ? 'added' : 'removed'].push(...value.map(() => (added ? ('added' as const) : ('removed' as const))));
      return;
    }
    // A stray 'the' common to both would split one change into three; table cells and list items are compared separately.
    const isInside = [before.tokens, after.tokens].some((tokens, side) => {
      const from = marks[side === 0 ? 'removed' : 'added'].length;
      return tokens[from - 1]?.leaf === tokens[from]?.leaf && tokens[from]?.leaf === tokens[from + value.length]?.leaf;
    });
    const isStray = at > 0 && at < parts.length - 1 && isInside && value.filter(isWord).length < FEW_WORDS;
    for (const side of ['removed', 'added'] as const) marks[side].push(...value.map(() => (isStray ? side : ('same' as const))));
  });
  return {
    kind: 'changed',
    before: withMarks(before.block, before.tokens, marks.removed),
    after: withMarks(after.block, after.tokens, marks.added),
  };
}

/** Pairs removed with added blocks, in order and so that most words are kept. */
function pairUp(removed: readonly Compared[], added: readonly Compared[]): [number | null, number | null][] {
  const pairs: [number | null, number | null][] = [];
  if (removed.length * added.length > MOST_PAIRINGS) {
    for (let i = 0; i < Math.max(removed.length, added.length); i++)
      pairs.push([i < removed.length ? i : null, i < added.length ? i : null]);
    return pairs;
  }
  const alike = removed.map((a) => added.map((b) => similarity(a, b)));
  // best[i][j]: the most words that blocks from i and from j on can keep
  const best = Array.from({ length: removed.length + 1 }, () => Array.from({ length: added.length + 1 }, () => 0));
  for (let i = removed.length - 1; i >= 0; i--) {
    for (let j = added.length - 1; j >= 0; j--) {
      const paired = alike[i]![j]! >= ALIKE ? alike[i]![j]! + best[i + 1]![j + 1]! : 0;
      best[i]![j] = Math.max(paired, best[i + 1]![j]!, best[i]![j + 1]!);
    }
  }
  let [i, j] = [0, 0];
  while (i < removed.length && j < added.length) {
    const score = alike[i]![j]!;
    if (score >= ALIKE && best[i]![j] === score + best[i + 1]![j + 1]!) pairs.push([i++, j++]);
    else if (best[i]![j] === best[i + 1]![j]!) pairs.push([i++, null]);
    else pairs.push([null, j++]);
  }
  while (i < removed.length) pairs.push([i++, null]);
  while (j < added.length) pairs.push([null, j++]);
  return pairs;
}

/** Rows for the blocks that were removed from one place and those added there. */
function replacedRows(removed: readonly Compared[], added: readonly Compared[], until: number): DiffRow[] {
  const rows: DiffRow[] = [];
  // Unmatched blocks between two matches are shown side by side: one replaced the other.
  let gone: Compared[] = [];
  let come: Compared[] = [];
  const place = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at++) {
      const [old, fresh] = [gone[at], come[at]];
      const before = old ? whole(old, 'removed') : null;
      const after = fresh ? whole(fresh, 'added') : null;
      rows.push({ kind: before && after ? 'replaced' : before ? 'removed' : 'added', before, after });
    }
    gone = [];
    come = [];
  };
  for (const [i, j] of pairUp(removed, added)) {
    if (i !== null && j !== null) {
      place();
      rows.push(changedRow(removed[i]!, added[j]!, until));
    } else if (i !== null) gone.push(removed[i]!);
    else come.push(added[j!]!);
  }
  place();
  return rows;
}

/**
 * Compares two texts block by block, and word by word within a changed block.
 * @param language BCP 47 tag of the texts, for word boundaries
 */
export function compareBlocks(before: readonly Block[], after: readonly Block[], language?: string): DiffRow[] {
  const until = performance.now() + COMPARE_MS;
  const rows: DiffRow[] = [];
  let removed: Compared[] = [];
  let added: Compared[] = [];
  const settle = () => {
    for (const row of replacedRows(removed, added, until)) rows.push(row);
    removed = [];
    added = [];
  };
  const keyed = (blocks: readonly Block[]) => blocks.map((block) => ({ block, key: JSON.stringify(block) }));
  const compared = ({ block }: { readonly block: Block }): Compared => {
    const tokens = tokensOf(block, language);
    return { block, tokens, words: countWords(tokens) };
  };
  const [old, fresh] = [keyed(before), keyed(after)];
  const parts = diffArrays(old, fresh, { timeout: COMPARE_MS / 2, comparator: sameKey }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: fresh },
  ];
  for (const part of parts) {
    if (part.removed) removed = part.value.map(compared);
    else if (part.added) added = part.value.map(compared);
    else {
      settle();
      for (const { block } of part.value) rows.push({ kind: 'same', before: block, after: block });
    }
  }
  settle();
  return rows;
}

export const changesIn = (rows: readonly DiffRow[]): number => rows.filter(({ kind }) => kind !== 'same').length;

/** Whether a piece is on both sides, only on the earlier, or only on the later one. */
type Mark = 'same' | 'removed' | 'added';

/** A word of a block, the text between two words, or an element without text: the checkbox of a task. */
interface Token {
  readonly text: string;
  /** The text and its formatting: a word that becomes bold or moves into a list is a different token. */
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
function tokensOf(block: Block, language: string | undefined): Token[] {
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
function withMarks(block: Block, tokens: readonly Token[], marks: readonly Mark[]): Block {
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
