import type { CSSObject, Theme } from '@mui/material/styles';
import { BOTTOM_BAR_HEIGHT, CHIP_HEIGHT } from '#frontend/theme/tokens.ts';

const ON_CHIP = 'body:has([data-run-chip]) &';

/** Keeps the end of a form or a panel in view: above a phone's bar and its run chip; from 768 px on, at the bottom of the window. */
export const stickyFoot = (theme: Theme): CSSObject => ({
  position: 'sticky',
  zIndex: 1,
  insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + env(safe-area-inset-bottom))`,
  [ON_CHIP]: { insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + ${CHIP_HEIGHT} + env(safe-area-inset-bottom))` },
  backgroundColor: theme.vars.palette.background.default,
  [theme.breakpoints.up('md')]: { [`&, ${ON_CHIP}`]: { insetBlockEnd: 0 } },
});
