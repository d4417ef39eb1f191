import { REVIEW_SIZE } from '#contract/practice/practice.contract.ts';
import { useDueCount } from '#frontend/features/practice/review-query.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';

/** How many questions are due in words; undefined for none. A session has no more than `REVIEW_SIZE`, and neither is more known. */
function dueWords(due: number): string | undefined {
  if (due === 0) return undefined;
  return due < REVIEW_SIZE ? t('{n} due', { n: due }) : t('{n} or more due', { n: due });
}

/** The screens of My Courses. To add one, add a line here. */
export function CoursesTabs({ current }: { readonly current: string }) {
  const { user_id: userId } = useUser();
  const due = useDueCount(userId);
  const tabs = [
    { to: '/courses', caption: t('Courses') },
    { to: '/review', caption: t('Review'), mark: dueWords(due) },
    { to: '/review/cards', caption: t('Flash cards') },
    { to: '/notes', caption: t('Notes') },
    { to: '/videos', caption: t('Videos') },
    { to: '/voice-notes', caption: t('Voice notes') },
    { to: '/certificates', caption: t('Certificates') },
  ];
  return <FrameTabs label={t('My Courses')} tabs={tabs} current={current} />;
}
