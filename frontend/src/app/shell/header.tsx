import { lazy, Suspense, useEffect, useState } from 'react';
import { styled } from '@mui/material/styles';
import { NotificationBell } from '#frontend/app/shell/notification-bell.tsx';
import { ProfileButton } from '#frontend/app/shell/profile-button.tsx';
import { StudioLink } from '#frontend/app/shell/studio-link.tsx';
import { HeaderBalance } from '#frontend/features/billing/balance/header-balance.tsx';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { Brand } from '#frontend/ui/brand.tsx';

const ShellBackground = lazy(() => import('#frontend/app/shell/shell-background.tsx'));
/** Background work starts this long after the screen has rendered, ms. */
const LIFE_AFTER_MS = 200;

// One row at every width: when it is full, links that the menu also contains are hidden. Only much larger type wraps to a second row.
const Bar = styled('header')(({ theme }) => ({
  backgroundColor: theme.vars.palette.background.paper,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  minHeight: 56,
  paddingInline: '16px 4px',
  [theme.breakpoints.up('md')]: { minHeight: 64, paddingInline: '40px 16px' },
  [theme.breakpoints.up('lg')]: { paddingInlineEnd: 24 },
}));
const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  [theme.breakpoints.up('lg')]: { marginInlineStart: 16 },
}));
// Below the name the mark takes up no width.
const Identity = styled('div')({
  display: 'flex',
  alignItems: 'center',
  columnGap: 16,
  '@media (width < 1280px)': { flexDirection: 'column', alignItems: 'stretch', paddingBlock: 4 },
  '@media (width < 360px)': { width: 'min-content' },
});
const Sandbox = styled('span')(({ theme }) => ({
  paddingInlineStart: 8,
  fontSize: TYPE_SCALE.small,
  fontWeight: 600,
  lineHeight: 1.4,
  color: theme.vars.palette.secondary.main,
  borderInlineStart: `3px dashed ${theme.vars.palette.secondary.main}`,
  '@media (width < 1280px)': { paddingInlineStart: 10 },
}));

function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), LIFE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

/** The header of every screen: product name, AI engine, running generation, studio link, notifications, and profile. */
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
          <ShellBackground />
        </Suspense>
      )}
      <HeaderBalance />
      <Actions>
        <StudioLink />
        <NotificationBell />
        <ProfileButton />
      </Actions>
    </Bar>
  );
}
