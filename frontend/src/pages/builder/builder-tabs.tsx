import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';

/** The screens of the AI Builder. */
export function BuilderTabs({ current }: { readonly current: '/create' | '/create/runs' }) {
  const tabs = [
    { to: '/create', caption: t('New course') },
    { to: '/create/runs', caption: t('Requests') },
  ];
  return <FrameTabs label={t('AI Builder')} tabs={tabs} current={current} />;
}
