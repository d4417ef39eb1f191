import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';

interface AccountTabsProps {
  readonly current: '/profile' | '/settings' | '/settings/programs' | '/account' | '/billing' | '/usage';
}

/** The screens about the user's own account, as tabs. */
export function AccountTabs({ current }: AccountTabsProps) {
  return (
    <FrameTabs
      label={t('Account')}
      current={current}
      tabs={[
        { to: '/profile', caption: t('Profile') },
        { to: '/settings', caption: t('Settings') },
        { to: '/settings/programs', caption: t('Apps and API keys') },
        { to: '/account', caption: t('Account') },
        { to: '/billing', caption: t('Billing') },
        { to: '/usage', caption: t('Usage') },
      ]}
    />
  );
}
