import { useLocation } from '@tanstack/react-router';

/** Whether the Creator Studio stands in the place of the main screen (CRE-01). Upper or lower case, as the router reads addresses. */
export const useIsInStudio = (): boolean => useLocation({ select: ({ pathname }) => /^\/studio(\/|$)/i.test(pathname) });
