import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

interface DeadLinkProps {
  /** By default, that the link no longer works. */
  readonly title?: string;
  /** One sentence: why, or what to do. */
  readonly children: ReactNode;
  /** One button that leads on; by default to the home page. */
  readonly action?: ReactNode;
}

/** The page for a mailed link that was truncated, used up or withdrawn. */
export function DeadLink({ title = t('This link no longer works'), children, action }: DeadLinkProps) {
  return (
    <Stack role="alert" sx={{ gap: 1.5, alignItems: 'flex-start', overflowWrap: 'anywhere' }}>
      <Illustration name="not-found" />
      <Typography variant="h1" tabIndex={-1}>
        {title}
      </Typography>
      <Typography color="textSecondary">{children}</Typography>
      {action ?? (
        <LinkButton to="/" variant="contained">
          {t('Go home')}
        </LinkButton>
      )}
    </Stack>
  );
}

/** A link that lost its secret on the way out of the mail. */
export const IncompleteLink = ({ action }: Pick<DeadLinkProps, 'action'>) => (
  <DeadLink title={t('This link is incomplete')} action={action}>
    {t('Open it from the email again, or copy the whole link.')}
  </DeadLink>
);
