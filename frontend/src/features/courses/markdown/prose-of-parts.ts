import type { Theme } from '@mui/material/styles';
import { FONTS, RADIUS } from '#frontend/theme/tokens.ts';

/** The styles of code, diagrams, pictures and formulas, and of highlights in a text. Code colours come from the scheme. */
export const PROSE_OF_PARTS = ({ vars: { palette }, typography }: Theme) => ({
  '--code-foreground': palette.text.primary,
  '--code-token-constant': palette.secondary.main,
  '--code-token-string': palette.success.main,
  '--code-token-string-expression': palette.success.main,
  '--code-token-comment': palette.text.secondary,
  '--code-token-keyword': palette.primary.main,
  '--code-token-parameter': palette.text.primary,
  '--code-token-function': palette.info.main,
  '--code-token-punctuation': palette.text.primary,
  '--code-token-link': palette.info.main,
  '& [data-code]': {
    margin: '0 0 1.1em',
    backgroundColor: palette.background.sunken,
    borderBlock: `1px solid ${palette.line.hairline}`,
    direction: 'ltr' as const,
    '& > div': {
      ...typography.caption,
      fontFamily: FONTS.ui,
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      paddingInline: '16px 4px',
      color: palette.text.secondary,
    },
    '& button': {
      ...typography.caption,
      minWidth: 44,
      minHeight: 32,
      padding: '4px 12px',
      border: 0,
      background: 'none',
      color: palette.primary.main,
      cursor: 'pointer',
      '@media (pointer: coarse)': { minHeight: 44 },
    },
    '& pre': { margin: 0, border: 0, paddingBlockStart: 0 },
  },
  '& [data-diagram]': {
    margin: '0 0 1.4em',
    '& img': { display: 'block', maxWidth: '100%', height: 'auto', borderRadius: 0 },
  },
  '& img': { maxWidth: '100%', height: 'auto', borderRadius: RADIUS.control },
  // as covers are: a pale figure must not glare on a dark page; diagrams have the scheme's colours
  '[data-scheme="dark"] & :not([data-diagram]) > img': { filter: 'brightness(0.85)' },
  '& .katex': { fontSize: '1.1em', direction: 'ltr' as const },
  // a formula that is wider than the text scrolls in its own box, not the page
  '& .katex-display, & p:has(> .katex)': { overflowX: 'auto' as const, overflowY: 'hidden' as const },
  '& .katex-display': { paddingBlock: 4 },
  '@media print': { '& [data-code] > div, & [data-diagram] button': { display: 'none' }, '& pre': { whiteSpace: 'pre-wrap' as const } },
});
