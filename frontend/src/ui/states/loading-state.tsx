import { useEffect, useState } from 'react';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

/** Shorter waits show nothing, because a flash of placeholders is distracting. */
const SHOW_AFTER_MS = 300;

const Line = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  height: 52,
  paddingInlineStart: 19,
  borderInlineStart: `3px solid ${theme.vars.palette.line.hairline}`,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));
const Bar = styled('div')(({ theme }) => ({ height: 12, borderRadius: 2, backgroundColor: theme.vars.palette.background.sunken }));

interface LoadingStateProps {
  /** What is loading, for screen readers: 'Loading your courses'. */
  readonly label?: string;
  /** Number of placeholder rows, so that the layout does not shift when the content arrives. */
  readonly rows?: number;
}

/** Ruled placeholder rows, shown after 300 ms. `data-loading` marks them for documents/start-market.ts. */
export function LoadingState({ label = t('Loading'), rows = 4 }: LoadingStateProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" data-loading="" style={{ minHeight: rows * 52 }}>
      {isShown && (
        <>
          <VisuallyHidden>{label}</VisuallyHidden>
          {Array.from({ length: rows }, (_, row) => (
            <Line key={row} aria-hidden>
              <Bar style={{ width: `${62 - ((row * 17) % 34)}%` }} />
            </Line>
          ))}
        </>
      )}
    </div>
  );
}
