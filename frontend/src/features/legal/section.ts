/** One piece of a section: a paragraph, a list of points, or rows of a name and what belongs to it. */
export type Block = string | { readonly points: readonly string[] } | { readonly rows: readonly (readonly [name: string, text: string])[] };

export interface Section {
  readonly title: string;
  readonly body: readonly Block[];
}

/** One of the five pages. In texts, `[words](/address)` is a link. */
export interface LegalPage {
  readonly title: string;
  /** For search engines, one sentence. */
  readonly description: string;
  readonly updated: string;
  readonly opening: readonly Block[];
  readonly sections: readonly Section[];
}
