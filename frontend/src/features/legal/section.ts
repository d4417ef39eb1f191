/** A piece of a section: a paragraph, a list of points, or rows of names and descriptions. */
export type Block = string | { readonly points: readonly string[] } | { readonly rows: readonly (readonly [name: string, text: string])[] };

export interface Section {
  readonly title: string;
  readonly body: readonly Block[];
}

/** One of the five pages. In texts, `[words](/address)` is a link. */
export interface LegalPage {
  readonly title: string;
  /** One sentence for search engines. */
  readonly description: string;
  readonly updated: string;
  readonly opening: readonly Block[];
  readonly sections: readonly Section[];
}
