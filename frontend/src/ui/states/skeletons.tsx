import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import ListItem from '@mui/material/ListItem';
import Skeleton from '@mui/material/Skeleton';
import { HERO_GRID } from '#frontend/ui/cards/hero-card.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { Waiting } from './loading-state.tsx';

interface SkeletonProps {
  /** What is loading, for screen readers: 'Loading your courses'. */
  readonly label?: string;
}

/** Placeholders for the cards of a shelf. */
export function ShelfSkeleton({ cards = 4, ...waiting }: SkeletonProps & { readonly cards?: number }) {
  return (
    <Waiting {...waiting} minHeight={260}>
      <ShelfGrid as="div">
        {Array.from({ length: cards }, (_, card) => (
          <Card key={card}>
            <Skeleton variant="rectangular" height="auto" sx={{ aspectRatio: '16 / 10' }} />
            <Box sx={{ padding: 2 }}>
              <Skeleton variant="rounded" height={18} width="80%" />
              <Skeleton variant="rounded" height={14} width="55%" sx={{ marginBlock: 1.5 }} />
              <Skeleton variant="rounded" height={6} />
            </Box>
          </Card>
        ))}
      </ShelfGrid>
    </Waiting>
  );
}

/** Placeholder for a hero card, about as high as the card will be. The content loading below it announces the wait. */
export function HeroSkeleton() {
  return (
    <Card aria-hidden sx={HERO_GRID}>
      <Skeleton variant="rectangular" height="auto" sx={{ aspectRatio: '16 / 10' }} />
      <Box sx={{ alignSelf: 'center', padding: { xs: '18px 18px 20px', md: '28px 32px' } }}>
        <Skeleton variant="rounded" height={16} width="60%" />
        <Skeleton variant="rounded" height={48} width="90%" sx={{ marginBlock: 1.5 }} />
        <Skeleton variant="rounded" height={44} width="75%" />
        <Skeleton variant="rounded" height={6} sx={{ maxWidth: 420, marginBlock: 3 }} />
        <Skeleton variant="rounded" height={44} width={220} />
      </Box>
    </Card>
  );
}

/** Placeholder for a page of text. */
export function PageSkeleton(waiting: SkeletonProps) {
  return (
    <Waiting {...waiting} minHeight={520}>
      <Skeleton variant="rounded" height={16} width="30%" />
      <Skeleton variant="rounded" height={40} width="75%" sx={{ marginBlock: 2 }} />
      {[96, 100, 92, 60].map((width) => (
        <Skeleton key={width} variant="rounded" height={16} width={`${width}%`} sx={{ marginBlockEnd: 1.25 }} />
      ))}
      <Skeleton variant="rounded" height={180} sx={{ marginBlock: 3 }} />
      {[98, 88, 94, 40].map((width) => (
        <Skeleton key={width} variant="rounded" height={16} width={`${width}%`} sx={{ marginBlockEnd: 1.25 }} />
      ))}
    </Waiting>
  );
}

/** Placeholders for the figures and rows of a console. */
export function ConsoleSkeleton({ rows = 10, ...waiting }: SkeletonProps & { readonly rows?: number }) {
  return (
    <Waiting {...waiting} minHeight={rows * 32 + 116}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))', gap: 2, marginBlockEnd: 2 }}>
        {Array.from({ length: 5 }, (_, figure) => (
          <Skeleton key={figure} variant="rounded" height={100} sx={{ borderRadius: 2 }} />
        ))}
      </Box>
      {Array.from({ length: rows }, (_, row) => (
        <ListItem key={row} component="div" divider disablePadding sx={{ height: 32 }}>
          <Skeleton variant="rounded" height={12} width={`${90 - ((row * 13) % 40)}%`} />
        </ListItem>
      ))}
    </Waiting>
  );
}
