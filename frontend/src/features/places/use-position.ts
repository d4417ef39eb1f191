import { useCallback, useState } from 'react';
import { snapToGrid, type Position } from '#contract/places/grid.ts';
import { GEOLOCATION } from '#contract/places/places.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** LOC-18: `prompt` until the position was requested. A failure has a reason (LOC-19). */
export interface Located {
  readonly permission: 'prompt' | 'granted' | 'denied';
  /** The centre of the 500 m square. Nothing more precise leaves this function, so nothing more precise is sent. */
  readonly position: Position | null;
  readonly isAsking: boolean;
  readonly problem: string | null;
}

const NOWHERE: Located = { permission: 'prompt', position: null, isAsking: false, problem: null };
/** Error codes of the Geolocation API. */
const DENIED = 1;
const UNAVAILABLE = 2;

function reasonOf(code: number): string {
  if (code === DENIED) return t('Location access failed: permission was denied.');
  if (code === UNAVAILABLE) return t('Location access failed: your position is not available.');
  return t('Location access failed: it took too long.');
}

/** The device's position, requested only when `ask` is called after a user gesture. */
export function usePosition(): readonly [Located, () => void] {
  const [located, setLocated] = useState(NOWHERE);
  const ask = useCallback(() => {
    if (!('geolocation' in navigator)) {
      setLocated({ ...NOWHERE, problem: t('Location access failed: this browser does not support it.') });
      return;
    }
    setLocated((old) => ({ ...old, isAsking: true, problem: null }));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        setLocated({ permission: 'granted', position: snapToGrid({ latitude, longitude }), isAsking: false, problem: null }),
      ({ code }) =>
        setLocated((old) => ({
          ...old,
          permission: code === DENIED ? 'denied' : old.permission,
          isAsking: false,
          problem: reasonOf(code),
        })),
      GEOLOCATION,
    );
  }, []);
  return [located, ask];
}
