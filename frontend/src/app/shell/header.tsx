import { lazy, Suspense, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Badge from '@mui/material/Badge';
import { useQuery } from '@tanstack/react-query';
import IconButton from '@mui/material/IconButton';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { PROFILE_BUTTON } from '#frontend/app/shell/profile-button-id.ts';
import { useIsInStudio } from '#frontend/app/shell/studio-address.ts';
import { HeaderBalance } from '#frontend/features/billing/balance/header-balance.tsx';
import { notifications } from '#frontend/features/notifications/notification-queries.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useNotices } from '#frontend/lib/toast.ts';
import { Brand } from '#frontend/ui/brand.tsx';
import { StorefrontIcon, ArrowBackIcon, DesignServicesIcon, NotificationsIcon, AccountCircleIcon } from '#frontend/ui/icons.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';

export const ShellBackground = lazy(() => import('#frontend/app/shell/shell-background.tsx'));

// One row at every width: when it is full, links that the menu also contains are hidden. Only much larger type wraps to a second row.
export const HeaderBar = styled('header')(({ theme }) => ({
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
    <HeaderBar>
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
        <DemoMark />
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
    </HeaderBar>
  );
}

const DemoPanel = lazyOverlay(() => import('#frontend/app/shell/demo-panel.tsx'));

/** Says that the demo library writes the courses, and opens what that means. Apart from the header, which is not rendered again when the answer comes. */
function DemoMark() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!useIsSandboxAi()) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <Chip
        size="small"
        color="secondary"
        label={t('Demo library')}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        // as high under a finger too: it stands below the name, and the bar must not grow. In the narrowest windows its words are below each other
        sx={{
          '&.MuiChip-clickable': { minHeight: 24 },
          '@media (width < 360px)': { height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal', lineHeight: 1.1 } },
        }}
      />
      {anchor && <DemoPanel anchor={anchor} onClose={close} onMissing={close} />}
    </>
  );
}

/** The link to the marketplace, where the header has room; the profile menu always has it. */
function MarketLink() {
  return (
    <HeaderLink
      to="/market"
      word={t('Marketplace')}
      icon={<StorefrontIcon aria-hidden />}
      wordFrom={[1700, 1700]}
      linkFrom={[1360, 1700]}
    />
  );
}

/** The link to the Creator Studio (SHELL-06), and inside it back to the main screen (CRE-01). */
export function StudioLink() {
  const isInStudio = useIsInStudio();
  const word = isInStudio ? t('Back to app') : t('Creator Studio');
  return (
    <HeaderLink
      to={isInStudio ? '/create' : '/studio'}
      word={word}
      icon={
        isInStudio ? (
          <ArrowBackIcon aria-hidden sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />
        ) : (
          <DesignServicesIcon aria-hidden />
        )
      }
      wordFrom={[1200, 1500]}
    />
  );
}

const NotificationList = lazyOverlay(() => import('#frontend/features/notifications/notification-list.tsx'));

/** The bell with the number of unread notifications, and their list (A19). */
function NotificationBell() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { user_id: userId } = useUser();
  // The shell's watcher fetches; the bell only reads the cache.
  const { data } = useQuery({ ...notifications(userId), enabled: false });
  const unread = (data?.unread ?? 0) + useNotices().filter(({ isRead, isListed }) => isListed && !isRead).length;
  return (
    <>
      <IconButton
        aria-label={unread === 0 ? t('Notifications') : t('Notifications, {n} unread', { n: unread })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge badgeContent={unread || null} max={999} color="secondary" slotProps={{ badge: { 'aria-hidden': true } }}>
          <NotificationsIcon />
        </Badge>
      </IconButton>
      {anchor && <NotificationList userId={userId} anchor={anchor} onClose={() => setAnchor(null)} onMissing={() => setAnchor(null)} />}
    </>
  );
}

/** A width of the window in px from which on the header has room for something, also in the longest language: without and with the run chip. */
type RoomFrom = readonly [alone: number, besideRun: number];

interface HeaderLinkProps {
  readonly to: '/market' | '/studio' | '/create';
  readonly word: string;
  readonly icon: ReactNode;
  /** Where there is room for the word; below, only the icon is visible. */
  readonly wordFrom: RoomFrom;
  /** Where there is room for the link itself; by default everywhere. */
  readonly linkFrom?: RoomFrom;
}

/** A link of the header, whose word is shown where the header has room for it. */
function HeaderLink({ to, word, icon, wordFrom, linkFrom }: HeaderLinkProps) {
  return (
    <LinkButton
      to={to}
      color="inherit"
      aria-label={word}
      title={word}
      sx={{ minWidth: 44, paddingInline: 1, gap: 1, ...(linkFrom && hiddenBelow(linkFrom)) }}
    >
      {icon}
      <Box component="span" sx={{ whiteSpace: 'nowrap', ...hiddenBelow(wordFrom) }}>
        {word}
      </Box>
    </LinkButton>
  );
}

const hiddenBelow = ([alone, besideRun]: RoomFrom) => ({
  [`@media (width < ${alone}px)`]: { display: 'none' },
  [`@media (width < ${besideRun}px)`]: { 'header:has([data-run-chip]) &': { display: 'none' } },
});

const ProfilePanel = lazyOverlay(() => import('#frontend/app/shell/profile-panel.tsx'));

/** Shows the signed-in user; opens the profile menu. */
export function ProfileButton() {
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        id={PROFILE_BUTTON}
        color="inherit"
        aria-label={t('Profile menu of {name}', { name: user.first_name })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 44, paddingInline: 1, gap: 1 }}
      >
        <AccountCircleIcon aria-hidden />
        <Typography
          component="span"
          variant="inherit"
          noWrap
          dir="auto"
          sx={({ breakpoints }) => ({
            maxWidth: '10ch',
            [breakpoints.down('lg')]: { display: 'none' },
            [breakpoints.down('xl')]: { 'header:has([data-run-chip]) &': { display: 'none' } },
          })}
        >
          {user.first_name}
        </Typography>
      </Button>
      {anchor && <ProfilePanel anchor={anchor} onClose={() => setAnchor(null)} onMissing={() => setAnchor(null)} />}
    </>
  );
}
