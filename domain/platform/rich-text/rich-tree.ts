/**
 * The tree that readers of foreign formats produce: Markdown's (mdast), with nodes that Markdown cannot express. `tree-text.ts` converts it
 * to text.
 */
export type Inline =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'break' }
  /** TeX. */
  | { readonly type: 'inlineMath'; readonly value: string }
  | { readonly type: 'superscript' | 'subscript'; readonly children: readonly Inline[] }
  | { readonly type: 'ruby'; readonly children: readonly Inline[]; readonly reading: readonly Inline[] }
  | { readonly type: 'footnoteReference'; readonly label: string }
  | { readonly type: 'image'; readonly alt: string };

export type Block =
  | { readonly type: 'heading'; readonly depth: number; readonly children: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly children: readonly Inline[] }
  /** TeX. */
  | { readonly type: 'math'; readonly value: string }
  | { readonly type: 'list'; readonly children: readonly ListItem[] }
  | { readonly type: 'table'; readonly rows: readonly (readonly (readonly Block[])[])[] }
  | { readonly type: 'footnoteDefinition'; readonly label: string; readonly children: readonly Block[] }
  /** Marks where a card's answer begins. */
  | { readonly type: 'thematicBreak'; readonly id: string };

export interface ListItem {
  /** The marker as its reader sees it: `3.`, `b)`, `-`. */
  readonly marker: string;
  readonly children: readonly Block[];
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/**
 * Writes an entry's number; decimal if its numbering style has no sign for it.
 * @param counting Word's name of the style: `lowerLetter`, `upperRoman`
 */
export function counted(number: number, counting: string): string {
  if (!/^(?:lower|upper)(?:Letter|Roman)$/.test(counting) || number < 1 || number > 3_999) return String(number);
  let text = '';
  if (counting.endsWith('Roman')) {
    let left = number;
    for (const [worth, sign] of ROMAN) for (; left >= worth; left -= worth) text += sign;
  } else for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) text = String.fromCodePoint(97 + ((left - 1) % 26)) + text;
  return counting.startsWith('upper') ? text.toUpperCase() : text;
}
