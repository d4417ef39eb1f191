import { useDueCount } from '#frontend/features/practice/review-query.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';

/** The screens of My Courses. To add one, add a line here. */
export function CoursesTabs({ current }: { readonly current: string }) {
  const { user_id: userId } = useUser();
  const due = useDueCount(userId);
  const tabs = [
    { to: '/courses', caption: t('Courses') },
    { to: '/classes', caption: t('Classes') },
    { to: '/review', caption: t('Review'), mark: due > 0 ? t('{n, plural, one {# due} other {# due}}', { n: due }) : undefined },
    { to: '/review/cards', caption: t('Flash cards') },
    { to: '/notes', caption: t('Notes') },
    { to: '/videos', caption: t('Videos') },
    { to: '/voice-notes', caption: t('Voice notes') },
    { to: '/certificates', caption: t('Certificates') },
  ];
  return <FrameTabs label={t('My Courses')} tabs={tabs} current={current} />;
}
