/** The markers of quotations and lists at the start of a line, a fence, and the words after it. */
const FENCE = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/s;
/** Columns within which fences close each other; one further to the right is of a list. */
const OUTERMOST = 3;
/** More than all blocks of a text together: what stands behind an open fence is lost. */
const OPEN = 1e9;

/** A line that opens a block of code, or closes one. */
interface Fence {
  readonly line: number;
  readonly mark: string;
  /** It names a language, so that it closes nothing. */
  readonly isNamed: boolean;
  /** Only fences of one group close each other. */
  readonly group: string;
}

/**
 * Closes each block of code where it was meant. Models write a fence inside a fence of the same length: the first end ends both for every reader of
 * Markdown, and the second begins a block that swallows the headings behind it. The outer fence gets longer, no other line changes. A text whose
 * blocks are whole as they stand stays as it is, also one that shows how a block begins. The time grows with the length of the text.
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

/** Returns the fences of a text that are not part of a block of other or longer ones. */
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
 * Returns the blocks that others were meant to be in. Both readings of each block are counted to the end of the text, by their cost: an open end
 * loses all that follows, and a block with the beginning of another one in it is suspicious; one that is whole as it stands wins.
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

/** Where the block that each fence opens is closed for a reader of Markdown: by the next fence that names nothing. */
function plainEnds(fences: readonly Fence[]): number[] {
  const ends = fences.map(() => fences.length);
  let next = fences.length;
  for (let at = fences.length - 1; at >= 0; at -= 1) {
    ends[at] = next;
    if (!fences[at]!.isNamed) next = at;
  }
  return ends;
}

/** Where it was meant to be closed, if each fence that names a language opens one and each other closes the innermost. */
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
