import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

interface Late {
  /** Called when the code fails to load, so that the opener closes the overlay again. */
  readonly onMissing: () => void;
}

/**
 * A dialog or panel whose code is loaded on opening. If loading fails, the screen below stays with everything typed there, and a message
 * says so. The next opening tries again; some browsers cache the failure until a reload.
 */
export function lazyOverlay<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props & Late> {
  let loaded: ComponentType<Props> | null = null;
  return function LatePart({ onMissing, ...props }) {
    const [Part, setPart] = useState(() => loaded);
    const giveUp = useEffectEvent(() => {
      toast('error', t('The dialog could not be opened. Check your connection, then reload the page.'));
      onMissing();
    });
    useEffect(() => {
      if (Part) return;
      let isGone = false;
      const fetchIt = async () => {
        try {
          loaded = (await load()).default;
          if (!isGone) setPart(() => loaded);
        } catch {
          if (!isGone) giveUp();
        }
      };
      void fetchIt();
      return () => {
        isGone = true;
      };
    }, [Part]);
    return Part && <Part {...(props as unknown as Props)} />;
  };
}
