const FOLDER = /^domain\/([^/]+)\//;
const NO_PRODUCTION = /[.](test|factory)[.]ts$|\/testing\//;

/**
 * @typedef {object} Module
 * @property {string} source
 * @property {{ resolved: string, dependencyTypes: readonly string[] }[]} dependencies
 */

/**
 * @typedef {object} Arrow from one folder of domain/ to another
 * @property {string} from
 * @property {string} to
 * @property {string[]} values the imports of values, `file → file`
 * @property {string[]} types the imports of types
 */

/**
 * @typedef {object} Folders
 * @property {[string, string][]} pairs folders that import each other by value
 * @property {Arrow[]} byType type-only arrows between folders whose target also imports their source
 * @property {Arrow[]} rings all value arrows that are part of a ring, those with the fewest imports first
 */

/**
 * Reads which folders of `domain/` import each other. Files beside them, such as the registries, may know all; tests too.
 * @param {readonly Module[]} modules
 * @returns {Folders}
 */
export function readFolders(modules) {
  /** @type {Map<string, Arrow>} */
  const arrows = new Map();
  for (const { source, dependencies } of modules) {
    const from = NO_PRODUCTION.test(source) ? undefined : FOLDER.exec(source)?.[1];
    for (const { resolved, dependencyTypes } of dependencies) {
      const to = NO_PRODUCTION.test(resolved) ? undefined : FOLDER.exec(resolved)?.[1];
      if (!from || !to || from === to) continue;
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, values: [], types: [] };
      arrows.set(`${from} ${to}`, arrow);
      (dependencyTypes.includes('type-only') ? arrow.types : arrow.values).push(`${source} → ${resolved}`);
    }
  }
  const mutual = [...arrows.values()].filter(({ from, to }) => from < to && arrows.has(`${to} ${from}`));
  const isByValue = (/** @type {Arrow} */ { from, to, values }) => values.length > 0 && arrows.get(`${to} ${from}`)?.values.length !== 0;
  const namesOf = (/** @type {Arrow[]} */ some) => some.map(({ from, to }) => /** @type {[string, string]} */ ([from, to]));
  return {
    pairs: namesOf(mutual.filter(isByValue)),
    byType: [...arrows.values()].filter(({ from, to, values }) => values.length === 0 && arrows.has(`${to} ${from}`)),
    rings: ringsOf([...arrows.values()].filter(({ values }) => values.length > 0)),
  };
}

/** @param {Arrow[]} arrows @returns {Arrow[]} those in rings: arrows without a successor or predecessor are removed until none is left */
function ringsOf(arrows) {
  const [starts, ends] = [new Set(arrows.map(({ from }) => from)), new Set(arrows.map(({ to }) => to))];
  const left = arrows.filter(({ from, to }) => starts.has(to) && ends.has(from));
  if (left.length < arrows.length) return ringsOf(left);
  return left.toSorted((one, other) => one.values.length - other.values.length);
}
