import { createTheme, type PaletteOptions } from '@mui/material/styles';
import { baseline } from '#frontend/theme/components/baseline.ts';
import { data } from '#frontend/theme/components/data.ts';
import { feedback } from '#frontend/theme/components/feedback.ts';
import { inputs } from '#frontend/theme/components/inputs.ts';
import { navigation } from '#frontend/theme/components/navigation.ts';
import { surfaces } from '#frontend/theme/components/surfaces.ts';
import { FONTS, RADIUS, SCHEMES, TYPE_SCALE, type SchemeTokens } from '#frontend/theme/tokens.ts';

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
    /** Petrol as a surface: what is current, chosen or good to know. */
    tint: string;
    /** Rust as a surface: what is new or asks for attention. */
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
    /** The one shadow; none in the dark and the contrast scheme. */
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
    // MUI's default, 54% black, fails 4.5:1 on tinted grounds.
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

/** Lining and tabular, in Literata, whose zero has no slash. */
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
