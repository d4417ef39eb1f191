import path from 'node:path';

/** A shorter file that only one file imports belongs in that file. */
const SHORT = 60;
/** Unless both together would have more lines than this. */
const MOST_LINES = 300;

const NO_PRODUCTION = /[.](test|factory)[.]tsx?$|\/testing\/|[.]d[.]ts$/;
/**
 * Entry points: files that other folders, or a list of all of them, import by name. Scripts in JavaScript run before anything is installed.
 */
const ENTRY =
  /[.](contract|model|jobs|routes|processors|kind|task|client|bench|config)[.]ts$|[.][mc]js$|^frontend\/src\/(app\/routes|features\/legal)\//;
/** Programs and lists of all features are in these folders, and import each feature by its known names. */
const ROOM = /^(contract|queues|domain|api|workers|frontend\/src)$/;
/** Files that are found by their name, or that share names with their importer. */
const ACCEPTED = new Set([
  'domain/generation/answers/discard-answer.command.ts',
  'domain/studio/creator-course-columns.ts',
  'domain/vendors/speech/offline/hear-offline.command.ts',
  'domain/vendors/speech/offline/speak-offline.command.ts',
  'frontend/src/app/router.tsx',
  'frontend/src/documents/redirect-to-app.ts',
  'frontend/src/features/generation/builder/first-topics.ts',
  'frontend/src/features/generation/builder/form-section.tsx',
  'frontend/src/features/places/map/google-maps.ts',
  'frontend/src/worker/push.ts',
  'ops/scripts/contract-options.ts',
  'ops/scripts/draw-icons.ts',
  'ops/scripts/grant-options.ts',
  'ops/scripts/out-of-order.ts',
  'ops/scripts/output-file.ts',
  'ops/scripts/run-progress.ts',
  'ops/scripts/trace-summary.ts',
]);

/**
 * @typedef {object} Module
 * @property {string} source
 * @property {{ resolved: string, dynamic: boolean }[]} dependencies
 */

/**
 * Returns the short files that only a file of the same folder, or of one above it, imports, each with what to do.
 * @param {Module[]} modules all files of the checkout
 * @param {(file: string) => number} linesOf
 * @returns {string[]}
 */
export function findShreds(modules, linesOf) {
  const own = modules.filter(({ source }) => !NO_PRODUCTION.test(source));
  const imports = own.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved, dynamic }) => ({ from: source, to: resolved, dynamic })),
  );
  const importers = Map.groupBy(imports, ({ to }) => to);
  return own.flatMap(({ source }) => {
    const found = importers.get(source) ?? [];
    const [by] = new Set(found.map(({ from }) => from));
    if (
      !by ||
      !/[.]tsx?$/.test(source) ||
      ENTRY.test(source) ||
      ACCEPTED.has(source) ||
      found.some(({ from, dynamic }) => dynamic || from !== by)
    )
      return [];
    if (ROOM.test(path.posix.dirname(by))) return [];
    if (path.posix.extname(source) === '.tsx' && path.posix.extname(by) === '.ts') return [];
    if (!`${path.posix.dirname(source)}/`.startsWith(`${path.posix.dirname(by)}/`)) return [];
    const lines = linesOf(source);
    if (lines >= SHORT || lines + linesOf(by) > MOST_LINES) return [];
    return [`${source} has ${lines} lines and only ${by} imports it: move its contents there.`];
  });
}
