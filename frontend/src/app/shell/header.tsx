import { lazy, Suspense } from 'react';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { MarketLink } from '#frontend/app/shell/market-link.tsx';
import { NotificationBell } from '#frontend/app/shell/notification-bell.tsx';
import { ProfileButton } from '#frontend/app/shell/profile-button.tsx';
import { StudioLink } from '#frontend/app/shell/studio-link.tsx';
import { HeaderBalance } from '#frontend/features/billing/balance/header-balance.tsx';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';
import { Brand } from '#frontend/ui/brand.tsx';

const ShellBackground = lazy(() => import('#frontend/app/shell/shell-background.tsx'));

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

/** The header of every screen: product name, AI engine, running generation, studio link, notifications, and profile. */
export function Header() {
  return (
    <Bar>
      {/* below the name the mark takes up no width, and with it the bar stays as high: the screen below would jump when it comes */}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '0 16px',
          '@media (width < 1280px)': { flexDirection: 'column', alignItems: 'flex-start' },
          '@media (width < 360px)': { width: 'min-content' },
        }}
      >
        <Brand />
        <SandboxMark />
      </Box>
      <Suspense>
        <ShellBackground />
      </Suspense>
      <HeaderBalance />
      <Stack direction="row" sx={{ alignItems: 'center', marginInlineStart: { lg: 2 } }}>
        <MarketLink />
        <StudioLink />
        <NotificationBell />
        <ProfileButton />
      </Stack>
    </Bar>
  );
}

/** Apart from the header, which is not rendered again when the answer comes. */
function SandboxMark() {
  if (!useIsSandboxAi()) return null;
  return (
    <Chip
      component="span"
      size="small"
      color="secondary"
      title={t('No AI service is configured: a stand-in on this machine writes the courses.')}
      label={t('Sandbox AI')}
      // in the narrowest windows its words are below each other
      sx={{ '@media (width < 360px)': { height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal', lineHeight: 1.1 } } }}
    />
  );
}
