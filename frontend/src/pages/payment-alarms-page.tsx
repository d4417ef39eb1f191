import { AlarmList } from '#frontend/features/operator/alarm-list.tsx';
import { OperatorPage } from '#frontend/features/operator/operator-page.tsx';
import { t } from '#frontend/lib/text.ts';

/** What of the payments operators have to look at. */
export default function PaymentAlarmsPage() {
  return (
    <OperatorPage title={t('Payment alarms')} subtitle={t('What needs a person. Looking at one is audited with your name.')}>
      <AlarmList />
    </OperatorPage>
  );
}
