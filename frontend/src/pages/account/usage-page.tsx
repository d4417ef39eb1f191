import { useNavigate, useSearch } from '@tanstack/react-router';
import { usageSearch } from '#frontend/features/billing/usage/usage-search.ts';
import { UsageView, CsvButton } from '#frontend/features/billing/usage/usage-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { AccountTabs } from './account-tabs.tsx';

/** Every movement of tokens; the filter is in the URL. */
export default function UsagePage() {
  const { user_id: userId } = useUser();
  const filter = usageSearch({ ...useSearch({ from: '/app/usage' }) });
  const navigate = useNavigate({ from: '/usage' });
  return (
    <DeskFrame
      title={t('Usage')}
      tabs={<AccountTabs current="/usage" />}
      subtitle={t('See where your tokens came from, and what each of them was spent on.')}
      actions={<CsvButton filter={filter} />}
    >
      <UsageView
        userId={userId}
        filter={filter}
        onFilter={(chosen) =>
          void navigate({ search: (old) => ({ ...old, kind: undefined, from: undefined, to: undefined, ...chosen }), replace: true })
        }
      />
    </DeskFrame>
  );
}
