import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { Page } from '#frontend/ui/page.tsx';

const Tabs = styled('nav')(({ theme }) => ({
  marginBlockEnd: 24,
  overflowX: 'auto',
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  // on a phone they are a row to be scrolled; elsewhere all are seen
  '& ul': { display: 'flex', listStyle: 'none', margin: 0, padding: 0, [theme.breakpoints.up('md')]: { flexWrap: 'wrap', gap: '0 2px' } },
  '& a': {
    display: 'block',
    padding: '10px 10px',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
    borderBlockEnd: '3px solid transparent',
  },
  '& a:hover': { color: theme.vars.palette.text.primary },
  '& a:focus-visible': { outlineOffset: -3 },
  '& a[aria-current]': { fontWeight: 650, color: theme.vars.palette.primary.main, borderColor: theme.vars.palette.primary.main },
}));

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
  { to: '/community/own', caption: () => t('My texts') },
] as const;

interface CommunityPageProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the community under its tabs. */
export function CommunityPage({ title, subtitle, actions, children }: CommunityPageProps) {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  const tabs = useRef<HTMLElement>(null);
  const main = useRestoredFocus();
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [path]);
  const current = TABS.findLast(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <Page title={title} subtitle={subtitle} actions={actions} language={{ dir: 'auto' }}>
      <Tabs ref={tabs} aria-label={t('Community')}>
        <ul>
          {TABS.map(({ to, caption }) => (
            <li key={to}>
              <TextLink to={to} activeOptions={{ exact: true }} {...(current?.to === to && { 'aria-current': 'page' as const })}>
                {caption()}
              </TextLink>
            </li>
          ))}
        </ul>
      </Tabs>
      <div ref={main}>{children}</div>
    </Page>
  );
}
