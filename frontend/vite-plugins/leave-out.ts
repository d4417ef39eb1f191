import type { Plugin } from 'vite';

/**
 * Parts of MUI that the theme switches off for the whole product, but that every button would still carry into the first load.
 * Each is replaced by a component that shows nothing.
 */
const SWITCHED_OFF = [
  // `disableRipple` is the default of ButtonBase (theme.ts).
  'ButtonBase/TouchRipple.mjs',
  // The spinner of `<Button loading>`: a button here says what it does in words.
  'CircularProgress/CircularProgress.mjs',
];

/** Replaces the parts above, and fails the build when one of them has moved, so that the list cannot go stale unseen. */
export function leaveOutSwitchedOffParts(): Plugin {
  const left = new Set<string>();
  const partOf = (id: string) => SWITCHED_OFF.find((part) => id.endsWith(`/@mui/material/${part}`));
  return {
    name: 'leave-out-switched-off-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const part = partOf(id);
      if (!part) return null;
      left.add(part);
      return { code: 'export default function LeftOut() { return null; }', moduleType: 'js' };
    },
    buildEnd(error) {
      if (error) return;
      const gone = SWITCHED_OFF.filter((part) => !left.has(part));
      if (gone.length > 0) this.error(`@mui/material no longer has ${gone.join(', ')}: correct the list in leave-out.ts`);
    },
  };
}
