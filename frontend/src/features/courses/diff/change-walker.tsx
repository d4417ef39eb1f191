import { useEffect, useRef, useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { t } from '#frontend/lib/text.ts';
import { StickyBar } from '#frontend/ui/sticky-bar.tsx';
import { useAccessibilityPreferences } from '#frontend/lib/preferences/use-accessibility-preferences.ts';

interface ChangeWalkerProps {
  readonly total: number;
  readonly children: ReactNode;
}

/** Navigates between changes: by its two buttons, and by Alt with the up and down keys. */
export function ChangeWalker({ total, children }: ChangeWalkerProps) {
  const root = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const { keyboard_navigation: hasKeys } = useAccessibilityPreferences();

  const walk = (step: 1 | -1) => {
    const changes = [...(root.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    if (changes.length === 0) return;
    const focused = changes.findIndex((change) => change === document.activeElement);
    const here = focused >= 0 ? focused + 1 : at;
    // After the last change comes the first.
    const next = here + step < 1 ? changes.length : here + step > changes.length ? 1 : here + step;
    changes[next - 1]?.focus();
    changes[next - 1]?.scrollIntoView?.({ block: 'center' });
    setAt(next);
  };

  const walkNow = useRef(walk);
  useEffect(() => {
    walkNow.current = walk;
  });
  useEffect(() => {
    const element = root.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!getAccessibilityPreferences().keyboard_navigation || !event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp'))
        return;
      event.preventDefault();
      walkNow.current(event.key === 'ArrowDown' ? 1 : -1);
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div ref={root} role="group" aria-label={t('Comparison')}>
      <StickyBar>
        <Typography component="span" variant="body2" sx={{ flex: '1 1 8rem' }}>
          {at > 0 ? t('Change {n} of {total}', { n: at, total }) : t('{total, plural, one {# change} other {# changes}}', { total })}
        </Typography>
        {total > 1 && (
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button color="inherit" onClick={() => walk(-1)} aria-keyshortcuts={hasKeys ? 'Alt+ArrowUp' : undefined}>
              {t('Previous change')}
            </Button>
            <Button color="inherit" onClick={() => walk(1)} aria-keyshortcuts={hasKeys ? 'Alt+ArrowDown' : undefined}>
              {t('Next change')}
            </Button>
          </Stack>
        )}
      </StickyBar>
      {children}
    </div>
  );
}
