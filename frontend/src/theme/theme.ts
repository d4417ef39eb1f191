import { createTheme, type PaletteOptions, type Components, type CssVarsTheme, type Theme } from '@mui/material/styles';
import { data } from '#frontend/theme/components/data.ts';
import { inputs } from '#frontend/theme/components/inputs.ts';
import { surfaces } from '#frontend/theme/components/surfaces.ts';
import { DENSE } from '#frontend/theme/density.ts';
import { FONTS, RADIUS, SCHEMES, TYPE_SCALE, type SchemeTokens } from '#frontend/theme/tokens.ts';

/** Tabs, steps, breadcrumbs and pagination. */
const navigation: Components<WithVars> = {
  MuiTabs: {
    defaultProps: { variant: 'scrollable', scrollButtons: false },
    styleOverrides: {
      root: ({ theme }) => ({ minHeight: 44, borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}` }),
      list: { gap: 24 },
      indicator: { height: 3, borderStartStartRadius: 3, borderStartEndRadius: 3 },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minWidth: 0,
        minHeight: 44,
        padding: '8px 2px',
        fontSize: TYPE_SCALE.body,
        fontWeight: 500,
        textTransform: 'none',
        color: theme.vars.palette.text.secondary,
        '&:hover': { color: theme.vars.palette.text.primary },
        '&.Mui-selected': { color: theme.vars.palette.text.primary, fontWeight: 700 },
        '&.Mui-focusVisible': { outlineOffset: -3 },
        [DENSE]: { minHeight: 36 },
      }),
    },
  },
  MuiBreadcrumbs: {
    styleOverrides: { root: { fontSize: TYPE_SCALE.body }, separator: ({ theme }) => ({ color: theme.vars.palette.text.secondary }) },
  },
  MuiLink: { defaultProps: { underline: 'always' }, styleOverrides: { root: { textUnderlineOffset: '0.2em' } } },
  MuiPagination: { defaultProps: { shape: 'rounded', variant: 'outlined' } },
  MuiPaginationItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: RADIUS.control,
        borderColor: theme.vars.palette.line.hairline,
        fontSize: TYPE_SCALE.body,
        '&.Mui-selected, &.Mui-selected:hover': {
          fontWeight: 700,
          color: theme.vars.palette.primary.main,
          borderColor: theme.vars.palette.primary.main,
          backgroundColor: theme.vars.palette.background.tint,
        },
      }),
    },
  },
  MuiStepper: { styleOverrides: { root: { flexWrap: 'wrap', rowGap: 8 } } },
  MuiStepLabel: { styleOverrides: { label: { fontSize: TYPE_SCALE.body, '&.Mui-active': { fontWeight: 700 } } } },
  MuiStepIcon: {
    styleOverrides: {
      root: ({ theme }) => ({ color: theme.vars.palette.text.secondary }),
      text: ({ theme }) => ({ fontWeight: 700, fill: theme.vars.palette.background.paper }),
    },
  },
  MuiStepConnector: { styleOverrides: { line: ({ theme }) => ({ borderColor: theme.vars.palette.line.control }) } },
  MuiBottomNavigation: { styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars.palette.background.paper }) } },
};

type WithVars = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

const KINDS = ['success', 'info', 'warning', 'error'] as const;

/** Progress, placeholders and messages. */
const feedback: Components<WithVars> = {
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 6,
        borderRadius: 3,
        // darker than a placeholder, so that an empty meter is recognisable
        backgroundColor: `color-mix(in srgb, ${theme.vars.palette.line.control} 30%, ${theme.vars.palette.background.track})`,
        // white on white in this scheme: without an outline an empty track would be invisible
        '[data-scheme="contrast"] &': { outline: `1px solid ${theme.vars.palette.line.control}` },
      }),
      bar: { borderRadius: 3 },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.track,
        '[data-scheme="contrast"] &': { outline: `1px dashed ${theme.vars.palette.line.waiting}` },
      }),
      rounded: { borderRadius: RADIUS.control },
    },
  },
  MuiAlert: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: RADIUS.control,
        fontSize: TYPE_SCALE.body,
        color: theme.vars.palette.text.primary,
        backgroundColor: theme.vars.palette.background.paper,
        borderColor: theme.vars.palette.line.hairline,
        // the margin line shows the kind; icon and words say it
        borderInlineStartWidth: 4,
        // a long action wraps below the text instead of squeezing it into a column
        flexWrap: 'wrap',
        variants: KINDS.map((severity) => ({ props: { severity }, style: { borderInlineStartColor: theme.vars.palette[severity].main } })),
      }),
      message: { flex: '1 1 8rem', minWidth: 0 },
    },
  },
  MuiAlertTitle: { styleOverrides: { root: { fontSize: TYPE_SCALE.body, fontWeight: 650 } } },
  MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(12, 15, 18, 0.5)' } } } },
};

/** Text and native elements of the page: type, focus, and user preferences. */
const baseline: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  // subtitles are bold text; a heading sets its own level
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } } },
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      // The background colour of the first paint is set on html (index.html); the scheme replaces it.
      html: { scrollPaddingBlock: '72px', textSizeAdjust: '100%', backgroundColor: theme.vars.palette.background.default },
      // Keeps focused elements clear of the bottom bars on a phone.
      'html:has([data-run-chip])': { scrollPaddingBlock: '72px 124px' },
      // Literata's own figures hang below the line and differ in width
      body: { fontVariantNumeric: 'lining-nums tabular-nums', overflowWrap: 'break-word' },
      // A user's text begins at the page's side, whatever its language, so that a title stays beside its picture. In a field it begins at
      // its own side.
      ':where([dir="auto"]:not(input, textarea))': { textAlign: ['-webkit-match-parent', 'match-parent'] },
      // Native controls have the same focus ring.
      ':where(a, button, input, select, textarea, summary, [tabindex]):focus-visible': {
        outline: `3px solid ${theme.vars.palette.focus.main}`,
        outlineOffset: 2,
      },
      // browsers fill the screen with black, which only suits a film
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
      // highlights words in a longer text
      mark: {
        color: 'inherit',
        fontWeight: 600,
        backgroundColor: theme.vars.palette.background.tint,
        borderBlockEnd: `2px solid ${theme.vars.palette.primary.main}`,
        '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
      },
      // links in running text; links that look like rows or buttons have their own style
      a: { color: theme.vars.palette.primary.main, textUnderlineOffset: '0.2em' },
    }),
  },
};

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface ColorSchemeOverrides {
    contrast: true;
  }
  interface TypeBackground {
    /** Recessed background: code, quotations. */
    sunken: string;
    /** The track of a meter, a placeholder, an avatar, a grey chip. */
    track: string;
    /** Petrol as a surface: current, selected or informative content. */
    tint: string;
    /** Rust as a surface: new content, or content that needs attention. */
    warm: string;
  }
  interface LinePalette {
    control: string;
    hairline: string;
    waiting: string;
  }
  interface Palette {
    line: LinePalette;
    focus: { main: string };
    /** The only shadow; none in the dark and the contrast scheme. */
    shadow: { soft: string };
  }
  interface PaletteOptions {
    line?: LinePalette;
    focus?: { main: string };
    shadow?: { soft: string };
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
    background: {
      default: tokens.bg,
      paper: tokens.surface,
      sunken: tokens.sunken,
      track: tokens.track,
      tint: tokens.tint,
      warm: tokens.warm,
    },
    text: { primary: tokens.text, secondary: tokens.muted },
    divider: tokens.hairline,
    // MUI's default, 54% black, has less than 4.5:1 on tinted backgrounds.
    action: { active: tokens.muted },
    line: { control: tokens.control, hairline: tokens.hairline, waiting: tokens.waiting },
    focus: { main: tokens.focus },
    shadow: { soft: tokens.shadow },
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

/** Lining and tabular figures in Literata, whose zero has no slash. */
const FIGURES = { fontFamily: FONTS.reading, fontWeight: 620, letterSpacing: 0, fontVariantNumeric: 'lining-nums tabular-nums' } as const;

/** The illustrated notebook. Colours are CSS variables (`theme.vars.palette.…`), so a change of scheme repaints without rendering. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-scheme' },
  colorSchemes: {
    light: { palette: paletteOf(SCHEMES.light, 'light') },
    dark: { palette: paletteOf(SCHEMES.dark, 'dark') },
    contrast: { palette: contrastPalette },
  },
  motion: { reducedMotion: 'system' },
  focusVisible: { outlineWidth: 3, outlineOffset: 2, outlineColor: 'var(--mui-palette-focus-main)' },
  shape: { borderRadius: RADIUS.control },
  spacing: 8,
  breakpoints: { values: { xs: 0, sm: 480, md: 768, lg: 1100, xl: 1500 } },
  transitions: {
    duration: { shortest: 120, shorter: 120, short: 120, standard: 200, complex: 200, enteringScreen: 200, leavingScreen: 120 },
  },
  typography: {
    fontFamily: FONTS.ui,
    h1: {
      fontFamily: FONTS.reading,
      fontSize: `clamp(1.625rem, 1.2rem + 1.8vw, ${TYPE_SCALE.display})`,
      lineHeight: 1.15,
      fontWeight: 620,
      letterSpacing: '-0.01em',
    },
    h2: { fontFamily: FONTS.reading, fontSize: TYPE_SCALE.title, lineHeight: 1.25, fontWeight: 620, letterSpacing: 0 },
    h3: { fontFamily: FONTS.reading, fontSize: TYPE_SCALE.lead, lineHeight: 1.3, fontWeight: 620, letterSpacing: 0 },
    h4: { fontSize: TYPE_SCALE.body, lineHeight: 1.4, fontWeight: 650, letterSpacing: 0 },
    // figures: money, points, counts
    h5: { ...FIGURES, fontSize: TYPE_SCALE.page, lineHeight: 1.2 },
    h6: { ...FIGURES, fontSize: TYPE_SCALE.lead, lineHeight: 1.3 },
    subtitle1: { fontSize: TYPE_SCALE.lead, lineHeight: 1.5, fontWeight: 600, letterSpacing: 0 },
    subtitle2: { fontSize: TYPE_SCALE.body, lineHeight: 1.5, fontWeight: 650, letterSpacing: 0 },
    body1: { fontSize: TYPE_SCALE.lead, lineHeight: 1.5, letterSpacing: 0 },
    body2: { fontSize: TYPE_SCALE.body, lineHeight: 1.5, letterSpacing: 0 },
    caption: { fontSize: TYPE_SCALE.small, lineHeight: 1.45, letterSpacing: 0 },
    overline: { fontSize: TYPE_SCALE.small, lineHeight: 1.45, fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
    button: { fontSize: TYPE_SCALE.body, lineHeight: 1.4, fontWeight: 650, textTransform: 'none', letterSpacing: 0 },
  },
  components: { ...baseline, ...inputs, ...surfaces, ...navigation, ...data, ...feedback },
});
