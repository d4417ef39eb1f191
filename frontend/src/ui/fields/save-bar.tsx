import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { BOTTOM_BAR_HEIGHT, CHIP_HEIGHT } from '#frontend/theme/tokens.ts';

const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + env(safe-area-inset-bottom))`,
  'body:has([data-run-chip]) &': { insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + ${CHIP_HEIGHT} + env(safe-area-inset-bottom))` },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  marginBlockStart: 36,
  paddingBlock: 12,
  backgroundColor: theme.vars.palette.background.default,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  [theme.breakpoints.up('md')]: { '&, body:has([data-run-chip]) &': { insetBlockEnd: 0 } },
}));
const State = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  '&[data-dirty]': { color: theme.vars.palette.warning.main, fontWeight: 600 },
}));

/** A form with a save bar at its end: focused controls scroll clear of the bar. */
export const FormWithBar = styled('form')({ '& :is(a, input, select, textarea, button)': { scrollMarginBlockEnd: 120 } });

interface SaveBarProps {
  /** Names the action: 'Save All Settings'. */
  readonly caption: string;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The result of saving. */
  readonly children?: ReactNode;
}

/** The sticky footer of a long form: its one button, and whether there are unsaved changes. */
export function SaveBar({ caption, isDirty, isSaving, children }: SaveBarProps) {
  return (
    <Foot>
      <Button type="submit" variant="contained" aria-busy={isSaving}>
        {isSaving ? t('Saving') : caption}
      </Button>
      <State role="status" data-dirty={isDirty || undefined}>
        {isDirty ? t('Unsaved changes') : t('No unsaved changes')}
      </State>
      {children}
    </Foot>
  );
}
