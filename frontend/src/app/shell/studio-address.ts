import { useLocation } from '@tanstack/react-router';

/** Whether the current URL is in the Creator Studio (CRE-01). Case-insensitive, like the router. */
export const useIsInStudio = (): boolean => useLocation({ select: ({ pathname }) => /^\/studio(\/|$)/i.test(pathname) });
