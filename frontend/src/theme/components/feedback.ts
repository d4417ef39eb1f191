import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { RADIUS, TYPE_SCALE } from '#frontend/theme/tokens.ts';

type WithVars = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

const KINDS = ['success', 'info', 'warning', 'error'] as const;

/** Progress, placeholders and messages. */
export const feedback: Components<WithVars> = {
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 6,
        borderRadius: 3,
        backgroundColor: theme.vars.palette.background.track,
        // white on white there: without an outline an empty track would not be seen
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
        // the margin rule carries the kind; the icon and the words say it
        borderInlineStartWidth: 4,
        // a long action goes below the words instead of pressing them into a column
        flexWrap: 'wrap',
        variants: KINDS.map((severity) => ({ props: { severity }, style: { borderInlineStartColor: theme.vars.palette[severity].main } })),
      }),
      message: { flex: '1 1 8rem', minWidth: 0 },
    },
  },
  MuiAlertTitle: { styleOverrides: { root: { fontSize: TYPE_SCALE.body, fontWeight: 650 } } },
  MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(12, 15, 18, 0.5)' } } } },
};
