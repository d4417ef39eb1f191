/**
 * A figure that the operator states. Nothing here is computed or checked, so it is marked as a statement wherever it is displayed (G57).
 */
export interface Statement {
  readonly figure: string;
  readonly label: string;
}

/** The mark beside each statement. */
export const STATED = 'operator’s statement';

/** A bar chart. `value` determines the length, `label` is the text; `longest` is the value of a full bar. */
export interface Bars {
  readonly caption: string;
  readonly longest: number;
  readonly bars: readonly { readonly name: string; readonly value: number; readonly label: string }[];
  /** Source of the figures. */
  readonly ground: string;
}

/** Labels of development phases (INV-06). */
export const PHASE_LABELS = ['COMPLETE', 'COMPLETED', 'LIVE NOW'] as const;

export interface Phase {
  readonly title: string;
  readonly label: (typeof PHASE_LABELS)[number];
  readonly points: readonly string[];
}

/** A chapter or slide of the material: its present fields are displayed in this order. */
export interface Part {
  readonly title: string;
  readonly text?: readonly string[];
  readonly statements?: readonly Statement[];
  readonly points?: readonly string[];
  readonly phases?: readonly Phase[];
  readonly bars?: readonly Bars[];
}

/** One of the documents: its heading, and its parts in order. */
export interface Material {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly Part[];
}

/** The notice above each document. */
export const NOTICE =
  'Figures marked “operator’s statement” are what the operator of this installation states. They are not measured by the software, and they bind it to nothing. This is not an offer of securities.';
