import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';

const Foot = styled('div')(({ theme }) => ({
  // covers the page only while there is something to save; otherwise it stands at the end of the form
  '&[data-dirty]': stickyFoot(theme),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  marginBlockStart: 36,
  // the shadows of the covered cards reach beyond them
  marginInline: -8,
  padding: '12px 8px',
  borderBlockStart: `1px solid ${theme.vars.palette.line.control}`,
}));
/** A form with a save bar at its end: focused controls and scroll targets stay clear of the bar. */
export const FormWithBar = styled('form')({ '& :is(a, input, select, textarea, button)': { scrollMarginBlockEnd: 120 } });

interface SaveBarProps {
  /** Names the action: 'Save All Settings'. */
  readonly caption: string;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The result of saving. */
  readonly children?: ReactNode;
}

/**
 * The end of a long form: its only button, and whether there are unsaved changes. As long as there are, it stays in view and its button is
 * emphasised.
 */
export function SaveBar({ caption, isDirty, isSaving, children }: SaveBarProps) {
  return (
    <Foot data-dirty={isDirty || isSaving ? '' : undefined}>
      <Button
        type="submit"
        {...(isDirty || isSaving ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
        aria-busy={isSaving}
      >
        {isSaving ? t('Saving') : caption}
      </Button>
      <Typography role="status" variant="body2" color={isDirty ? 'warning' : 'textSecondary'}>
        {isDirty ? t('Unsaved changes') : t('No unsaved changes')}
      </Typography>
      {children}
    </Foot>
  );
}
