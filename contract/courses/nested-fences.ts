/** A line with a fence: the markers of quotations and lists before it, the fence, and the words after it. */
const FENCE = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/s;
/** Fences up to this column can close each other; a fence further right belongs to a list. */
const OUTERMOST = 3;
/** A cost higher than all blocks of a text together: text behind an unclosed fence is lost. */
const OPEN = 1e9;

/** A line that opens or closes a block of code. */
interface Fence {
  readonly line: number;
  readonly mark: string;
  /** The fence names a language, so it cannot close a block. */
  readonly isNamed: boolean;
  /** Only fences of the same group close each other. */
  readonly group: string;
}

/**
 * Repairs nested blocks of code. Models write a fence inside a fence of the same length: for every Markdown parser the first closing fence
 * ends both blocks, and the second opens a new block that swallows the headings behind it. Only the outer fences are lengthened. A text
 * whose blocks are complete is returned unchanged, even if it shows how a block begins. Takes linear time.
 */
export function closeNestedFences(markdown: string): string {
  if (!/```|~~~/.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  let isMended = false;
  for (const fences of byGroup(fencesIn(lines))) {
    for (const { from, to } of nestingBlocks(fences)) {
      const longest = fences.slice(from, to).reduce((most, { mark }) => Math.max(most, mark.length), 0);
      for (const at of [from, to]) {
        const { line, mark } = fences[at]!;
        lines[line] = lines[line]!.replace(mark, mark.charAt(0).repeat(longest + 1));
      }
      isMended = true;
    }
  }
  return isMended ? lines.join('\n') : markdown;
}

function byGroup(fences: readonly Fence[]): Iterable<Fence[]> {
  const groups = new Map<string, Fence[]>();
  for (const fence of fences) {
    const group = groups.get(fence.group);
    if (group) group.push(fence);
    else groups.set(fence.group, [fence]);
  }
  return groups.values();
}

/** Returns the fences of a text, except those inside a block with other or longer fences. */
function fencesIn(lines: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | null = null;
  for (const [line, text] of lines.entries()) {
    const [, before = '', mark, said = ''] = FENCE.exec(text) ?? [];
    if (!mark || (mark.startsWith('`') && said.includes('`'))) continue;
    const column = before.replaceAll('\t', '    ').length;
    const place = before.includes('>') ? `>${before.trim()}` : column <= OUTERMOST ? '' : String(column);
    const fence: Fence = { line, mark, isNamed: said.trim() !== '', group: mark.charAt(0) + place };
    if (open === null) open = fence;
    else if (fence.group !== open.group || mark.length < open.mark.length) continue;
    else if (!fence.isNamed) open = null;
    fences.push(fence);
  }
  return fences;
}

/**
 * Returns the blocks that were meant to contain other blocks. Compares both readings of each block by their cost to the end of the text: an
 * unclosed block loses all that follows, and a block that contains an opening fence is suspicious. At equal cost the block stays unchanged.
 */
function nestingBlocks(fences: readonly Fence[]): { readonly from: number; readonly to: number }[] {
  const plain = plainEnds(fences);
  const nested = nestedEnds(fences);
  const costs = Array.from({ length: fences.length + 1 }, () => 0);
  const isNested = fences.map(() => false);
  for (let at = fences.length - 1; at >= 0; at -= 1) {
    const [end, meant] = [plain[at]!, nested[at]!];
    const isSuspicious = end !== at + 1;
    const asItStands = end < fences.length ? (isSuspicious ? 1 : 0) + costs[end + 1]! : OPEN;
    const asMeant = isSuspicious && meant < fences.length ? 1 + costs[meant + 1]! : OPEN;
    isNested[at] = asMeant < asItStands;
    costs[at] = Math.min(asItStands, asMeant);
  }
  const blocks = [];
  for (let at = 0; at < fences.length;) {
    const to = isNested[at]! ? nested[at]! : plain[at]!;
    if (isNested[at]!) blocks.push({ from: at, to });
    at = to + 1;
  }
  return blocks;
}

/** Returns where a Markdown parser closes the block of each fence: at the next fence without a language. */
function plainEnds(fences: readonly Fence[]): number[] {
  const ends = fences.map(() => fences.length);
  let next = fences.length;
  for (let at = fences.length - 1; at >= 0; at -= 1) {
    ends[at] = next;
    if (!fences[at]!.isNamed) next = at;
  }
  return ends;
}

/**
 * Returns where each block was meant to end, if every fence with a language opens a block and every other fence closes the innermost one.
 */
function nestedEnds(fences: readonly Fence[]): number[] {
  const ends = fences.map(() => fences.length);
  const waiting: { readonly at: number; readonly depth: number }[] = [];
  let depth = 0;
  for (const [at, { isNamed, mark }] of fences.entries()) {
    depth += isNamed ? 1 : -1;
    while (waiting.length > 0 && waiting.at(-1)!.depth > depth) {
      const opened = waiting.pop()!.at;
      if (!isNamed && mark.length >= fences[opened]!.mark.length) ends[opened] = at;
    }
    waiting.push({ at, depth });
  }
  return ends;
}
