import { useHasLibrary } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';

/** The screens of the AI Builder. */
export function BuilderTabs({ current }: { readonly current: '/create' | '/create/library' | '/create/runs' }) {
  const hasLibrary = useHasLibrary();
  const tabs = [
    { to: '/create', caption: t('New course') },
    ...(hasLibrary ? [{ to: '/create/library', caption: t('Ready courses') }] : []),
    { to: '/create/runs', caption: t('Requests') },
  ];
  return <FrameTabs label={t('AI Builder')} tabs={tabs} current={current} />;
}
