import { useEffect, useEffectEvent } from 'react';
import type { Live } from '#frontend/lib/live/use-live.ts';

/** Says whether its user looks at the tab: others see 'active', or away. */
export function useTabStatus(live: Live): void {
  const tell = useEffectEvent(() => void live.say({ type: 'user_status', status: document.hidden ? 'other' : 'active' }));
  useEffect(() => {
    const onChange = () => tell();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  useEffect(() => {
    // who opens the socket in a hidden tab is not active
    if (live.isLive && document.hidden) tell();
  }, [live.isLive]);
}
