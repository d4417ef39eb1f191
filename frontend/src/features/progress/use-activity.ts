import { useEffect } from 'react';
import { MINUTES_PER_REPORT, reportActivity } from '#contract/dashboard/dashboard.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** The user counts as learning while the page is visible and the last input is newer than this, in ms. */
const IDLE_AFTER_MS = 60_000;
const CHECK_EVERY_MS = 15_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/** Minutes not delivered yet, for all lessons. */
const waiting = new Map<string, string>();

async function deliver(courseId: string): Promise<void> {
  const minutes = [...waiting].filter(([, of]) => of === courseId).map(([minute]) => minute);
  if (minutes.length === 0) return;
  await call(reportActivity, { body: { minutes: minutes.slice(-MINUTES_PER_REPORT), course_id: courseId } });
  for (const minute of minutes) waiting.delete(minute);
}

/**
 * Measures learning time: reports each minute in which the page is visible and there was input within sixty seconds. A minute counts once,
 * however many windows report it. Failed reports are sent with the next minute.
 */
export function useActivity(courseId: string): void {
  useEffect(() => {
    let lastSign = Date.now();
    let reported = '';
    const sign = () => {
      lastSign = Date.now();
    };
    const look = () => {
      const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
      const isLearning = document.visibilityState === 'visible' && Date.now() - lastSign < IDLE_AFTER_MS;
      if (!isLearning || minute === reported) return;
      reported = minute;
      waiting.set(minute, courseId);
      // a failed report is retried with the next minute
      void deliver(courseId).catch(() => undefined);
    };
    const timer = setInterval(look, CHECK_EVERY_MS);
    for (const name of SIGNS) window.addEventListener(name, sign, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const name of SIGNS) window.removeEventListener(name, sign, { capture: true });
    };
  }, [courseId]);
}
