/**
 * The colours of the working notebook, three complete schemes. A unit test checks the contrast of every pair: text 4.5:1 (7:1 in the
 * contrast scheme), lines that carry meaning 3:1.
 */
export interface SchemeTokens {
  /** Background: base, raised, and recessed. */
  readonly bg: string;
  readonly surface: string;
  readonly sunken: string;
  /**
   * Neutral field on any background: the track of a meter, a placeholder, an avatar. In the dark it is lighter than its background, because
   * a darker field would look like a hole.
   */
  readonly track: string;
  /** Petrol and rust as surfaces: current or informative content, and new content or content that needs attention. */
  readonly tint: string;
  readonly warm: string;
  readonly text: string;
  readonly muted: string;
  /** Outline of a control, which carries meaning: 3:1. */
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
  /** The only shadow; the dark and the contrast scheme use outlines instead. */
  readonly shadow: string;
}

export const SCHEMES = {
  light: {
    bg: '#F6F4EE',
    surface: '#FFFFFF',
    sunken: '#ECE8DE',
    track: '#ECE8DE',
    tint: '#E3EFEE',
    warm: '#F7E9DD',
    text: '#16191D',
    muted: '#545A61',
    control: '#857F70',
    hairline: '#E2DDD0',
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
    shadow: '0 1px 2px rgba(22,25,29,.06), 0 6px 20px rgba(22,25,29,.06)',
  },
  dark: {
    bg: '#12161A',
    surface: '#1A2026',
    sunken: '#0C0F12',
    track: '#2F3840',
    tint: '#17302F',
    warm: '#33241A',
    text: '#ECEAE3',
    muted: '#A9B0B6',
    control: '#6F7880',
    hairline: '#2A3239',
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
    shadow: 'none',
  },
  contrast: {
    bg: '#FFFFFF',
    surface: '#FFFFFF',
    sunken: '#FFFFFF',
    track: '#FFFFFF',
    tint: '#FFFFFF',
    warm: '#FFFFFF',
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
    shadow: 'none',
  },
} as const satisfies Record<string, SchemeTokens>;

export type SchemeName = keyof typeof SCHEMES;

/** Root em sizes: 13, 15, 17, 21, 30 and 36 px at the browser's default. */
export const TYPE_SCALE = {
  small: '0.8125rem',
  body: '0.9375rem',
  lead: '1.0625rem',
  title: '1.3125rem',
  page: '1.875rem',
  display: '2.25rem',
} as const;

/** Height of buttons and fields, in px, so that a button, a field and a search align when they are side by side. */
export const CONTROL_PX = 42;

/** Corner radii in px: cards and dialogs, controls, elements inside a control. Chips are round. */
export const RADIUS = { card: 16, control: 10, inner: 6, full: 999 } as const;

export const FONTS = {
  // Vazirmatn provides the Arabic script, which the other fonts lack; browsers load it only for pages that use it
  ui: '"Open Zero", "Atkinson Hyperlegible Next Variable", "Vazirmatn Variable", system-ui, sans-serif',
  reading: '"Literata Variable", "Vazirmatn Variable", Georgia, serif',
  mono: '"Atkinson Hyperlegible Mono Variable", ui-monospace, monospace, "Vazirmatn Variable"',
} as const;

/** Lengths of the frame, in px. */
export const RAIL_PX = 96;
export const BOTTOM_BAR_PX = 64;
export const CHIP_PX = 44;
/** Height of the bar and the chip at the bottom of a phone. It grows with the type size; at double size the chip has two lines. */
export const BOTTOM_BAR_HEIGHT = `max(${BOTTOM_BAR_PX}px, 2.5rem + 13px)`;
export const CHIP_HEIGHT = `max(${CHIP_PX}px, 5.5rem - ${CHIP_PX}px)`;
/** Widths of the page frames: shelf and desk, and the console; the side columns of a page. */
export const FRAME_PX = 1216;
export const CONSOLE_PX = 1800;
export const CONTENTS_PX = 240;
export const COMPANION_PX = 288;
/** A window just wide enough for three columns narrows the outer ones, so that a line of the text between them has about 58 characters. */
export const NARROW_PX = { contents: 184, text: 528, companion: 208 } as const;
/** A page with both side columns, and between them the full line length of its text. */
export const PAGE_PX = 1264;
/** From this width on, a page has its side columns, and a desk its aside. */
export const COLUMNS_FROM_PX = 1200;
/** Distance of a frame's content from the edges of a phone, and of wider windows. */
export const GUTTER_PX = { phone: 16, wide: 40 } as const;
/** Line length of running text. */
export const READING_MEASURE = '66ch';
