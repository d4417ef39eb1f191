import { FONTS, SCHEMES, TYPE_SCALE, type SchemeName } from '#frontend/theme/tokens.ts';

/** `primaryHover` → `--primary-hover`. */
const nameOf = (token: string): string => `--${token.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([token, value]) => `${nameOf(token)}:${value}`)
    .join(';');

const scheme = (name: SchemeName): string => `${declarations(SCHEMES[name])};color-scheme:${name === 'dark' ? 'dark' : 'light'}`;

/**
 * The theme's colours, fonts and sizes as CSS variables (`--bg`, `--primary-hover`, `--font-reading`, `--size-lead`), for pages and components
 * without the component library. Light until `data-scheme` names another (SET-04); `system` follows the system's preference.
 */
export const schemeCss = (): string =>
  [
    `:root{${scheme('light')};${declarations({ 'font-ui': FONTS.ui, 'font-reading': FONTS.reading, 'font-mono': FONTS.mono })};` +
      `${declarations(Object.fromEntries(Object.entries(TYPE_SCALE).map(([size, value]) => [`size-${size}`, value])))}}`,
    `@media (prefers-color-scheme:dark){:root[data-scheme=system]{${scheme('dark')}}}`,
    `@media (prefers-contrast:more){:root:not([data-scheme]){${scheme('contrast')}}}`,
    `:root[data-scheme=dark]{${scheme('dark')}}`,
    `:root[data-scheme=contrast]{${scheme('contrast')}}`,
  ].join('\n');
