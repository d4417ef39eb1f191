import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { onOpenSearch } from '../search/open-search.ts';
import { Header } from '#frontend/app/shell/header.tsx';
import { useIsInConsole, useIsInStudio } from '#frontend/app/shell/studio-address.ts';
import { NavigationBar, type Place } from '#frontend/app/shell/navigation-bar.tsx';
import { PendingPage } from '#frontend/app/pending-page.tsx';
import { useOpenCourse, type OpenCourse } from '#frontend/lib/courses/open-course.ts';
import { useConnection } from '#frontend/lib/connection.ts';
import { isBillingDialog, useCloseDialog } from '#frontend/lib/dialog-address.ts';
import { isLessonAddress } from '#frontend/lib/navigation.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import {
  AccountBalanceIcon,
  BarChartIcon,
  GroupsIcon,
  LibraryBooksIcon,
  PostAddIcon,
  SpaceDashboardIcon,
  AutoStoriesIcon,
  EditNoteIcon,
  ForumIcon,
  InsightsIcon,
  LayersIcon,
  MenuBookIcon,
  MonitorHeartIcon,
  PsychologyIcon,
} from '#frontend/ui/icons.tsx';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';
import { BOTTOM_BAR_HEIGHT, CHIP_HEIGHT, RADIUS, RAIL_PX } from '#frontend/theme/tokens.ts';

const BillingDialogs = lazyOverlay(() => import('#frontend/features/billing/dialogs/billing-dialogs.tsx'));
const PersonalDialogs = lazyOverlay(() => import('#frontend/features/settings/personal-dialogs.tsx'));

const CommandPalette = lazyOverlay(() => import('../search/command-palette.tsx'));
const ConsolePalette = lazyOverlay(() => import('../search/console-palette.tsx'));
const ConsoleShell = lazy(() => import('#frontend/app/shell/console-shell.tsx'));
const ConnectionNote = lazy(() => import('#frontend/app/shell/connection-note.tsx'));
const DeletionNotice = lazy(() => import('#frontend/features/identity/account/deletion-notice.tsx'));

const Frame = styled('div')(({ theme }) => ({
  minHeight: '100dvh',
  boxSizing: 'border-box',
  paddingBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + env(safe-area-inset-bottom))`,
  // On a phone the run chip is above the bar.
  '&:has([data-run-chip])': { paddingBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + ${CHIP_HEIGHT} + env(safe-area-inset-bottom))` },
  [theme.breakpoints.up('md')]: {
    '&, &:has([data-run-chip])': { paddingBlockEnd: 0 },
    paddingInlineStart: RAIL_PX,
    // the console has its own rail
    '&[data-console]': { paddingInlineStart: 0, '& > nav': { display: 'none' } },
  },
  // on a phone a lesson also takes the height of the bar, which is below the text and appears when the keyboard reaches it. While the text
  // loads, the bar is below the window, so that nobody sees it leave
  [theme.breakpoints.down('md')]: {
    '&[data-lesson]': { display: 'flex', flexDirection: 'column', paddingBlockEnd: 0 },
    '&[data-lesson] > main': { flex: 1, minHeight: '100dvh' },
    '&[data-lesson] > nav:not(:has(:focus-visible))': { position: 'static', order: 1 },
  },
}));

const SkipLink = styled('a')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  insetBlockStart: 8,
  insetInlineStart: 8,
  padding: '8px 16px',
  borderRadius: RADIUS.control,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:not(:focus)': { clipPath: 'inset(50%)' },
}));

/** The signed-in frame: navigation, header, and the current screen. */
export default function Shell() {
  const { dialog } = useSearch({ from: '/app' });
  const closeDialog = useCloseDialog();
  const isInStudio = useIsInStudio();
  const isInConsole = useIsInConsole();
  const needsConnection = useNeedsConnection();
  const isLesson = useLocation({ select: ({ pathname }) => isLessonAddress(pathname) });
  // Between the end of a session and the next screen there is no user: screens below must not render, because `useUser` would throw. The
  // next one may take seconds to load, and until then the page must not be blank.
  const { user } = useSession();
  if (user === null) return <PendingPage />;
  return (
    <Frame data-lesson={isLesson ? '' : undefined} data-console={isInConsole ? '' : undefined}>
      <SkipLink href="#content">{t('Skip to content')}</SkipLink>
      {isInConsole ? (
        <Suspense>
          <ConsoleShell />
        </Suspense>
      ) : (
        <>
          {isInStudio ? <StudioNavigation /> : <MainNavigation />}
          <Header />
        </>
      )}
      {user.deletion_due_at !== undefined && (
        <Suspense>
          <DeletionNotice user={user} due={user.deletion_due_at} />
        </Suspense>
      )}
      <main id="content" tabIndex={-1}>
        {needsConnection && (
          <Suspense>
            <ConnectionNote />
          </Suspense>
        )}
        <Suspense fallback={<PendingPage />}>
          <Outlet />
        </Suspense>
      </main>
      <Search isInConsole={isInConsole} />
      {dialog &&
        (isBillingDialog(dialog) ? (
          <BillingDialogs dialog={dialog} onMissing={closeDialog} />
        ) : (
          <PersonalDialogs dialog={dialog} onMissing={closeDialog} />
        ))}
    </Frame>
  );
}

/** Screens on which a learner can go on without a connection: what is done there waits on this device. */
const GOES_ON = /^\/(courses|classes|review|cards|notes|voice-notes|certificates|dashboard)(\/|$)/;

/** Whether the open screen needs a connection and there is none. */
function useNeedsConnection(): boolean {
  const isConnected = useConnection();
  const goesOn = useLocation({ select: ({ pathname }) => GOES_ON.test(pathname) });
  return !isConnected && !goesOn;
}

/** The search of the app or the console. It listens from the first paint on, so that no key press is lost while the screen loads. */
function Search({ isInConsole }: { readonly isInConsole: boolean }) {
  const [isSearching, setSearching] = useState(false);
  useEffect(() => onOpenSearch(() => setSearching(true)), []);
  if (!isSearching) return null;
  const Palette = isInConsole ? ConsolePalette : CommandPalette;
  const close = () => setSearching(false);
  return <Palette onClose={close} onMissing={close} />;
}

/** The navigation of the Creator Studio. It is part of the shell, so that it is visible before the studio has loaded. */
export function StudioNavigation() {
  const current = studioPlaceOf(useLocation({ select: ({ pathname }) => pathname }));
  return <NavigationBar label={t('Creator Studio')} places={studioPlaces()} current={current} />;
}

/** The navigation of the main screen. */
export function MainNavigation() {
  const isOperator = useSession().user?.roles.some((role) => role === 'operator' || role === 'admin') ?? false;
  const current = placeOf(useLocation({ select: ({ pathname }) => pathname }));
  return <NavigationBar label={t('Main')} places={placesFor(useOpenCourse(), isOperator)} current={current} />;
}

type StudioPlace = Place<'overview' | 'courses' | 'analytics' | 'students' | 'payouts' | 'batches' | 'create'>;

/** The navigation entries of the Creator Studio in order, the overview first (CRE-02); a phone has the last three behind 'More'. */
const studioPlaces = (): readonly StudioPlace[] => [
  { id: 'overview', caption: t('Overview'), href: '/studio', icon: SpaceDashboardIcon },
  { id: 'courses', caption: t('Courses'), href: '/studio/courses', icon: LibraryBooksIcon },
  { id: 'analytics', caption: t('Analytics'), href: '/studio/analytics', icon: BarChartIcon },
  { id: 'students', caption: t('Students'), href: '/studio/students', icon: GroupsIcon },
  { id: 'payouts', caption: t('Payouts'), href: '/studio/payouts', icon: AccountBalanceIcon, isInMore: true },
  { id: 'batches', caption: t('Bulk updates'), href: '/studio/batches', icon: LayersIcon, isInMore: true },
  { id: 'create', caption: t('Create'), href: '/studio/create', icon: PostAddIcon, isInMore: true },
];

/** Returns the entry that a studio path belongs to, or null. */
function studioPlaceOf(pathname: string): StudioPlace['id'] | null {
  const part = /^\/studio(?:\/([^/]*)|$)/i.exec(pathname);
  if (!part) return null;
  const id = part[1]?.toLowerCase() || 'overview';
  return studioPlaces().find((place) => place.id === id)?.id ?? null;
}

type MainPlace = Place<'builder' | 'courses' | 'learning' | 'community' | 'mentor' | 'dashboard' | 'console'>;

/**
 * The places of the main screen in order (SHELL-02, G42): Learning only while a course is open (SHELL-03), the console only for operators.
 * A phone's bar has room for six, as specified (SHELL-04); an operator's seventh replaces the community there.
 */
export function placesFor(open: OpenCourse | null, isOperator = false): readonly MainPlace[] {
  const places: MainPlace[] = [
    { id: 'builder', caption: t('AI Builder'), href: '/create', icon: EditNoteIcon },
    { id: 'courses', caption: t('My Courses'), href: '/courses', icon: MenuBookIcon },
  ];
  if (open) {
    const href = `/courses/${encodeURIComponent(open.courseId)}/learn/${open.module}/${open.lesson}`;
    places.push({ id: 'learning', caption: t('Learning'), href, icon: AutoStoriesIcon });
  }
  places.push({ id: 'community', caption: t('Community'), href: '/community', icon: ForumIcon, isWideOnly: open !== null && isOperator });
  places.push({ id: 'mentor', caption: t('AI Mentor'), href: '/mentor', icon: PsychologyIcon });
  places.push({ id: 'dashboard', caption: t('Dashboard'), href: '/dashboard', icon: InsightsIcon });
  if (isOperator) places.push({ id: 'console', caption: t('Console'), href: '/operator', icon: MonitorHeartIcon });
  return places;
}

/** Returns the place that a path belongs to, or null. */
export function placeOf(pathname: string): MainPlace['id'] | null {
  if (/^\/courses\/[^/]+\/learn(\/|$)/.test(pathname)) return 'learning';
  if (/^\/(courses|classes|review|notes|videos|voice-notes|certificates)(\/|$)/.test(pathname)) return 'courses';
  if (/^\/community(\/|$)/.test(pathname)) return 'community';
  if (/^\/mentor(\/|$)/.test(pathname)) return 'mentor';
  if (/^\/dashboard(\/|$)/.test(pathname)) return 'dashboard';
  if (/^\/operator(\/|$)/.test(pathname)) return 'console';
  if (/^\/(create|welcome)(\/|$)/.test(pathname)) return 'builder';
  return null;
}
