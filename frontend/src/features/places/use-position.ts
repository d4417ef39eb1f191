import { useCallback, useState } from 'react';
import { snapped, type Position } from '#contract/places/grid.ts';
import { GEOLOCATION } from '#contract/places/places.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** LOC-18: `prompt` until it was asked for. A failure says why (LOC-19). */
export interface Located {
  readonly permission: 'prompt' | 'granted' | 'denied';
  /** The middle of the square of 500 m: nothing finer leaves this function, and so nothing finer is sent. */
  readonly position: Position | null;
  readonly isAsking: boolean;
  readonly problem: string | null;
}

const NOWHERE: Located = { permission: 'prompt', position: null, isAsking: false, problem: null };
/** As the standard numbers them. */
const DENIED = 1;
const UNAVAILABLE = 2;

function reasonOf(code: number): string {
  if (code === DENIED) return t('Location access failed: permission was denied.');
  if (code === UNAVAILABLE) return t('Location access failed: your position is not available.');
  return t('Location access failed: it took too long.');
}

/** Where this device is, asked for only when `ask` is called: by somebody's press. */
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
        setLocated({ permission: 'granted', position: snapped({ latitude, longitude }), isAsking: false, problem: null }),
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
