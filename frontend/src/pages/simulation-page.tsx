import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { simulationsOf, useSolvedTasks } from '#frontend/features/simulations/simulation-queries.ts';
import { SimulationView } from '#frontend/features/simulations/simulation-view.tsx';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';

/** One simulation of a course. */
export default function SimulationPage() {
  const { courseId, simulationId } = useParams({ from: '/app/courses/$courseId/simulations/$simulationId' });
  const store = useSolvedTasks(courseId, simulationId);
  const { data, error, refetch } = useQuery(simulationsOf(courseId));
  const simulation = data?.simulations.find(({ simulation_id: id }) => id === simulationId);
  const scene = simulation?.scene;
  return (
    <PageFrame
      isWide
      title={scene?.title ?? t('Simulation')}
      actions={
        <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
          {t('Back to the course')}
        </LinkButton>
      }
    >
      {scene ? (
        <SimulationView key={simulationId} scene={scene} made={simulation} onSolved={(tasks) => store(tasks)} />
      ) : data ? (
        <EmptyState subject="missing" title={t('Simulation not found')}>
          {t('The course page lists the available simulations.')}
        </EmptyState>
      ) : error ? (
        <CourseUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the simulation')} rows={6} />
      )}
    </PageFrame>
  );
}
