/** A figure the operator states. Nothing here is computed or checked: wherever one is shown, that it is a statement stands beside it (G57). */
export interface Statement {
  readonly figure: string;
  readonly of: string;
}

/** How a statement is marked, beside each of them. */
export const STATED = 'operator’s statement';

/** A chart of flat bars. `value` decides the length, `label` is what is read; `of` the whole or the longest bar. */
export interface Bars {
  readonly caption: string;
  readonly of: number;
  readonly bars: readonly { readonly name: string; readonly value: number; readonly label: string }[];
  /** Where the figures come from. */
  readonly ground: string;
}

/** What a phase of development says of itself (INV-06). */
export const PHASE_LABELS = ['COMPLETE', 'COMPLETED', 'LIVE NOW'] as const;

export interface Phase {
  readonly title: string;
  readonly label: (typeof PHASE_LABELS)[number];
  readonly points: readonly string[];
}

/** A chapter of the material, or a slide: whatever of it is there is shown in this order. */
export interface Part {
  readonly title: string;
  readonly text?: readonly string[];
  readonly statements?: readonly Statement[];
  readonly points?: readonly string[];
  readonly phases?: readonly Phase[];
  readonly bars?: readonly Bars[];
}

/** One of the documents: its parts in order, and what stands above them. */
export interface Material {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly Part[];
}

/** Above each document. */
export const NOTICE =
  'Figures marked “operator’s statement” are what the operator of this installation states. They are not measured by the software, and they bind it to nothing. This is not an offer of securities.';
