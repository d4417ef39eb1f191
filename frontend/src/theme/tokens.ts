/**
 * The colours of the working notebook, three complete schemes. Contrast of every pair is a unit test: text 4.5:1 (7:1 in the
 * contrast scheme), lines that carry meaning 3:1.
 */
export interface SchemeTokens {
  /** Background: base, raised, and recessed. */
  readonly bg: string;
  readonly surface: string;
  readonly sunken: string;
  readonly text: string;
  readonly muted: string;
  /** Outline of a control: carries meaning, 3:1. */
  readonly control: string;
  /** Decorative rule between rows. */
  readonly hairline: string;
  /** The margin rule of a waiting item. */
  readonly waiting: string;
  /** Petrol: actions, and completed items. */
  readonly primary: string;
  readonly onPrimary: string;
  readonly primaryHover: string;
  /** Rust: items being written, and the previous period. */
  readonly accent: string;
  readonly onAccent: string;
  readonly ok: string;
  readonly warn: string;
  readonly error: string;
  readonly info: string;
  readonly focus: string;
}

export const SCHEMES = {
  light: {
    bg: '#F6F4EE',
    surface: '#FFFFFF',
    sunken: '#ECE8DE',
    text: '#16191D',
    muted: '#545A61',
    control: '#857F70',
    hairline: '#D8D3C6',
    waiting: '#857F70',
    primary: '#0B5C63',
    onPrimary: '#FFFFFF',
    primaryHover: '#08474D',
    accent: '#A8420F',
    onAccent: '#FFFFFF',
    ok: '#1F6B3A',
    warn: '#8A5A00',
    error: '#B3261E',
    info: '#2B55A6',
    focus: '#0B5C63',
  },
  dark: {
    bg: '#12161A',
    surface: '#1A2026',
    sunken: '#0C0F12',
    text: '#ECEAE3',
    muted: '#A9B0B6',
    control: '#6F7880',
    hairline: '#323A41',
    waiting: '#6F7880',
    primary: '#6FC7C4',
    onPrimary: '#06282B',
    primaryHover: '#8FD6D3',
    accent: '#F2A06B',
    onAccent: '#2B1204',
    ok: '#7CCB93',
    warn: '#E6B450',
    error: '#FF9A8F',
    info: '#9DBDFF',
    focus: '#F2C14E',
  },
  contrast: {
    bg: '#FFFFFF',
    surface: '#FFFFFF',
    sunken: '#FFFFFF',
    text: '#000000',
    muted: '#1F1F1F',
    control: '#000000',
    hairline: '#000000',
    waiting: '#6B6B6B',
    primary: '#00363B',
    onPrimary: '#FFFFFF',
    primaryHover: '#000000',
    accent: '#6B2300',
    onAccent: '#FFFFFF',
    ok: '#003D17',
    warn: '#4A2F00',
    error: '#7A0A04',
    info: '#0B2A6B',
    focus: '#000000',
  },
} as const satisfies Record<string, SchemeTokens>;

export type SchemeName = keyof typeof SCHEMES;

/** Root em sizes: 13, 15, 17, 21 and 30 px at the browser's default. */
export const TYPE_SCALE = { small: '0.8125rem', body: '0.9375rem', lead: '1.0625rem', title: '1.3125rem', page: '1.875rem' } as const;

export const FONTS = {
  // Vazirmatn has the Arabic script the others lack; the browser loads it only for pages that show it
  ui: '"Atkinson Hyperlegible Next Variable", "Vazirmatn Variable", system-ui, sans-serif',
  reading: '"Literata Variable", "Vazirmatn Variable", Georgia, serif',
  mono: '"Atkinson Hyperlegible Mono Variable", ui-monospace, monospace, "Vazirmatn Variable"',
} as const;

/** Lengths of the frame, in px. */
export const RAIL_PX = 96;
export const BOTTOM_BAR_PX = 64;
export const CHIP_PX = 44;
/** Height of the bar and the chip at the bottom of a phone: it grows with larger type; at double size the chip has two lines. */
export const BOTTOM_BAR_HEIGHT = `max(${BOTTOM_BAR_PX}px, 2.5rem + 13px)`;
export const CHIP_HEIGHT = `max(${CHIP_PX}px, 5.5rem - ${CHIP_PX}px)`;
/** Maximum width of a screen of rows. */
export const PAGE_PX = 920;
/** The measure for running text. */
export const READING_MEASURE = '66ch';
