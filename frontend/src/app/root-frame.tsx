import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useNavigate, useSearch, lazyRouteComponent, useChildMatches } from '@tanstack/react-router';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { keyframes, styled } from '@mui/material/styles';
import IconButton from '@mui/material/IconButton';
import { PendingPage } from '#frontend/app/pending-page.tsx';
import { useTerms } from '#frontend/app/use-terms.ts';
import { storeReturnedSession, useReturnedSession } from '#frontend/features/billing/payment-return/returned-session.ts';
import { useNewPrice } from '#frontend/lib/accepted-price.ts';
import { useAccessibilityPreferences } from '#frontend/lib/preferences/use-accessibility-preferences.ts';
import { useSession, getSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { hideToast, TOAST_MS, useNotices, type Notice } from '#frontend/lib/toast.ts';
import { BOTTOM_BAR_HEIGHT, CHIP_HEIGHT, RAIL_PX } from '#frontend/theme/tokens.ts';
import { CloseIcon } from '#frontend/ui/icons.tsx';
import { NoticeBody } from '#frontend/ui/notice-body.tsx';

const TermsDialog = lazy(() => import('#frontend/features/legal/terms-dialog.tsx'));
const NewPriceDialog = lazy(() => import('#frontend/app/new-price-dialog.tsx'));
const UpdateBar = lazy(() => import('#frontend/app/update-bar.tsx'));
const PaymentReturn = lazy(() => import('#frontend/features/billing/payment-return/payment-return.tsx'));

/** Removes the id of a returned payment from the URL, whatever the path (PAY-19). Returns it until its outcome has been shown. */
function useReturnedPayment(): string | null {
  const { session_id: sessionId } = useSearch({ strict: false });
  const navigate = useNavigate();
  useEffect(() => {
    if (sessionId === undefined) return;
    storeReturnedSession(sessionId);
    void navigate({ to: '.', search: (old) => ({ ...old, session_id: undefined }), replace: true, resetScroll: false });
  }, [sessionId, navigate]);
  return useReturnedSession();
}

/** The frame of every screen, signed in or not. */
export function RootFrame() {
  const { user } = useSession();
  const returned = useReturnedPayment();
  const terms = useTerms();
  const isPriceAsked = useNewPrice() !== null;
  return (
    <>
      {user !== null && returned !== null && (
        <Suspense>
          <PaymentReturn key={returned} userId={user.user_id} sessionId={returned} />
        </Suspense>
      )}
      <Outlet />
      {terms.isOpen && (
        <Suspense>
          <TermsDialog onClose={terms.close} />
        </Suspense>
      )}
      {isPriceAsked && (
        <Suspense>
          <NewPriceDialog />
        </Suspense>
      )}
      <Suspense>
        <UpdateBar />
      </Suspense>
      <ToastStack />
    </>
  );
}

const Shell = lazyRouteComponent(() => import('#frontend/app/shell/shell.tsx'));

/** The shell for users. Visitors see an open screen on its own and do not load the shell. */
export function AppFrame() {
  const { user } = useSession();
  const isOpen = useChildMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isOpen) });
  return user === null && isOpen ? (
    <Outlet />
  ) : (
    <Suspense fallback={<PendingPage />}>
      <Shell />
    </Suspense>
  );
}

/** Called by the router, so that the shell loads together with the screen's own files. */
AppFrame.preload = async () => {
  if (getSession().status !== 'signed-out') await Shell.preload?.();
};

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } });

const Corner = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.snackbar,
  insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + 12px)`,
  'body:has([data-run-chip]) &': { insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + ${CHIP_HEIGHT} + 12px)` },
  insetInline: 16,
  display: 'grid',
  gap: 8,
  pointerEvents: 'none',
  [theme.breakpoints.up('md')]: {
    'body:has([data-run-chip]) &, &': { insetBlockEnd: 24 },
    insetInlineStart: 'auto',
    insetInlineEnd: 24,
    width: 380,
    '&[data-place~="start"]': { insetInlineStart: RAIL_PX + 24, insetInlineEnd: 'auto' },
  },
  // below the header
  'body &[data-place~="top"]': { insetBlockStart: 76, insetBlockEnd: 'auto' },
}));

/**
 * Places for the toasts; the first is used where they cover nothing that must stay visible. On a phone, start and end are the same place.
 */
const PLACES = ['bottom end', 'bottom start', 'top end', 'top start'] as const;
/** Elements that must stay readable and pressable throughout the product: the main buttons, and the screen's heading. */
const LEADING_ON = '.MuiButton-contained:not(.Mui-disabled), h1';
/** Attributes whose change can show, hide, move or disable an element. */
const MOVING = ['class', 'style', 'hidden', 'disabled', 'aria-hidden', 'tabindex', 'open'];
/** Events after which other content may be below the toasts, wherever they happen. */
const MOVES = ['scroll', 'resize', 'focusin', 'transitionend', 'animationend', 'load'] as const;

/**
 * Calls back in the next frame after anything on the page appears, disappears, moves or takes the focus, or a toast is no longer in use.
 * @returns the function that stops it
 */
function watchPage(corner: HTMLElement, onChange: () => void): () => void {
  let frame = 0;
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onChange();
    });
  };
  const mutations = new MutationObserver(soon);
  mutations.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: MOVING });
  const sizes = new ResizeObserver(soon);
  for (const element of [document.body, corner]) sizes.observe(element);
  for (const name of MOVES) window.addEventListener(name, soon, { capture: true, passive: true });
  for (const name of ['pointerout', 'focusout']) corner.addEventListener(name, soon);
  return () => {
    cancelAnimationFrame(frame);
    mutations.disconnect();
    sizes.disconnect();
    for (const name of MOVES) window.removeEventListener(name, soon, { capture: true });
    for (const name of ['pointerout', 'focusout']) corner.removeEventListener(name, soon);
  };
}

/** Moves the toasts to a place where they cover neither a main button nor the focused control; if there is none, they stay. */
function makeRoom(corner: HTMLElement): void {
  // never moves away from under a pointer
  if (corner.matches(':hover, :focus-within')) return;
  const kept = [...document.querySelectorAll(LEADING_ON), document.activeElement]
    .filter((element) => element !== null)
    .filter(
      (element) =>
        !element.contains(corner) && !element.matches('[tabindex="-1"]:not(h1)') && element.closest('[aria-hidden="true"]') === null,
    )
    .map((element) => element.getBoundingClientRect());
  const isFree = () => {
    const own = corner.getBoundingClientRect();
    return !kept.some(
      ({ left, right, top, bottom }) => left < own.right && right > own.left && top < own.bottom && bottom > own.top && bottom > top,
    );
  };
  const before = corner.dataset.place;
  for (const place of [before, ...PLACES]) {
    corner.dataset.place = place;
    if (isFree()) return;
  }
  corner.dataset.place = before;
}
const Shown = styled(Card)(({ theme }) => ({
  display: 'flex',
  gap: 8,
  pointerEvents: 'auto',
  borderColor: theme.vars.palette.line.control,
  '@media (prefers-reduced-motion: no-preference)': { animation: `${appear} 200ms ease-out` },
}));

/**
 * Maximum number of toasts on screen for users whose toasts stay until dismissed; the others are queued, and are in the list of
 * notifications.
 */
const MOST_STAYING = 4;

/** Counts down a toast's time, except while the pointer or the focus is on it, and for users whose toasts stay until dismissed. */
function Toast({ notice }: { readonly notice: Notice }) {
  const [isInUse, setInUse] = useState(false);
  const isHeld = useAccessibilityPreferences().screen_reader || isInUse;
  const left = useRef(TOAST_MS);
  useEffect(() => {
    if (isHeld) return;
    const from = Date.now();
    const timer = setTimeout(() => hideToast(notice.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - from));
    };
  }, [isHeld, notice.id]);
  return (
    <Shown
      onPointerEnter={() => setInUse(true)}
      onPointerLeave={() => setInUse(false)}
      onFocus={() => setInUse(true)}
      onBlur={() => setInUse(false)}
    >
      <NoticeBody notice={notice} />
      <IconButton sx={{ margin: 0.5 }} aria-label={t('Dismiss')} onClick={() => hideToast(notice.id)}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Shown>
  );
}

/** The toasts on screen. The two regions are always rendered, because a live region must exist before its text changes. */
export function ToastStack() {
  const { screen_reader: isStaying } = useAccessibilityPreferences();
  const all = useNotices().filter((notice) => notice.isShown);
  const shown = isStaying ? all.slice(0, MOST_STAYING) : all;
  const isAlert = (notice: Notice) => notice.kind === 'error';
  const corner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = corner.current;
    if (element === null) return;
    if (shown.length === 0) {
      element.dataset.place = PLACES[0];
      return;
    }
    makeRoom(element);
    return watchPage(element, () => makeRoom(element));
  }, [shown.length]);
  return (
    <Corner ref={corner} data-place={PLACES[0]}>
      <Stack role="status" sx={{ gap: 1 }}>
        {shown
          .filter((notice) => !isAlert(notice))
          .map((notice) => (
            <Toast key={notice.id} notice={notice} />
          ))}
      </Stack>
      <Stack role="alert" sx={{ gap: 1 }}>
        {shown.filter(isAlert).map((notice) => (
          <Toast key={notice.id} notice={notice} />
        ))}
      </Stack>
    </Corner>
  );
}
