/**
 * Words that the rules search for in folded text (`foldWords`), by language. Patterns match whole words. `hard` is abuse in any context;
 * the others depend on the sentence: `rough` words, `contact` outside or private data, `offers` of money and goods.
 */
export interface Words {
  readonly hard: readonly string[];
  readonly rough: readonly string[];
  readonly contact: readonly string[];
  readonly offers: readonly string[];
}
