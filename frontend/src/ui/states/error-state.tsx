import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';

const Block = styled('div')(({ theme }) => ({
  borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
  paddingInlineStart: 19,
  paddingBlock: 8,
  maxWidth: '60ch',
}));
const Rest = styled('div')({ marginBlockStart: 12, '& > p': { margin: '0 0 12px' } });

interface ErrorStateProps {
  /** Names what failed to load: 'Your courses could not be loaded'. */
  readonly title: string;
  /** Any thrown value; its sentence is shown, and the request id for support. */
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

/** A failed load: what failed, why, and one way on. */
export function ErrorState({ title, error, onRetry, children }: ErrorStateProps) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Block role="alert">
      <Typography variant="h2">{title}</Typography>
      {error !== undefined && error !== null && <Typography color="textSecondary">{errorText(error, t('Unknown error'))}</Typography>}
      {requestId !== null && (
        <Typography variant="caption" component="p" color="textSecondary">
          {t('Request')} <code>{requestId}</code>
        </Typography>
      )}
      {children !== undefined && <Rest>{children}</Rest>}
      {onRetry && (
        <Button variant="outlined" color="inherit" onClick={onRetry} sx={{ marginBlockStart: 2 }}>
          {t('Try again')}
        </Button>
      )}
    </Block>
  );
}
