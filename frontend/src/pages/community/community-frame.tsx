import type { ReactNode } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';

/** The tabs of the community, each with its own URL. To add one, add a line here. */
// oxfmt-ignore
const TABS = [
  { to: '/community', caption: () => t('Overview') },
  { to: '/community/discussions', caption: () => t('Discussions') },
  { to: '/community/groups', caption: () => t('Study groups') },
  { to: '/community/chat', caption: () => t('Live chat') },
  { to: '/community/study-rooms', caption: () => t('Study rooms') },
  { to: '/community/people', caption: () => t('People') },
  { to: '/community/nearby', caption: () => t('Nearby') },
  { to: '/community/leaderboard', caption: () => t('Leaderboard') },
  { to: '/community/own', caption: () => t('Hidden texts') },
] as const;

interface CommunityPageProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
  /** What is next here: a `HeroCard`. */
  readonly hero?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the community under its tabs. */
export function CommunityPage({ title, subtitle, actions, hero, children }: CommunityPageProps) {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  const main = useRestoredFocus();
  const current = TABS.findLast(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <ShelfFrame
      title={title}
      subtitle={subtitle}
      actions={actions}
      hero={hero}
      language={{ dir: 'auto' }}
      tabs={<FrameTabs label={t('Community')} tabs={TABS.map(({ to, caption }) => ({ to, caption: caption() }))} current={current?.to} />}
    >
      <div ref={main}>{children}</div>
    </ShelfFrame>
  );
}
