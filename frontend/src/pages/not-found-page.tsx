import { useEffect } from 'react';
import Typography from '@mui/material/Typography';
import { PRODUCT } from '#contract/product.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The page for unknown URLs. */
export default function NotFoundPage() {
  useEffect(() => {
    document.title = `${t('Page not found')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame>
      <Typography variant="h1" tabIndex={-1} sx={{ marginBlock: 3 }}>
        {t('Page not found')}
      </Typography>
      <EmptyState
        subject="missing"
        title={t('We can’t find that page')}
        actions={
          <LinkButton to="/" variant="contained">
            {t('Go home')}
          </LinkButton>
        }
      >
        {t('The link may have expired or be incomplete.')}
      </EmptyState>
    </PublicFrame>
  );
}
