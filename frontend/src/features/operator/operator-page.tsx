import type { ReactNode } from 'react';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Page } from '#frontend/ui/page.tsx';

interface OperatorPageProps {
  readonly title: string;
  readonly subtitle: string;
  readonly children: ReactNode;
}

/** A page for operators; nobody else sees what it holds, and the server refuses them too (G27). */
export function OperatorPage({ title, subtitle, children }: OperatorPageProps) {
  const { roles } = useUser();
  if (roles.some((role) => role === 'operator' || role === 'admin')) {
    return (
      <Page title={title} subtitle={subtitle}>
        {children}
      </Page>
    );
  }
  return (
    <Page title={title}>
      <EmptyState
        title={t('This page is for operators')}
        actions={
          <LinkButton to="/create" variant="contained">
            {t('Open AI Builder')}
          </LinkButton>
        }
      >
        {t('Your account has no operator role.')}
      </EmptyState>
    </Page>
  );
}
