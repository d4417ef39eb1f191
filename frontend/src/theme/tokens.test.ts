import { describe, expect, it } from 'vitest';
import { FONTS, SCHEMES, type SchemeName, type SchemeTokens } from '#frontend/theme/tokens.ts';

function luminance(hex: string): number {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['bg', 'surface', 'sunken', 'track', 'tint', 'warm'] as const;
const TEXTS = ['text', 'muted', 'primary', 'accent', 'ok', 'warn', 'error', 'info'] as const;
const LINES = ['control', 'waiting', 'primary', 'accent', 'error', 'focus'] as const;
const TEXT_MINIMUM: Record<SchemeName, number> = { light: 4.5, dark: 4.5, contrast: 7 };

describe.each(Object.entries(SCHEMES) as [SchemeName, SchemeTokens][])('the %s scheme', (name, tokens) => {
  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))('makes %s readable on %s', (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(TEXT_MINIMUM[name]);
  });

  it.each([
    ['onPrimary', 'primary'],
    ['onPrimary', 'primaryHover'],
    ['onAccent', 'accent'],
    ['surface', 'ok'],
    ['surface', 'warn'],
    ['surface', 'error'],
    ['surface', 'info'],
  ] as const)('makes %s readable on a field of %s', (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(TEXT_MINIMUM[name]);
  });

  it.each(LINES.flatMap((line) => (['bg', 'surface'] as const).map((ground) => [line, ground] as const)))(
    'makes the %s line visible on %s',
    (line, ground) => {
      expect(contrast(tokens[line], tokens[ground])).toBeGreaterThanOrEqual(3);
    },
  );
});

it.each(Object.entries(FONTS))('the %s fonts include the Arabic script, whatever the system has', (_name, families) => {
  expect(families).toContain('"Vazirmatn Variable"');
});
