import type { ReactNode } from 'react';
import createCache, { type StylisPlugin } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, type Theme } from '@mui/material/styles';
import mirror from '@mui/stylis-plugin-rtl';
import { textDirection, useTextLanguage } from '#frontend/lib/language.ts';

// elements with their own direction, such as code and formulas, keep it in every language
const keepDirection: StylisPlugin = ({ type, children }) => {
  if (type !== 'rule' || !Array.isArray(children)) return;
  for (const child of children) if (child.props === 'direction') child.return = `/* @noflip */${child.value}`;
};

// Our own styles use start and end; the plugin mirrors those of the library.
const CACHES = { ltr: createCache({ key: 'css' }), rtl: createCache({ key: 'rtl', stylisPlugins: [keepDirection, mirror] }) };

interface AppThemeProps {
  readonly theme: Theme;
  readonly children: ReactNode;
}

/** Provides theme, scheme and direction to its children. */
export function AppTheme({ theme, children }: AppThemeProps) {
  useTextLanguage();
  const direction = textDirection();
  return (
    <CacheProvider value={CACHES[direction]}>
      <ThemeProvider theme={{ ...theme, direction }} defaultMode="light" noSsr disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
