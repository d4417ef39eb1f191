import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ownTexts } from '#frontend/lib/moderation/own-texts.ts';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';

/** The tabs of the community, each with its own URL; its screen has the same title. To add one, add a line here. */
// oxfmt-ignore
const TABS = [
  { to: '/community', caption: () => t('Community') },
  { to: '/community/discussions', caption: () => t('Discussions') },
  { to: '/community/groups', caption: () => t('Study groups') },
  { to: '/community/chat', caption: () => t('Live chat') },
  { to: '/community/study-rooms', caption: () => t('Study rooms') },
  { to: '/community/people', caption: () => t('People') },
  { to: '/community/nearby', caption: () => t('Nearby') },
  { to: '/community/leaderboard', caption: () => t('Leaderboard') },
] as const;
const HIDDEN_TEXTS = '/community/own';

interface CommunityPageProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
  /** The next thing to do here: a `HeroCard`. */
  readonly hero?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the community under its tabs. */
export function CommunityPage({ title, subtitle, actions, hero, children }: CommunityPageProps) {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  const main = useRestoredFocus();
  const tabs = [...TABS.map(({ to, caption }) => ({ to, caption: caption() })), ...useModerationTab(path)];
  const current = tabs.findLast(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <ShelfFrame
      title={title}
      subtitle={subtitle}
      actions={actions}
      hero={hero}
      language={{ dir: 'auto' }}
      tabs={<FrameTabs label={t('Community')} tabs={tabs} current={current?.to} />}
    >
      <div ref={main}>{children}</div>
    </ShelfFrame>
  );
}

/**
 * A tab for users with an open moderation case, i.e. a hidden text or a suspension. Other users have no such tab, and reach the screen from
 * Settings.
 */
function useModerationTab(path: string) {
  const { user_id: userId } = useUser();
  const { data } = useQuery(ownTexts(userId));
  const hidden = data?.texts.length ?? 0;
  if (hidden === 0 && !data?.suspension && path !== HIDDEN_TEXTS) return [];
  return [{ to: HIDDEN_TEXTS, caption: t('Hidden texts'), count: hidden === 0 ? undefined : formatNumber(hidden) }];
}
