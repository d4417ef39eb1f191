import { createTheme, shouldSkipGeneratingVar, type PaletteOptions } from '@mui/material/styles';
import { FONTS, SCHEMES, TYPE_SCALE, type SchemeTokens } from '#frontend/theme/tokens.ts';

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface ColorSchemeOverrides {
    contrast: true;
  }
  interface TypeBackground {
    /** Recessed background: code, quotations, the track of a meter. */
    sunken: string;
  }
  interface LinePalette {
    control: string;
    hairline: string;
    waiting: string;
  }
  interface Palette {
    line: LinePalette;
    focus: { main: string };
  }
  interface PaletteOptions {
    line?: LinePalette;
    focus?: { main: string };
  }
}

/** Uses one colour for every shade, so that MUI computes no tints. */
const flat = (main: string, contrastText: string) => ({ main, light: main, dark: main, contrastText });

function paletteOf(tokens: SchemeTokens, mode: 'light' | 'dark'): PaletteOptions {
  return {
    mode,
    primary: { ...flat(tokens.primary, tokens.onPrimary), dark: tokens.primaryHover },
    secondary: flat(tokens.accent, tokens.onAccent),
    success: flat(tokens.ok, tokens.surface),
    warning: flat(tokens.warn, tokens.surface),
    error: flat(tokens.error, tokens.surface),
    info: flat(tokens.info, tokens.surface),
    background: { default: tokens.bg, paper: tokens.surface, sunken: tokens.sunken },
    text: { primary: tokens.text, secondary: tokens.muted },
    divider: tokens.hairline,
    // MUI's default, 54% black, fails 4.5:1 on tinted grounds.
    action: { active: tokens.muted },
    line: { control: tokens.control, hairline: tokens.hairline, waiting: tokens.waiting },
    focus: { main: tokens.focus },
  };
}

// A scheme besides light and dark must define every key of a resolved palette; MUI completes only its own two.
const contrastPalette = createTheme({
  cssVariables: false,
  palette: {
    ...paletteOf(SCHEMES.contrast, 'light'),
    // disabled controls stay readable in this scheme
    action: { active: SCHEMES.contrast.muted, disabled: '#595959', disabledBackground: '#E6E6E6' },
  },
}).palette;

/**
 * Parts of the library that are used nowhere here: variables for them would double what every page reads before its first paint. The data
 * grid draws chips, meters, skeletons, switches, cells and tooltips, and reads their variables.
 */
const OF_UNUSED_PARTS = /^(Alert|AppBar|Avatar|FilledInput|Input|Slider|SnackbarContent|SpeedDialAction|StepConnector|StepContent)$/;

/** The working notebook. Colours are CSS variables (`theme.vars.palette.…`), so a change of scheme repaints without rendering. */
export const theme = createTheme({
  cssVariables: {
    colorSchemeSelector: 'data-scheme',
    shouldSkipGeneratingVar: (keys: string[]) =>
      shouldSkipGeneratingVar(keys) || (keys[0] === 'palette' && OF_UNUSED_PARTS.test(keys[1] ?? '')),
  },
  colorSchemes: {
    light: { palette: paletteOf(SCHEMES.light, 'light') },
    dark: { palette: paletteOf(SCHEMES.dark, 'dark') },
    contrast: { palette: contrastPalette },
  },
  motion: { reducedMotion: 'system' },
  focusVisible: { outlineWidth: 3, outlineOffset: 2, outlineColor: 'var(--mui-palette-focus-main)' },
  shape: { borderRadius: 4 },
  spacing: 8,
  breakpoints: { values: { xs: 0, sm: 480, md: 768, lg: 1100, xl: 1500 } },
  transitions: {
    duration: { shortest: 120, shorter: 120, short: 120, standard: 200, complex: 200, enteringScreen: 200, leavingScreen: 120 },
  },
  typography: {
    fontFamily: FONTS.ui,
    h1: { fontFamily: FONTS.reading, fontSize: TYPE_SCALE.page, lineHeight: 1.2, fontWeight: 560, letterSpacing: '-0.01em' },
    h2: { fontFamily: FONTS.reading, fontSize: TYPE_SCALE.title, lineHeight: 1.3, fontWeight: 560, letterSpacing: 0 },
    h3: { fontSize: TYPE_SCALE.lead, lineHeight: 1.4, fontWeight: 650, letterSpacing: 0 },
    h4: { fontSize: TYPE_SCALE.body, lineHeight: 1.4, fontWeight: 650, letterSpacing: 0 },
    body1: { fontSize: TYPE_SCALE.lead, lineHeight: 1.5, letterSpacing: 0 },
    body2: { fontSize: TYPE_SCALE.body, lineHeight: 1.5, letterSpacing: 0 },
    caption: { fontSize: TYPE_SCALE.small, lineHeight: 1.45, letterSpacing: 0 },
    button: { fontSize: TYPE_SCALE.body, lineHeight: 1.4, fontWeight: 620, textTransform: 'none', letterSpacing: 0 },
  },
  components: {
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
        'h1:focus, main:focus': { outline: 'none' },
        // Set by the user (lib/preferences/accessibility-preferences.ts).
        'html[data-large-text]': { fontSize: '125%' },
        'html[data-reduced-motion] *, html[data-reduced-motion] *::before, html[data-reduced-motion] *::after': {
          animation: 'none !important',
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
        code: { fontFamily: FONTS.mono },
        // links in running text; link-like rows and buttons set their own style
        a: { color: theme.vars.palette.primary.main, textUnderlineOffset: '0.2em' },
      }),
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: 40,
          paddingInline: 16,
          transition: 'background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out',
          '@media (pointer: coarse)': { minHeight: 44 },
          variants: [
            {
              props: { variant: 'outlined', color: 'inherit' },
              style: { borderColor: theme.vars.palette.text.primary },
            },
            { props: { variant: 'text' }, style: { paddingInline: 8 } },
          ],
        }),
      },
    },
    MuiDialog: {
      defaultProps: { slotProps: { paper: { elevation: 0, variant: 'outlined' } } },
      styleOverrides: {
        paper: ({ theme }) => ({
          [theme.breakpoints.down('md')]: { margin: 12, width: 'calc(100% - 24px)', maxWidth: 'calc(100% - 24px)' },
        }),
      },
    },
    MuiDialogTitle: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h2, paddingBlock: '20px 8px' }) } },
    // in every dialog the action comes first, then the ways to close
    MuiDialogActions: {
      defaultProps: { disableSpacing: true },
      styleOverrides: { root: { justifyContent: 'flex-start', flexWrap: 'wrap', gap: 12, padding: '16px 24px' } },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  },
});
