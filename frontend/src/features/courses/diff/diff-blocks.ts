import { diffArrays } from 'diff';

/** A stretch of text that is in both, only in the earlier, or only in the later one. */
export interface Piece {
  readonly text: string;
  readonly mark: 'same' | 'removed' | 'added';
}

/** One paragraph beside its counterpart; null where there is none. */
export interface DiffRow {
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  readonly before: readonly Piece[] | null;
  readonly after: readonly Piece[] | null;
}

/** Below this share of common words two paragraphs are two paragraphs, not one that was changed. */
const ALIKE = 0.5;
/** Fewer common words than this between two changes are read as part of the change. */
const FEW_WORDS = 3;
/** Pairings of removed and added paragraphs that are weighed against each other; larger stretches are paired in order. */
const MOST_PAIRINGS = 2_500;
/** The comparison of words gives up after this and shows both paragraphs whole. */
const WORDS_TIMEOUT_MS = 200;

/** Paragraphs of Markdown. A fenced block of code is one, also with empty lines in it. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let fence: string | null = null;
  const close = () => {
    if (block.length > 0) blocks.push(block.join('\n'));
    block = [];
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    if (line.trim() === '' && fence === null) close();
    else block.push(line);
  }
  close();
  return blocks;
}

/** Words and what stands between them, in any script: languages without spaces too. */
function splitWords(text: string, language: string | undefined): string[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
}

const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token);

/** Share of words two paragraphs have in common, 0-1, wherever they stand. */
function similarity(a: readonly string[], b: readonly string[]): number {
  const words = a.filter(isWord);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  const others = b.filter(isWord);
  for (const word of others) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      common += 1;
      counts.set(word, left - 1);
    }
  }
  return words.length + others.length === 0 ? 1 : (2 * common) / (words.length + others.length);
}

const whole = (text: string, mark: Piece['mark']): Piece[] => [{ text, mark }];

function changedRow(before: readonly string[], after: readonly string[]): DiffRow {
  const parts = diffArrays([...before], [...after], { timeout: WORDS_TIMEOUT_MS });
  if (!parts) return { kind: 'changed', before: whole(before.join(''), 'removed'), after: whole(after.join(''), 'added') };
  // A stray 'the' that both have in common would cut one change into three.
  const isStray = parts.map(
    ({ added, removed, value }, at) => !added && !removed && at > 0 && at < parts.length - 1 && value.filter(isWord).length < FEW_WORDS,
  );
  const side = (mark: 'removed' | 'added'): Piece[] => {
    const pieces: Piece[] = [];
    parts.forEach((part, at) => {
      const isCommon = !part.added && !part.removed;
      if (!isCommon && !part[mark]) return;
      const piece = { text: part.value.join(''), mark: isCommon && !isStray[at] ? ('same' as const) : mark };
      const last = pieces.at(-1);
      if (last?.mark === piece.mark) pieces[pieces.length - 1] = { ...piece, text: last.text + piece.text };
      else pieces.push(piece);
    });
    return pieces;
  };
  return { kind: 'changed', before: side('removed'), after: side('added') };
}

/** Which removed paragraph became which added one: the pairing, in order, that keeps most words. */
function pairUp(removed: readonly string[][], added: readonly string[][]): [number | null, number | null][] {
  const pairs: [number | null, number | null][] = [];
  if (removed.length * added.length > MOST_PAIRINGS) {
    for (let i = 0; i < Math.max(removed.length, added.length); i++)
      pairs.push([i < removed.length ? i : null, i < added.length ? i : null]);
    return pairs;
  }
  const alike = removed.map((a) => added.map((b) => similarity(a, b)));
  // best[i][j]: most that the paragraphs from i and from j on can keep
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

/**
 * Two texts side by side: paragraph by paragraph, and word by word within a paragraph that was changed.
 * @param language BCP 47 tag of the texts, for where words end
 */
export function compareTexts(before: string, after: string, language?: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: string[][] = [];
  let added: string[][] = [];
  const settle = () => {
    // What found no counterpart between two that did stands side by side: one was put in the place of the other.
    let gone: string[] = [];
    let come: string[] = [];
    const place = () => {
      for (let at = 0; at < Math.max(gone.length, come.length); at++) {
        const before = gone[at] === undefined ? null : whole(gone[at]!, 'removed');
        const after = come[at] === undefined ? null : whole(come[at]!, 'added');
        rows.push({ kind: before && after ? 'changed' : before ? 'removed' : 'added', before, after });
      }
      gone = [];
      come = [];
    };
    for (const [i, j] of pairUp(removed, added)) {
      if (i !== null && j !== null) {
        place();
        rows.push(changedRow(removed[i]!, added[j]!));
      } else if (i !== null) gone.push(removed[i]!.join(''));
      else come.push(added[j!]!.join(''));
    }
    place();
    removed = [];
    added = [];
  };
  for (const part of diffArrays(splitBlocks(before), splitBlocks(after))) {
    if (part.removed) removed = part.value.map((text) => splitWords(text, language));
    else if (part.added) added = part.value.map((text) => splitWords(text, language));
    else {
      settle();
      for (const text of part.value) rows.push({ kind: 'same', before: whole(text, 'same'), after: whole(text, 'same') });
    }
  }
  settle();
  return rows;
}

export const changesIn = (rows: readonly DiffRow[]): number => rows.filter(({ kind }) => kind !== 'same').length;
