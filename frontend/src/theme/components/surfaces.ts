import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { DENSE } from '#frontend/theme/density.ts';
import { RADIUS, TYPE_SCALE } from '#frontend/theme/tokens.ts';

declare module '@mui/material/Paper' {
  /** Backgrounds with a meaning (tokens.ts), outlined like every card. */
  interface PaperPropsVariantOverrides {
    tint: true;
    warm: true;
    petrol: true;
  }
}

type WithVars = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

/** Paper, cards, dialogs, drawers and menus. */
export const surfaces: Components<WithVars> = {
  MuiPaper: {
    styleOverrides: {
      // the library lightens raised paper in dark mode; here outlines separate it
      root: ({ theme: { vars } }) => ({
        backgroundImage: 'none',
        variants: [
          ...(['tint', 'warm'] as const).map((variant) => ({
            props: { variant },
            style: { border: `1px solid ${vars.palette.line.hairline}`, backgroundColor: vars.palette.background[variant] },
          })),
          {
            props: { variant: 'petrol' },
            style: {
              border: `1px solid ${vars.palette.primary.main}`,
              color: vars.palette.primary.contrastText,
              backgroundColor: vars.palette.primary.main,
            },
          },
        ],
      }),
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.line.hairline }),
    },
  },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: RADIUS.card,
        boxShadow: theme.vars.palette.shadow.soft,
        // one of several cards to choose from
        '&:has(> .MuiCardActionArea-root[aria-pressed="true"])': {
          borderColor: theme.vars.palette.primary.main,
          outline: `2px solid ${theme.vars.palette.primary.main}`,
        },
        [DENSE]: { boxShadow: 'none' },
      }),
    },
  },
  MuiCardActionArea: {
    styleOverrides: {
      root: { borderRadius: 'inherit', '&.Mui-focusVisible': { outlineOffset: -3 } },
      focusHighlight: { display: 'none' },
    },
  },
  MuiCardContent: {
    styleOverrides: { root: { padding: '16px 18px 18px', '&:last-child': { paddingBlockEnd: 18 }, [DENSE]: { padding: '12px 16px' } } },
  },
  MuiCardHeader: {
    styleOverrides: {
      root: { padding: '16px 18px 8px', [DENSE]: { padding: '12px 16px 4px' } },
      title: ({ theme }) => ({ ...theme.typography.h3 }),
      subheader: { fontSize: TYPE_SCALE.body },
      action: { margin: 0, alignSelf: 'center' },
    },
  },
  MuiCardActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: { root: { flexWrap: 'wrap', gap: 12, padding: '8px 18px 18px' } },
  },
  MuiAccordion: {
    defaultProps: { disableGutters: true, elevation: 0, variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderColor: theme.vars.palette.line.hairline,
        '&::before': { display: 'none' },
        // rounded where no other fold is adjacent, whatever comes before or after it
        '&&': { borderRadius: RADIUS.card },
        '.MuiAccordion-root + &&': { borderBlockStart: 0, borderStartStartRadius: 0, borderStartEndRadius: 0 },
        '&&:has(+ .MuiAccordion-root)': { borderEndStartRadius: 0, borderEndEndRadius: 0 },
      }),
      heading: { margin: 0 },
    },
  },
  MuiAccordionSummary: {
    styleOverrides: {
      root: ({ theme }) => ({ ...theme.typography.body2, minHeight: 52, paddingInline: 18, borderRadius: 'inherit' }),
      content: { fontWeight: 650, marginBlock: 12 },
    },
  },
  MuiAccordionDetails: { styleOverrides: { root: { padding: '0 18px 18px' } } },
  MuiDialog: {
    defaultProps: { slotProps: { paper: { elevation: 0, variant: 'outlined' } } },
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: RADIUS.card,
        [theme.breakpoints.down('md')]: { margin: 12, width: 'calc(100% - 24px)', maxWidth: 'calc(100% - 24px)' },
      }),
    },
  },
  MuiDialogTitle: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h2, paddingBlock: '20px 8px' }) } },
  // in every dialog the action comes first, then the ways to close
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: { root: { justifyContent: 'flex-start', flexWrap: 'wrap', gap: 12, padding: '16px 24px' } },
  },
  MuiDrawer: { styleOverrides: { paper: ({ theme }) => ({ borderColor: theme.vars.palette.line.hairline, boxShadow: 'none' }) } },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: RADIUS.control,
        border: `1px solid ${theme.vars.palette.line.hairline}`,
        boxShadow: theme.vars.palette.shadow.soft,
        // without a shadow, its outline distinguishes it from the card it covers
        ...theme.applyStyles('dark', { borderColor: theme.vars.palette.line.control }),
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        fontSize: TYPE_SCALE.body,
        '@media (pointer: coarse)': { minHeight: 44 },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.vars.palette.background.tint, fontWeight: 650 },
      }),
    },
  },
  MuiAppBar: { defaultProps: { elevation: 0, color: 'default' } },
};
