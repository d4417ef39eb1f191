import { lazy, Suspense } from 'react';
import { Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { Header } from '#frontend/app/shell/header.tsx';
import { MainNavigation } from '#frontend/app/shell/main-navigation.tsx';
import { useIsInStudio } from '#frontend/app/shell/studio-address.ts';
import { StudioNavigation } from '#frontend/app/shell/studio-navigation.tsx';
import { PendingPage } from '#frontend/app/pending-page.tsx';
import { isBillingDialog, useCloseDialog } from '#frontend/lib/dialog-address.ts';
import { isLessonAddress } from '#frontend/lib/navigation.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';
import { BOTTOM_BAR_HEIGHT, CHIP_HEIGHT, RADIUS, RAIL_PX } from '#frontend/theme/tokens.ts';

const BillingDialogs = lazyOverlay(() => import('#frontend/features/billing/dialogs/billing-dialogs.tsx'));
const PersonalDialogs = lazyOverlay(() => import('#frontend/features/settings/personal-dialogs.tsx'));

const DeletionNotice = lazy(() => import('#frontend/features/identity/account/deletion-notice.tsx'));

const Frame = styled('div')(({ theme }) => ({
  minHeight: '100dvh',
  boxSizing: 'border-box',
  paddingBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + env(safe-area-inset-bottom))`,
  // On a phone the run chip is above the bar.
  '&:has([data-run-chip])': { paddingBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + ${CHIP_HEIGHT} + env(safe-area-inset-bottom))` },
  [theme.breakpoints.up('md')]: { '&, &:has([data-run-chip])': { paddingBlockEnd: 0 }, paddingInlineStart: RAIL_PX },
  // on a phone a lesson has the height of the bar, too: it stands below the text, and comes where the keyboard reaches it; while the text
  // loads, it is below the window, or it would be seen to leave
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
  const isLesson = useLocation({ select: ({ pathname }) => isLessonAddress(pathname) });
  // Between the end of a session and the next screen there is no user: screens below must not be rendered, because `useUser` would throw. The next
  // one may take seconds to load, and until then the page must not be blank.
  const { user } = useSession();
  if (user === null) return <PendingPage />;
  return (
    <Frame data-lesson={isLesson ? '' : undefined}>
      <SkipLink href="#content">{t('Skip to content')}</SkipLink>
      {isInStudio ? <StudioNavigation /> : <MainNavigation />}
      <Header />
      {user.deletion_due_at !== undefined && (
        <Suspense>
          <DeletionNotice user={user} due={user.deletion_due_at} />
        </Suspense>
      )}
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<PendingPage />}>
          <Outlet />
        </Suspense>
      </main>
      {dialog &&
        (isBillingDialog(dialog) ? (
          <BillingDialogs dialog={dialog} onMissing={closeDialog} />
        ) : (
          <PersonalDialogs dialog={dialog} onMissing={closeDialog} />
        ))}
    </Frame>
  );
}
