import { useNavigate, useSearch } from '@tanstack/react-router';
import { AlarmList } from '#frontend/features/operator/alarm-list.tsx';
import { OperatorPage } from '#frontend/features/operator/operator-page.tsx';
import { t } from '#frontend/lib/text.ts';

/** What of the payments operators have to look at. Which of the two lists is in the address. */
export default function PaymentAlarmsPage() {
  const { show } = useSearch({ from: '/app/operator/payments' });
  const navigate = useNavigate({ from: '/operator/payments' });
  return (
    <OperatorPage title={t('Payment alarms')} subtitle={t('What needs a person. Looking at one is audited with your name.')}>
      <AlarmList
        state={show === 'looked-at' ? 'acknowledged' : 'open'}
        onState={(state) => void navigate({ search: (old) => ({ ...old, show: state === 'open' ? undefined : 'looked-at' }) })}
      />
    </OperatorPage>
  );
}
