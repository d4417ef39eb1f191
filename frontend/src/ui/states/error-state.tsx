import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import type { IllustrationName } from '#frontend/ui/illustrations/illustration.tsx';
import { Pictured } from './empty-state.tsx';

/** The drawing for a kind of failure, matching its sentence. */
function illustrationOf(error: unknown): IllustrationName {
  if (!(error instanceof ApiError)) return 'error';
  if (error.status === 0) return 'offline';
  if (error.status === 403) return 'no-access';
  return error.status === 404 ? 'not-found' : 'error';
}

interface ErrorStateProps {
  /** Names what failed to load: 'Your courses could not be loaded'. */
  readonly title: string;
  /** Any thrown value; its sentence is shown, and the request id for support. */
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** By default, the text for the error's kind. */
  readonly illustration?: IllustrationName;
  readonly children?: ReactNode;
}

/** A failed load: what failed, why, and one way on. */
export function ErrorState({ title, error, onRetry, illustration, children }: ErrorStateProps) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Pictured role="alert" illustration={illustration ?? illustrationOf(error)}>
      <Typography variant="h2">{title}</Typography>
      {error !== undefined && error !== null && <Typography color="textSecondary">{errorText(error, t('Unknown error'))}</Typography>}
      {requestId !== null && (
        <Typography variant="caption" component="details" color="textSecondary">
          <summary>{t('Details')}</summary>
          {t('Request')} <code>{requestId}</code>
        </Typography>
      )}
      {children !== undefined && <Box sx={{ marginBlockStart: 1.5, '& > p': { margin: '0 0 12px' } }}>{children}</Box>}
      {onRetry && (
        <Button variant="outlined" color="inherit" onClick={onRetry} sx={{ marginBlockStart: 2 }}>
          {t('Try again')}
        </Button>
      )}
    </Pictured>
  );
}
