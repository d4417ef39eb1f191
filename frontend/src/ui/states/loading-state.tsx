import { useEffect, useState, type ReactNode } from 'react';
import ListItem from '@mui/material/ListItem';
import Skeleton from '@mui/material/Skeleton';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

/** Shorter waits show nothing, because a flash of placeholders is distracting. */
const SHOW_AFTER_MS = 300;
const ROW_PX = 52;

interface WaitingProps {
  /** What is loading, for screen readers: 'Loading your courses'. */
  readonly label?: string;
  /** The height of the expected content, in px, so that the layout does not shift when it arrives. */
  readonly minHeight: number;
  /** Shows the placeholders at once, when nothing else is on the screen. */
  readonly isAtOnce?: boolean | undefined;
  readonly children: ReactNode;
}

/** Placeholders, shown after 300 ms. `data-loading` marks them for documents/start-market.ts. */
export function Waiting({ label = t('Loading'), minHeight, isAtOnce = false, children }: WaitingProps) {
  const [isShown, setShown] = useState(isAtOnce);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" data-loading="" style={{ minHeight }}>
      {isShown && (
        <>
          <VisuallyHidden>{label}</VisuallyHidden>
          <div aria-hidden>{children}</div>
        </>
      )}
    </div>
  );
}

interface LoadingStateProps {
  readonly label?: string;
  /** Number of placeholder rows. */
  readonly rows?: number;
  readonly isAtOnce?: boolean;
}

/** Ruled placeholder rows for a list or a section. Whole screens have their own: `skeletons.tsx`. */
export function LoadingState({ label, rows = 4, isAtOnce }: LoadingStateProps) {
  return (
    <Waiting {...(label !== undefined && { label })} minHeight={rows * ROW_PX} isAtOnce={isAtOnce}>
      {Array.from({ length: rows }, (_, row) => (
        <ListItem key={row} component="div" divider disablePadding sx={{ height: ROW_PX }}>
          <Skeleton variant="rounded" height={14} width={`${62 - ((row * 17) % 34)}%`} />
        </ListItem>
      ))}
    </Waiting>
  );
}
