import type { CSSObject, Theme } from '@mui/material/styles';
import { RADIUS, TYPE_SCALE } from '#frontend/theme/tokens.ts';

/** Styles shared by inputs, text areas and selects: native elements in the theme's colours. */
export const controlStyles = (theme: Theme): CSSObject => ({
  width: '100%',
  minHeight: 42,
  boxSizing: 'border-box',
  margin: 0,
  paddingBlock: 8,
  paddingInline: 12,
  font: 'inherit',
  fontSize: TYPE_SCALE.lead,
  lineHeight: 1.4,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.line.control}`,
  borderRadius: RADIUS.control,
  transition: 'border-color 120ms ease-out',
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
  '&:hover:enabled': { borderColor: theme.vars.palette.text.primary },
  '&[aria-invalid="true"]': { borderColor: theme.vars.palette.error.main, boxShadow: `inset 0 0 0 1px ${theme.vars.palette.error.main}` },
  '&:read-only:not(select)': { backgroundColor: theme.vars.palette.background.sunken, borderStyle: 'dashed' },
  '&:disabled': { opacity: 0.6, cursor: 'not-allowed' },
  '@media (pointer: coarse)': { minHeight: 46 },
});
