import { ContractForm } from '#frontend/features/operator/contract-form.tsx';
import { ContractList } from '#frontend/features/operator/contract-list.tsx';
import { useUser } from '#frontend/lib/session.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/empty-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Page } from '#frontend/ui/page.tsx';

/** Where operators record signed orders (G16). The server refuses everybody else too (G27). */
export default function ContractsPage() {
  const { roles } = useUser();
  if (!roles.some((role) => role === 'operator' || role === 'admin')) {
    return (
      <Page title={t('Contracts')}>
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
  return (
    <Page title={t('Contracts')} subtitle={t('Orders that were signed and paid outside the product. Each is audited with your name.')}>
      <ContractForm />
      <ContractList />
    </Page>
  );
}
