import { useEffect, useRef, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';

const Foot = styled('div')(({ theme }) => ({
  ...stickyFoot(theme),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  marginBlockStart: 36,
  paddingBlock: 12,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  // its announcement stays in the page
  '&[data-idle]': { position: 'absolute', width: 1, height: 1, padding: 0, border: 0, overflow: 'hidden', clipPath: 'inset(50%)' },
}));
/** A form with a save bar at its end: focused controls scroll clear of the bar. */
export const FormWithBar = styled('form')({ '& :is(a, input, select, textarea, button)': { scrollMarginBlockEnd: 120 } });

interface SaveBarProps {
  /** Names the action: 'Save All Settings'. */
  readonly caption: string;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** It is only shown while there is something to save. */
  readonly isOnDemand?: boolean;
  /** The result of saving. */
  readonly children?: ReactNode;
}

/** The sticky footer of a long form: its one button, and whether there are unsaved changes. */
export function SaveBar({ caption, isDirty, isSaving, isOnDemand = false, children }: SaveBarProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const isShown = isDirty || isSaving || !isOnDemand;
  useEffect(() => {
    const line = status.current;
    if (!isShown) return undefined;
    // a pressed button that goes takes the focus with it: the keyboard goes on from the same place
    return () => {
      if (document.activeElement === document.body) line?.focus({ preventScroll: true });
    };
  }, [isShown]);
  return (
    <Foot data-idle={!isShown || undefined}>
      {isShown && (
        <Button type="submit" variant="contained" aria-busy={isSaving}>
          {isSaving ? t('Saving') : caption}
        </Button>
      )}
      <Typography ref={status} role="status" tabIndex={-1} variant="body2" color={isDirty ? 'warning' : 'textSecondary'}>
        {isDirty ? t('Unsaved changes') : t('No unsaved changes')}
      </Typography>
      {children}
    </Foot>
  );
}
