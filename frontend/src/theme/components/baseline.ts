import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { FONTS } from '#frontend/theme/tokens.ts';

/** Words and native elements of the page: type, focus, and what a user has set. */
export const baseline: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  // words in bold: what is a heading says so by its level
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } } },
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      // The background colour of the first paint is set on html (index.html); the scheme replaces it.
      html: { scrollPaddingBlock: '72px', textSizeAdjust: '100%', backgroundColor: theme.vars.palette.background.default },
      // Keeps focused elements clear of the bottom bars on a phone.
      'html:has([data-run-chip])': { scrollPaddingBlock: '72px 124px' },
      body: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'break-word' },
      // Native controls have the same focus ring.
      ':where(a, button, input, select, textarea, summary, [tabindex]):focus-visible': {
        outline: `3px solid ${theme.vars.palette.focus.main}`,
        outlineOffset: 2,
      },
      // the browser's own ground of what fills the screen is black, which only a film wants
      ':fullscreen:not(video)': { backgroundColor: theme.vars.palette.background.default },
      'h1:focus, main:focus': { outline: 'none' },
      // Set by the user (lib/preferences/accessibility-preferences.ts).
      'html[data-large-text]': { fontSize: '125%' },
      'html[data-reduced-motion] *, html[data-reduced-motion] *::before, html[data-reduced-motion] *::after': {
        animation: 'none !important',
        transition: 'none !important',
        scrollBehavior: 'auto !important',
      },
      code: { fontFamily: FONTS.mono },
      // what is meant in a longer text
      mark: {
        color: 'inherit',
        fontWeight: 600,
        backgroundColor: theme.vars.palette.background.tint,
        borderBlockEnd: `2px solid ${theme.vars.palette.primary.main}`,
        '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
      },
      // links in running text; link-like rows and buttons set their own style
      a: { color: theme.vars.palette.primary.main, textUnderlineOffset: '0.2em' },
    }),
  },
};
