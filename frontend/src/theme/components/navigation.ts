import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { DENSE } from '#frontend/theme/density.ts';
import { RADIUS, TYPE_SCALE } from '#frontend/theme/tokens.ts';

type WithVars = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

/** Tabs, steps, crumbs and pages. */
export const navigation: Components<WithVars> = {
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
