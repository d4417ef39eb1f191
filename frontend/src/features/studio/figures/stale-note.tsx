import { useEffect } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  marginBlockEnd: 12,
  paddingInlineStart: 12,
  color: theme.vars.palette.warning.main,
  borderInlineStart: `3px solid ${theme.vars.palette.warning.main}`,
}));

interface StaleNoteProps {
  /** Why refreshing failed; null when there is no connection. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Explains that the shown figures could not be refreshed. */
export function StaleNote({ error, onRetry }: StaleNoteProps) {
  useEffect(() => {
    if (error !== null) console.error('Error loading creator data', error);
  }, [error]);
  return (
    <Line role="status">
      <span>{t('These figures are not up to date.')}</span>
      <Button variant="text" color="inherit" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Line>
  );
}
