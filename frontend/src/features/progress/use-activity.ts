import { useEffect } from 'react';
import { MINUTES_PER_REPORT, reportActivity } from '#contract/dashboard/dashboard.contract.ts';
import { actMoment } from '#frontend/lib/connection.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';

/** The user counts as learning while the page is visible and the last input is newer than this, in ms. */
const IDLE_AFTER_MS = 60_000;
const CHECK_EVERY_MS = 15_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

interface Report {
  readonly minutes: readonly string[];
  readonly course_id: string;
}

/** Adds a minute to those of the course that wait, up to what one report can hold. */
function addMinutes(waiting: unknown, later: unknown): Report | null {
  const [before, after] = [waiting, later] as readonly [Report, Report];
  const minutes = [...new Set([...before.minutes, ...after.minutes])];
  return minutes.length > MINUTES_PER_REPORT ? null : { ...before, minutes };
}

/**
 * Measures learning time: reports each minute in which the page is visible and there was input within sixty seconds. A minute counts once,
 * however many windows report it, and waits on this device until it is delivered.
 */
export function useActivity(courseId: string): void {
  useEffect(() => {
    let lastSign = Date.now();
    let reported = '';
    const sign = () => {
      lastSign = Date.now();
    };
    const look = () => {
      // by the server's clock, so that a minute of two devices is one
      const minute = new Date(Math.floor(Date.parse(actMoment().at) / 60_000) * 60_000).toISOString();
      const isLearning = document.visibilityState === 'visible' && Date.now() - lastSign < IDLE_AFTER_MS;
      if (!isLearning || minute === reported) return;
      reported = minute;
      const body = { minutes: [minute], course_id: courseId };
      // a refused report has nobody to tell
      void act(reportActivity, { body }, { lane: `minutes:${courseId}`, merge: addMinutes }).catch(() => undefined);
    };
    const timer = setInterval(look, CHECK_EVERY_MS);
    for (const name of SIGNS) window.addEventListener(name, sign, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const name of SIGNS) window.removeEventListener(name, sign, { capture: true });
    };
  }, [courseId]);
}
