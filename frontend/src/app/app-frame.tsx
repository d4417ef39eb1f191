import { Suspense } from 'react';
import { lazyRouteComponent, Outlet, useChildMatches } from '@tanstack/react-router';
import { PendingPage } from '#frontend/app/pending-page.tsx';
import { getSession, useSession } from '#frontend/lib/session/session.ts';

const Shell = lazyRouteComponent(() => import('#frontend/app/shell/shell.tsx'));

/** The shell for users; an open screen stands alone for visitors, who do not load it. */
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

/** The router loads it with the screen's own files. */
AppFrame.preload = async () => {
  if (getSession().status !== 'signed-out') await Shell.preload?.();
};
