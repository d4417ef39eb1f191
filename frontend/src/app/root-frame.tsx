import { Outlet } from '@tanstack/react-router';
import { ToastStack } from '#frontend/ui/toast-stack.tsx';

/** What every screen has, signed in or not. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <ToastStack />
    </>
  );
}
