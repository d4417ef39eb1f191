import type { Components, CSSObject, CssVarsTheme, Theme } from '@mui/material/styles';
import { CONTROL_PX, RADIUS, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { DENSE } from '#frontend/theme/density.ts';

type WithVars = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

const TOUCH = '@media (pointer: coarse)';
const QUICK = 'background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out';

/** The background of a control that is on, such as a selected toggle. */
const chosen = ({ vars }: Pick<WithVars, 'vars'>): CSSObject => ({
  color: vars.palette.primary.main,
  backgroundColor: vars.palette.background.tint,
  '&:hover': { backgroundColor: vars.palette.background.tint },
});

/** Share of petrol in the background: visible on a tint, and still with enough contrast for dark text. */
const WAITING_SHARE = '24%';

/**
 * A filled button that cannot be pressed yet: filled on every background. A button that explains what is missing when pressed looks like
 * any other.
 */
const tinted = ({ vars }: Pick<WithVars, 'vars'>): CSSObject => ({
  color: vars.palette.primary.main,
  backgroundColor: `color-mix(in srgb, ${vars.palette.primary.main} ${WAITING_SHARE}, ${vars.palette.background.paper})`,
  '[data-scheme="contrast"] &': { boxShadow: `inset 0 0 0 1px ${vars.palette.line.control}` },
});

/** Buttons, fields and choices. */
export const inputs: Components<WithVars> = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: CONTROL_PX,
        paddingInline: 18,
        borderRadius: RADIUS.control,
        transition: QUICK,
        [TOUCH]: { minHeight: 44 },
        [DENSE]: { minHeight: 32, paddingBlock: 3, paddingInline: 12, [TOUCH]: { minHeight: 44 } },
        variants: [
          // a control that cannot be pressed yet is tinted, never grey on grey
          {
            props: { variant: 'contained', color: 'primary' },
            style: { '&.Mui-disabled': tinted(theme) },
          },
          {
            props: { variant: 'outlined' },
            style: {
              borderColor: theme.vars.palette.line.control,
              '&.Mui-disabled': { color: theme.vars.palette.text.secondary, borderColor: theme.vars.palette.line.hairline },
            },
          },
          { props: { variant: 'text' }, style: { paddingInline: 8, [DENSE]: { paddingInline: 8 } } },
          { props: { size: 'large' }, style: { minHeight: 48, paddingInline: 24, fontSize: TYPE_SCALE.lead } },
          { props: { size: 'small' }, style: { minHeight: 32, paddingInline: 12, paddingBlock: 3 } },
        ],
      }),
    },
  },
  MuiButtonGroup: { defaultProps: { disableElevation: true } },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: RADIUS.control,
        transition: QUICK,
        '&:hover': { color: theme.vars.palette.text.primary, backgroundColor: theme.vars.palette.background.track },
        // the main action of its place, such as sending: filled like a button
        '&[data-main]': {
          borderRadius: RADIUS.full,
          '&, &:hover': { color: theme.vars.palette.primary.contrastText, backgroundColor: theme.vars.palette.primary.main },
          '&.Mui-disabled': tinted(theme),
        },
        variants: [{ props: { size: 'medium' }, style: { width: CONTROL_PX, height: CONTROL_PX, [TOUCH]: { width: 44, height: 44 } } }],
      }),
    },
  },
  MuiFab: { styleOverrides: { root: { boxShadow: 'none' } } },
  MuiInputBase: {
    styleOverrides: {
      root: { fontSize: TYPE_SCALE.lead, lineHeight: 1.4 },
      input: ({ theme }) => ({
        height: '1.4em',
        '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
        // `inputComponent="textarea"` grows with its text by itself, without being measured on every key press as MUI's own does. In
        // browsers without support, it scrolls.
        'textarea&': { height: 'auto', fieldSizing: 'content' },
      }),
    },
  },
  MuiOutlinedInput: {
    // its label is above the outline, not inside
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: RADIUS.control,
        minHeight: CONTROL_PX,
        [TOUCH]: { minHeight: 44 },
        backgroundColor: theme.vars.palette.background.paper,
        '&:hover:not(.Mui-disabled, .Mui-error) .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.primary },
        '&.Mui-disabled': { opacity: 0.6 },
        '&.Mui-focused': { outline: `3px solid ${theme.vars.palette.focus.main}`, outlineOffset: 1 },
        '&.Mui-focused :focus-visible': { outline: 'none' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 1 },
        '&:has(input:read-only)': { backgroundColor: theme.vars.palette.background.sunken },
        [DENSE]: { minHeight: 32, fontSize: TYPE_SCALE.body, [TOUCH]: { minHeight: 44 } },
      }),
      input: { paddingBlock: 9, paddingInline: 14, [DENSE]: { paddingBlock: 5, paddingInline: 10 } },
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.line.control }),
      multiline: { padding: 0 },
    },
  },
  MuiInputLabel: {
    // above its field, never inside: a moving label is hard to read, and a long one is cut off
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBlockEnd: 4,
        fontSize: TYPE_SCALE.body,
        fontWeight: 600,
        whiteSpace: 'normal',
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: TYPE_SCALE.body,
        fontWeight: 600,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: TYPE_SCALE.small } } },
  MuiFormControlLabel: { styleOverrides: { label: { fontSize: TYPE_SCALE.body } } },
  MuiTextField: { defaultProps: { fullWidth: true } },
  MuiSelect: {
    styleOverrides: { select: { minHeight: '1.4em' }, icon: ({ theme }) => ({ color: theme.vars.palette.text.secondary }) },
  },
  MuiAutocomplete: {
    styleOverrides: {
      inputRoot: { paddingBlock: 2, paddingInlineStart: 6 },
      paper: { marginBlock: 4 },
      option: { minHeight: 40, fontSize: TYPE_SCALE.body, [TOUCH]: { minHeight: 44 } },
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 44, height: 26, padding: 0, marginInline: 8, overflow: 'visible' },
      track: ({ theme: { vars } }) => ({
        opacity: 1,
        borderRadius: RADIUS.full,
        // a neutral grey, because the outlines' own brown would look coloured beside petrol
        backgroundColor: `color-mix(in srgb, ${vars.palette.text.secondary} 75%, ${vars.palette.background.paper})`,
      }),
      switchBase: ({ theme }) => ({
        padding: 4,
        color: theme.vars.palette.background.paper,
        '&.Mui-checked': { transform: 'translateX(18px)', color: theme.vars.palette.primary.contrastText },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: theme.vars.palette.primary.main },
        '&.Mui-focusVisible + .MuiSwitch-track': { outline: `3px solid ${theme.vars.palette.focus.main}`, outlineOffset: 2 },
      }),
      // the whole switch is inside its label: a wider input would overflow a narrow page
      input: { left: 0, width: '100%' },
      thumb: { width: 18, height: 18, boxShadow: 'none' },
    },
  },
  MuiCheckbox: { styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.line.control }) } },
  MuiRadio: { styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.line.control }) } },
  MuiSlider: {
    styleOverrides: {
      rail: ({ theme }) => ({ opacity: 1, backgroundColor: theme.vars.palette.line.control }),
      track: { border: 0 },
      thumb: { '&::before': { boxShadow: 'none' } },
      valueLabel: ({ theme }) => ({
        color: theme.vars.palette.background.paper,
        backgroundColor: theme.vars.palette.text.primary,
        borderRadius: RADIUS.inner,
      }),
    },
  },
  // with larger type, its buttons wrap
  MuiToggleButtonGroup: { styleOverrides: { root: { flexWrap: 'wrap' } } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: CONTROL_PX,
        padding: '4px 14px',
        borderRadius: RADIUS.control,
        borderColor: theme.vars.palette.line.control,
        color: theme.vars.palette.text.primary,
        textTransform: 'none',
        // the selected button is no bolder, or its neighbours would move
        fontWeight: 600,
        [TOUCH]: { minHeight: 44 },
        [DENSE]: { minHeight: 32, [TOUCH]: { minHeight: 44 } },
        '&.Mui-selected': chosen(theme),
      }),
    },
  },
  MuiRating: {
    styleOverrides: {
      root: ({ theme }) => ({ color: theme.vars.palette.secondary.main }),
      iconEmpty: ({ theme }) => ({ color: theme.vars.palette.line.control }),
    },
  },
};
