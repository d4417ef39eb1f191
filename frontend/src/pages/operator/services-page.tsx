import { OperatorPage } from '#frontend/features/operator/operator-page.tsx';
import { ServiceLanes } from '#frontend/features/operator/service-lanes.tsx';
import { t } from '#frontend/lib/text.ts';

/** The AI services as the installation meets them. */
export default function ServicesPage() {
  return (
    <OperatorPage
      title={t('AI services')}
      subtitle={t('A paused service is asked again by itself. Opening one is audited with your name.')}
    >
      <ServiceLanes />
    </OperatorPage>
  );
}
