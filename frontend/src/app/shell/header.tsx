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
import { openSearch } from '../search/open-search.ts';
import { PROFILE_BUTTON } from '#frontend/app/shell/profile-button-id.ts';
import { useIsInStudio } from '#frontend/app/shell/studio-address.ts';
import { HeaderBalance } from '#frontend/features/billing/balance/header-balance.tsx';
import { notifications } from '#frontend/features/notifications/notification-queries.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useNotices } from '#frontend/lib/toast.ts';
import { Brand } from '#frontend/ui/brand.tsx';
import {
  AccountCircleIcon,
  ArrowBackIcon,
  DesignServicesIcon,
  NotificationsIcon,
  SearchIcon,
  StorefrontIcon,
} from '#frontend/ui/icons.tsx';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';

const OutboxSign = lazy(() => import('#frontend/app/shell/outbox-sign.tsx'));
export const ShellBackground = lazy(() => import('#frontend/app/shell/shell-background.tsx'));

// One row at every width: when it is full, words are replaced with icons, and links that are available elsewhere are hidden. Only much
// larger type wraps to a second row.
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
      {/* the mark is below the name, so that it takes up no width; the bar keeps its height, or the screen below would jump when the mark appears */}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '0 16px',
          '@media (width < 1280px)': { flexDirection: 'column', alignItems: 'flex-start' },
          '@media (width < 900px)': { width: 'min-content' },
          [PHONE]: { '& > a': { fontSize: TYPE_SCALE.body, paddingInlineStart: '8px' } },
          // the first letter of the name, as on the app's icon
          '@media (width < 390px)': {
            '& > a': { height: 24, fontSize: 0, lineHeight: '24px', '&::first-letter': { fontSize: TYPE_SCALE.title, lineHeight: '24px' } },
          },
        }}
      >
        <Brand />
        <DemoMark />
      </Box>
      <SearchButton />
      <Suspense>
        <ShellBackground />
      </Suspense>
      <HeaderBalance />
      <Stack direction="row" sx={{ alignItems: 'center', marginInlineStart: { lg: 2 }, [PHONE]: { '& > .MuiButtonBase-root': NARROW } }}>
        <MarketLink />
        <StudioLink />
        <Suspense>
          <OutboxSign />
        </Suspense>
        <NotificationBell />
        <ProfileButton />
      </Stack>
    </HeaderBar>
  );
}

/**
 * On a phone, buttons are narrower, because five icons must fit beside the balance; their height still suits a finger. Icons grow with the
 * type size.
 */
const PHONE = '@media (width < 600px)';
const NARROW = { minWidth: 36, width: 'max(36px, 1.5rem)', paddingInline: 0 } as const;

/** The minimum window width, in px, at which the header has room for an element in every language: without and with the run chip. */
type RoomFrom = readonly [alone: number, besideRun: number];

const hiddenBelow = ([alone, besideRun]: RoomFrom) => ({
  // on a phone the run chip is above the bar instead
  [`@media (768px <= width < ${besideRun}px)`]: { 'header:has([data-run-chip]) &': { display: 'none' } },
  [`@media (width < ${alone}px)`]: { display: 'none' },
});

const FIELD_FROM = '@media (width >= 1440px)';
const FIELD_WORDS = {
  '@media (width < 1440px)': { display: 'none' },
  'header:has([data-run-chip], [data-shared]) &': { display: 'none' },
} as const;
/** Looks like the search field that it opens; only an icon if a run or an organisation's pool takes up the space. */
const FIELD = {
  'header:not(:has([data-run-chip], [data-shared])) &': {
    width: 240,
    minHeight: 40,
    color: 'text.secondary',
    backgroundColor: 'background.default',
    border: 1,
    borderColor: 'line.hairline',
    fontWeight: 400,
  },
} as const;

const DemoPanel = lazyOverlay(() => import('#frontend/app/shell/demo-panel.tsx'));

/**
 * Says that the demo library writes the courses, and opens an explanation. Separate from the header, so that the header does not render
 * again when the answer arrives.
 */
function DemoMark() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!useIsSandboxAi()) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <Chip
        size="small"
        color="secondary"
        label={
          <>
            <Box component="span" sx={{ [PHONE]: { display: 'none' } }}>
              {t('Demo library')}
            </Box>
            <Box component="span" sx={{ display: 'none', [PHONE]: { display: 'inline' } }}>
              {t('Demo')}
            </Box>
          </>
        }
        aria-label={t('Demo library')}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        // also high enough for a finger: it is below the name, and the bar must not grow. In narrow windows it has two lines
        sx={{
          '&.MuiChip-clickable': { minHeight: 24 },
          '@media (width < 900px)': { height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal', lineHeight: 1.1 } },
          // on a phone a quiet word under the first letter of the name: a second colour there would dominate the name
          [PHONE]: {
            '&&, &&:hover': { paddingInline: 0, color: 'text.secondary', bgcolor: 'transparent' },
            '& .MuiChip-label': { paddingInline: '11px 4px' },
          },
        }}
      />
      {anchor && <DemoPanel anchor={anchor} onClose={close} onMissing={close} />}
    </>
  );
}

/** The only search, over the user's own content, the market, and all screens; with its word and shortcut where the header has room. */
function SearchButton() {
  return (
    <Button
      id="search-button"
      color="inherit"
      aria-label={t('Search and commands')}
      title={t('Search and commands')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openSearch}
      sx={{ minWidth: 44, paddingInline: 1, gap: 1, marginInlineStart: { xs: 0, lg: 2 }, [PHONE]: NARROW, [FIELD_FROM]: FIELD }}
    >
      <SearchIcon aria-hidden />
      <Box component="span" sx={{ flexGrow: 1, textAlign: 'start', ...FIELD_WORDS }}>
        {t('Search')}
      </Box>
      <Typography
        component="kbd"
        variant="caption"
        noWrap
        // drawn, because text in a button must be part of its name
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          paddingInline: 0.75,
          '&::after': { content: '"Ctrl K"' },
          ...FIELD_WORDS,
        }}
      />
    </Button>
  );
}

/** The header's links show their words only from a common width on, because a lone icon beside words looks like a mistake. */
const WORDS_FROM: RoomFrom = [1700, 1900];

/** The link to the marketplace. */
function MarketLink() {
  return (
    <HeaderLink
      to="/market"
      word={t('Marketplace')}
      icon={<StorefrontIcon aria-hidden />}
      wordFrom={WORDS_FROM}
      linkFrom={[360, 1700]}
      isSpare
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
      wordFrom={WORDS_FROM}
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

interface HeaderLinkProps {
  readonly to: '/market' | '/studio' | '/create';
  readonly word: string;
  readonly icon: ReactNode;
  /** From this width on, the word is visible; below it, only the icon. */
  readonly wordFrom: RoomFrom;
  /** From this width on, the link itself is visible; by default always. */
  readonly linkFrom?: RoomFrom;
  /** Hidden when an organisation's pool is shown beside the balance. */
  readonly isSpare?: boolean;
}

/** A link of the header; its word is shown where the header has room. */
const BESIDE_POOL = { '@media (768px <= width < 1360px)': { 'header:has([data-shared]) &': { display: 'none' } } } as const;

function HeaderLink({ to, word, icon, wordFrom, linkFrom, isSpare }: HeaderLinkProps) {
  return (
    <LinkButton
      to={to}
      color="inherit"
      aria-label={word}
      title={word}
      sx={{ minWidth: 44, paddingInline: 1, gap: 1, ...(linkFrom && hiddenBelow(linkFrom)), ...(isSpare && BESIDE_POOL) }}
    >
      {icon}
      <Box component="span" sx={{ whiteSpace: 'nowrap', ...hiddenBelow(wordFrom) }}>
        {word}
      </Box>
    </LinkButton>
  );
}

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
