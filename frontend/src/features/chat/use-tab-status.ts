import { useEffect, useEffectEvent } from 'react';
import type { Live } from '#frontend/lib/live/use-live.ts';

/** Reports whether the tab is visible: others see the user as 'active' or away. */
export function useTabStatus(live: Live): void {
  const sendStatus = useEffectEvent(() => void live.say({ type: 'user_status', status: document.hidden ? 'other' : 'active' }));
  useEffect(() => {
    const onChange = () => sendStatus();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  useEffect(() => {
    // a user who opens the socket in a hidden tab is not active
    if (live.isLive && document.hidden) sendStatus();
  }, [live.isLive]);
}
