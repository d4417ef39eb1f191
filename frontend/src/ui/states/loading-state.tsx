import { useEffect, useState } from 'react';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

/** Waits shorter than this show nothing: a flash of grey is worse than a blink. */
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
  /** What is being fetched, for those who listen: 'Loading your courses'. */
  readonly label?: string;
  /** Rows of the content to come, so nothing jumps when it arrives. */
  readonly rows?: number;
}

/** Ruled empty rows in the place of content, after 300 ms. */
export function LoadingState({ label = t('Loading'), rows = 4 }: LoadingStateProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" style={{ minHeight: rows * 52 }}>
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
