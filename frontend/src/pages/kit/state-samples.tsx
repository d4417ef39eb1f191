import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { networkError } from '#frontend/lib/api-error.ts';
import { Illustration, ILLUSTRATION_NAMES } from '#frontend/ui/illustrations/illustration.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleSkeleton, HeroSkeleton, PageSkeleton, ShelfSkeleton } from '#frontend/ui/states/skeletons.tsx';
import { Sample } from './sample.tsx';

/** Empty, failed and loading, and the drawings. */
export function StateSamples() {
  return (
    <>
      <Sample title="Illustrations" aside="for empty, error and first states">
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))', gap: 2 }}>
          {ILLUSTRATION_NAMES.map((name) => (
            <Card key={name} sx={{ display: 'grid', justifyItems: 'center', padding: 2 }}>
              <Illustration name={name} />
              <Typography variant="body2">{name}</Typography>
            </Card>
          ))}
        </Box>
      </Sample>
      <Sample title="Empty and failed">
        <EmptyState title="No notes yet" illustration="no-notes" actions={<Button variant="contained">Open a lesson</Button>}>
          Select a passage of a lesson, and it is kept here.
        </EmptyState>
        <ErrorState title="Your courses could not be loaded" error={networkError()} onRetry={() => undefined} />
      </Sample>
      <Sample title="Loading">
        <HeroSkeleton />
        <ShelfSkeleton label="Loading a shelf" />
        <PageSkeleton label="Loading a page" />
        <ConsoleSkeleton label="Loading a console" rows={4} />
        <LoadingState label="Loading rows" rows={2} />
        <Skeleton variant="rounded" height={40} />
        <LinearProgress variant="determinate" value={63} aria-label="A batch" />
        <LinearProgress variant="determinate" color="secondary" value={30} aria-label="Another batch" />
      </Sample>
      <Sample title="Messages">
        <Alert severity="success">The course is saved.</Alert>
        <Alert severity="info">Three lessons were written anew.</Alert>
        <Alert severity="warning" action={<Button size="small">Add tokens</Button>}>
          <AlertTitle>Tokens are running low</AlertTitle>
          They last for one more course.
        </Alert>
        <Alert severity="error">The picture could not be loaded.</Alert>
      </Sample>
    </>
  );
}
