import { useEffect, useRef, useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { t } from '#frontend/lib/text.ts';
import { useAccessibilityPreferences } from '#frontend/lib/preferences/use-accessibility-preferences.ts';

const Bar = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  paddingBlock: 8,
  marginBlockEnd: 8,
  backgroundColor: theme.vars.palette.background.default,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > span': { flex: '1 1 8rem' },
}));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '4px 8px', marginInline: -8 });

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
      <Bar>
        <span>
          {at > 0 ? t('Change {n} of {total}', { n: at, total }) : t('{total, plural, one {# change} other {# changes}}', { total })}
        </span>
        <Actions>
          <Button color="inherit" onClick={() => walk(-1)} aria-keyshortcuts={hasKeys ? 'Alt+ArrowUp' : undefined}>
            {t('Previous change')}
          </Button>
          <Button color="inherit" onClick={() => walk(1)} aria-keyshortcuts={hasKeys ? 'Alt+ArrowDown' : undefined}>
            {t('Next change')}
          </Button>
        </Actions>
      </Bar>
      {children}
    </div>
  );
}
