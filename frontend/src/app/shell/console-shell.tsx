import { lazy, Suspense } from 'react';
import { useLocation } from '@tanstack/react-router';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { openSearch } from '../search/open-search.ts';
import { HeaderBar, ProfileButton, ShellBackground } from '#frontend/app/shell/header.tsx';
import { NavigationBar, type Place } from '#frontend/app/shell/navigation-bar.tsx';
import { t } from '#frontend/lib/text.ts';
import { Brand } from '#frontend/ui/brand.tsx';
import { AutoStoriesIcon, BarChartIcon, LibraryBooksIcon, MonitorHeartIcon, SpaceDashboardIcon } from '#frontend/ui/icons.tsx';

const ConsoleHead = lazy(() => import('#frontend/features/operator/console-head.tsx'));

/** The header of the console: its state and search, without prices or purchases. */
function ConsoleHeader() {
  return (
    <HeaderBar
      data-density="dense"
      sx={{ columnGap: 1.5, paddingBlockStart: { xs: 0.75, md: 0 }, position: { md: 'sticky' }, insetBlockStart: 0, zIndex: 'appBar' }}
    >
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', alignItems: 'baseline', gap: '0 8px', flex: { xs: 1, md: 'none' }, minWidth: 0 }}
      >
        <Brand />
        <Typography component="span" variant="body2" color="textSecondary" sx={{ '@media (width < 360px)': { display: 'none' } }}>
          {t('Operations')}
        </Typography>
      </Stack>
      <Suspense>
        <ShellBackground />
      </Suspense>
      <Suspense fallback={<Box sx={{ flex: 1 }} />}>
        <ConsoleHead onSearch={openSearch} />
      </Suspense>
      <ProfileButton />
    </HeaderBar>
  );
}

/** The operator's navigation on a phone, within reach of the thumb; on wider screens the console has its own rail. */
function ConsoleNavigation() {
  const pathname = useLocation({ select: (location) => location.pathname.replace(/(?<=.)\/$/, '') });
  const places: readonly Place[] = [
    { id: '/operator', caption: t('Overview'), href: '/operator', icon: SpaceDashboardIcon },
    { id: '/operator/runs', caption: t('Runs'), href: '/operator/runs', icon: LibraryBooksIcon },
    { id: '/operator/alerts', caption: t('Alerts'), href: '/operator/alerts', icon: MonitorHeartIcon },
    { id: '/operator/services', caption: t('AI services'), href: '/operator/services', icon: BarChartIcon },
    { id: 'app', caption: t('Back to app'), href: '/create', icon: AutoStoriesIcon },
  ];
  const current = places.findLast(({ id }) => pathname === id || (id !== '/operator' && pathname.startsWith(`${id}/`)));
  return <NavigationBar label={t('Operations')} places={places} current={current?.id ?? null} />;
}

/** Replaces the app's bars in the console; loaded only by operators. */
export default function ConsoleShell() {
  return (
    <>
      <ConsoleNavigation />
      <ConsoleHeader />
    </>
  );
}
