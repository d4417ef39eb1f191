import type { Plugin } from 'vite';

/** Parts of libraries that are disabled or never called here, but would add to the first load. Each is replaced by the code beside it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  // `disableRipple` is the default of ButtonBase (theme.ts).
  '@mui/material/ButtonBase/TouchRipple.mjs': 'export default function LeftOut() { return null; }',
  // The spinner of `<Button loading>`: buttons here show their state in words.
  '@mui/material/CircularProgress/CircularProgress.mjs': 'export default function LeftOut() { return null; }',
  // Emotion's `withTheme`, which is never called here, is its only user.
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js': 'export default (target) => target;',
  // The names of all HTML and SVG attributes, by which a styled native element filters its props. Here such an element gets only attributes and
  // the listed style props (excluded-modules.test.ts).
  '@emotion/is-prop-valid/dist/emotion-is-prop-valid.esm.js': `
    const STYLING = new Set(['as', 'sx', 'theme', 'ownerState']);
    export default function isAttribute(name) { return !STYLING.has(name); }`,
  // With what writes trees back as Markdown, which nothing here does.
  'mdast-util-gfm/lib/index.js': `
    import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
    import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
    import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
    import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
    import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
    export const gfmFromMarkdown = () => [
      gfmAutolinkLiteralFromMarkdown(), gfmFootnoteFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmTableFromMarkdown(),
      gfmTaskListItemFromMarkdown(),
    ];
    export const gfmToMarkdown = () => ({});`,
  // Every browser that this build is for has its own.
  '@ungap/structured-clone/esm/index.js': 'export default (value) => structuredClone(value);',
  // React has included it since 18; the shim for older versions never runs.
  'use-sync-external-store/cjs/use-sync-external-store-shim.production.js':
    "exports.useSyncExternalStore = require('react').useSyncExternalStore;",
  // An inline script for server-rendered pages; the Content-Security-Policy allows none. The names stay, because other modules import them.
  '@mui/system/InitColorSchemeScript/InitColorSchemeScript.mjs': `
    export const DEFAULT_MODE_STORAGE_KEY = 'mode', DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme', DEFAULT_ATTRIBUTE = 'data-color-scheme';
    export const buildInitColorSchemeScript = () => '';
    export default function LeftOut() { return null; }`,
};

/** Replaces the parts above, and fails the build when one of them was moved, so that the list cannot become stale unnoticed. */
export function excludeUnusedModules(): Plugin {
  const left = new Set<string>();
  return {
    name: 'exclude-unused-modules',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const part = Object.keys(LEFT_OUT).find((path) => id.endsWith(`/node_modules/${path}`));
      const code = part && LEFT_OUT[part];
      if (!part || !code) return null;
      left.add(part);
      return { code, moduleType: 'js' };
    },
    buildEnd(error) {
      if (error) return;
      const gone = Object.keys(LEFT_OUT).filter((part) => !left.has(part));
      if (gone.length > 0) this.error(`Not part of the build any more: ${gone.join(', ')}. Correct the list in excluded-modules.ts`);
    },
  };
}
