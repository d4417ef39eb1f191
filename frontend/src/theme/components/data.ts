import '@mui/x-data-grid/themeAugmentation';
import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { DENSE } from '#frontend/theme/density.ts';
import { FONTS, RADIUS, TYPE_SCALE } from '#frontend/theme/tokens.ts';

declare module '@mui/material/Chip' {
  /** In full colour: the active one of several that can be pressed. */
  interface ChipPropsVariantOverrides {
    chosen: true;
  }
}

type WithVars = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

/** Lists, tables, chips and other components for collections. */
export const data: Components<WithVars> = {
  MuiList: { styleOverrides: { padding: { paddingBlock: 4 } } },
  MuiListItemButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 44,
        paddingBlock: 6,
        borderRadius: RADIUS.control,
        '&.Mui-selected, &.Mui-selected:hover': {
          color: theme.vars.palette.primary.main,
          backgroundColor: theme.vars.palette.background.tint,
        },
        '&.Mui-selected .MuiListItemText-primary': { fontWeight: 700 },
        '&.Mui-focusVisible': { outlineOffset: -3 },
        [DENSE]: { minHeight: 32, paddingBlock: 3 },
      }),
    },
  },
  MuiListItemText: { styleOverrides: { primary: { fontSize: TYPE_SCALE.body }, secondary: { fontSize: TYPE_SCALE.small } } },
  MuiListSubheader: {
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        lineHeight: 2.2,
        fontSize: TYPE_SCALE.small,
        fontWeight: 600,
        color: theme.vars.palette.text.secondary,
        backgroundColor: 'transparent',
      }),
    },
  },
  MuiDivider: { styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars.palette.line.hairline }) } },
  // contains visually hidden elements, which would otherwise widen the page by the scroll width of the table
  MuiTableContainer: { styleOverrides: { root: { position: 'relative' } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '9px 12px',
        fontSize: TYPE_SCALE.body,
        borderColor: theme.vars.palette.line.hairline,
        [DENSE]: {
          height: 32,
          padding: '3px 8px',
          fontSize: TYPE_SCALE.small,
          // a button must not increase the height of its row; for fingers it stays large
          '@media (pointer: fine)': { '& .MuiButton-root': { minHeight: 26, paddingBlock: 0 } },
        },
      }),
      head: ({ theme }) => ({ fontWeight: 600, lineHeight: 1.35, color: theme.vars.palette.text.secondary }),
      // figures, aligned with their heading at the end of the column
      alignRight: { '&.MuiTableCell-body': { fontFamily: FONTS.reading, fontVariantNumeric: 'lining-nums tabular-nums' } },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.MuiTableRow-hover:hover': { backgroundColor: theme.vars.palette.background.default },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.vars.palette.background.tint },
      }),
    },
  },
  MuiChip: {
    styleOverrides: {
      root: ({ theme }) => ({
        // text that does not fit wraps, because a truncated label says nothing
        height: 'auto',
        minHeight: 32,
        borderRadius: RADIUS.full,
        fontSize: TYPE_SCALE.small,
        fontWeight: 500,
        variants: [
          { props: { size: 'small' }, style: { minHeight: 24 } },
          { props: { variant: 'filled', color: 'default' }, style: { backgroundColor: theme.vars.palette.background.track } },
          {
            props: { variant: 'filled', color: 'primary' },
            style: { color: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.background.tint },
          },
          {
            props: { variant: 'filled', color: 'secondary' },
            style: { color: theme.vars.palette.secondary.main, backgroundColor: theme.vars.palette.background.warm },
          },
          { props: { variant: 'outlined' }, style: { borderColor: theme.vars.palette.line.control } },
          { props: { clickable: true }, style: { minHeight: 36, paddingInline: 4, '@media (pointer: coarse)': { minHeight: 44 } } },
        ],
        // tints are white in this scheme, so an outline marks the edge of a chip
        '[data-scheme="contrast"] &': { border: '1px solid currentColor' },
      }),
      label: { whiteSpace: 'normal', lineHeight: 1.3, paddingBlock: 2 },
    },
  },
  MuiAvatar: {
    styleOverrides: {
      root: ({ theme }) => ({
        // a face is never stretched or squeezed, whatever its row prescribes for its children
        '&&': { flex: 'none', aspectRatio: '1' },
        fontSize: TYPE_SCALE.body,
        fontWeight: 650,
        color: theme.vars.palette.text.primary,
        backgroundColor: theme.vars.palette.background.track,
        '[data-scheme="contrast"] &': { border: '1px solid currentColor' },
      }),
      rounded: { borderRadius: RADIUS.control },
    },
  },
  MuiBadge: { styleOverrides: { badge: { fontWeight: 700, fontVariantNumeric: 'tabular-nums' } } },
  MuiTooltip: {
    defaultProps: { arrow: true },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: TYPE_SCALE.small,
        fontWeight: 500,
        borderRadius: RADIUS.inner,
        color: theme.vars.palette.background.paper,
        backgroundColor: theme.vars.palette.text.primary,
      }),
      arrow: ({ theme }) => ({ color: theme.vars.palette.text.primary }),
    },
  },
  MuiDataGrid: {
    defaultProps: { rowHeight: 32, columnHeaderHeight: 36, density: 'standard' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: RADIUS.card,
        borderColor: theme.vars.palette.line.hairline,
        fontFamily: FONTS.ui,
        fontSize: TYPE_SCALE.small,
        '--DataGrid-rowBorderColor': theme.vars.palette.line.hairline,
        // class names that a grid gives its rows and cells: the open row, a cell with a failure
        '& .current': { backgroundColor: theme.vars.palette.background.tint },
        '& .failed': { color: theme.vars.palette.error.main, fontWeight: 600 },
        // the grid's own style hides the focus ring of the page size
        '& .MuiTablePagination-select:focus-visible': { outline: `3px solid ${theme.vars.palette.focus.main}` },
      }),
    },
  },
};
