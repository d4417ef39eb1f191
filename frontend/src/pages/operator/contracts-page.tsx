import { ContractForm } from '#frontend/features/operator/contract-form.tsx';
import { ContractList } from '#frontend/features/operator/contract-list.tsx';
import { OperatorPage } from '#frontend/features/operator/operator-page.tsx';
import { t } from '#frontend/lib/text.ts';

/** Where operators record signed orders (G16). */
export default function ContractsPage() {
  return (
    <OperatorPage
      title={t('Contracts')}
      subtitle={t('Orders that were signed and paid outside the product. Each is audited with your name.')}
    >
      <ContractForm />
      <ContractList />
    </OperatorPage>
  );
}
