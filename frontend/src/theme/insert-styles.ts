import { useInsertionEffect } from 'react';

/**
 * Replaces `@emotion/use-insertion-effect-with-fallbacks` in the build. Emotion inserts the styles of new components when React commits them: a
 * screen with fifty of them is one long task. While rendering, which React interrupts every few milliseconds, the same work blocks nothing;
 * a class is inserted once and has no effect before an element bears it.
 */
export const useInsertionEffectAlwaysWithSyncFallback = <T>(insert: () => T): T => insert();

/** For global styles, which are removed again. */
export const useInsertionEffectWithLayoutFallback = useInsertionEffect;
