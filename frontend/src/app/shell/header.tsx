import { lazy, Suspense, useEffect, useState } from 'react';
import { styled } from '@mui/material/styles';
import { NotificationBell } from '#frontend/app/shell/notification-bell.tsx';
import { ProfileButton } from '#frontend/app/shell/profile-button.tsx';
import { StudioWay } from '#frontend/app/shell/studio-way.tsx';
import { HeaderBalance } from '#frontend/features/billing/balance/header-balance.tsx';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { Brand } from '#frontend/ui/brand.tsx';

const ShellLife = lazy(() => import('#frontend/app/shell/shell-life.tsx'));
/** What goes on elsewhere waits until the screen itself is there, ms. */
const LIFE_AFTER_MS = 200;

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  minHeight: 56,
  paddingInline: '16px 8px',
  [theme.breakpoints.up('md')]: { minHeight: 64, paddingInline: '40px 24px' },
}));
const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  marginInlineStart: 'auto',
  // the balance stands before it there
  [theme.breakpoints.up('lg')]: { marginInlineStart: 16 },
}));
// A narrow window has no room for the mark beside the name: it stands below it there.
const Identity = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  columnGap: 16,
  [theme.breakpoints.down('sm')]: { flexDirection: 'column', alignItems: 'stretch', paddingBlock: 4 },
}));
const Sandbox = styled('span')(({ theme }) => ({
  paddingInlineStart: 8,
  fontSize: TYPE_SCALE.small,
  fontWeight: 600,
  lineHeight: 1.4,
  color: theme.vars.palette.secondary.main,
  borderInlineStart: `3px dashed ${theme.vars.palette.secondary.main}`,
  [theme.breakpoints.down('sm')]: { paddingInlineStart: 10 },
}));

function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), LIFE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

/** The line above every screen: the product, what kind of AI writes, what is being written, the studio, what has happened, and who is here. */
export function Header() {
  const isSandbox = useIsSandboxAi();
  const isSettled = useIsSettled();
  return (
    <Bar>
      <Identity>
        <Brand />
        {isSandbox && (
          <Sandbox title={t('No AI service is configured: a stand-in on this machine writes the courses.')}>{t('Sandbox AI')}</Sandbox>
        )}
      </Identity>
      {isSettled && (
        <Suspense>
          <ShellLife />
        </Suspense>
      )}
      <HeaderBalance />
      <Actions>
        <StudioWay />
        <NotificationBell />
        <ProfileButton />
      </Actions>
    </Bar>
  );
}
