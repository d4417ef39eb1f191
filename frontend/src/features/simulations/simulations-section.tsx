import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { SIMULATIONS_A_COURSE, type SimulationView } from '#contract/simulations/simulations.contract.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { simulationsOf, useSimulationActions } from './simulation-queries.ts';

// contains the formula parser, so only courses with a simulation load it
const ScenePoster = lazy(() => import('./scene-poster.tsx'));

type Actions = ReturnType<typeof useSimulationActions>;

interface SectionProps {
  readonly userId: string;
  readonly courseId: string;
}

function SimulationCard({
  courseId,
  simulation,
  actions,
  mayChange,
}: {
  courseId: string;
  simulation: SimulationView;
  actions: Actions;
  mayChange: boolean;
}) {
  const { simulation_id: id, scene, state, task_id: taskId, problem } = simulation;
  const title = scene?.title ?? simulation.wish;
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Card component="li" sx={{ overflow: 'hidden', display: 'flex', flexDirection: 'column' }}>
      {scene && (
        <Suspense fallback={<Box sx={{ aspectRatio: '16 / 9' }} />}>
          <ScenePoster scene={scene} />
        </Suspense>
      )}
      <Stack sx={{ padding: 2, gap: 1, flexGrow: 1 }}>
        <Typography component="h3" variant="h3" dir="auto">
          <FormulaText text={title} dir="rtl" />
        </Typography>
        {state === 'being_made' && (
          <Typography role="status" variant="body2" color="textSecondary">
            {t('This simulation is being created: one service writes it, another checks it.')}
          </Typography>
        )}
        {state === 'failed' && (
          <Typography variant="body2" color="error">
            {problem === null ? t('The simulation could not be created. Nothing was charged.') : translateServerText(problem)}
          </Typography>
        )}
        <ActionRow>
          {state === 'ready' && (
            <LinkButton to="/courses/$courseId/simulations/$simulationId" params={{ courseId, simulationId: id }} variant="contained">
              {t('Enter')}
            </LinkButton>
          )}
          {state === 'failed' && taskId !== null && (
            <Button variant="outlined" color="inherit" aria-busy={actions.retry.isPending} onClick={() => actions.retry.mutate(taskId)}>
              {t('Try again')}
            </Button>
          )}
          {mayChange && state !== 'being_made' && (
            <Button
              color="inherit"
              aria-busy={actions.remove.isPending}
              aria-label={t('Remove {title}', { title })}
              // removing a failed one loses nothing
              onClick={() => (state === 'ready' ? setRemoving(true) : actions.remove.mutate(id))}
            >
              {t('Remove')}
            </Button>
          )}
        </ActionRow>
      </Stack>
      {isRemoving && (
        <ConfirmDialog
          title={t('Remove this simulation?')}
          act={t('Remove the simulation')}
          isPending={actions.remove.isPending}
          onClose={() => setRemoving(false)}
          onConfirm={() => actions.remove.mutate(id, { onSuccess: () => setRemoving(false) })}
        >
          {t('You paid for “{title}”. Removing it cannot be undone.', { title })}
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** The simulations of a course, and a form to request another one. The price is shown before the button is pressed. */
export function SimulationsSection({ userId, courseId }: SectionProps) {
  const { data, error, refetch } = useQuery(simulationsOf(courseId));
  const actions = useSimulationActions(userId, courseId);
  const [wish, setWish] = useState('');
  if (!data) {
    return (
      <RuledSection title={t('Simulations')}>
        {error ? (
          <ErrorState title={t('The simulations of this course could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the simulations of this course')} rows={2} />
        )}
      </RuledSection>
    );
  }
  if (data.simulations.length === 0 && !data.may_change) return null;
  const { simulations, may_change: mayChange } = data;
  const isFull = simulations.length >= SIMULATIONS_A_COURSE;
  return (
    <RuledSection title={t('Simulations')}>
      {simulations.length > 0 && (
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            padding: 0,
            marginBlock: 2,
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15rem), 1fr))',
          }}
        >
          {simulations.map((simulation) => (
            <SimulationCard
              key={simulation.simulation_id}
              courseId={courseId}
              simulation={simulation}
              actions={actions}
              mayChange={mayChange}
            />
          ))}
        </Box>
      )}
      {mayChange && isFull && (
        <Typography color="textSecondary">{t('A course can have four simulations. Remove one to create another.')}</Typography>
      )}
      {mayChange && !isFull && (
        <Box
          component="form"
          onSubmit={(event: React.FormEvent) => {
            event.preventDefault();
            if (wish.trim().length >= 3) actions.make.mutate(wish.trim(), { onSuccess: () => setWish('') });
          }}
        >
          <ActionRow>
            <Box sx={{ flex: '1 1 18rem' }}>
              <TextField
                label={t('What should learners see and try out?')}
                value={wish}
                maxLength={300}
                onChange={({ target }) => setWish(target.value)}
              />
            </Box>
            <Button type="submit" variant="outlined" color="inherit" aria-busy={actions.make.isPending} disabled={wish.trim().length < 3}>
              {t('Create a simulation')}
            </Button>
          </ActionRow>
          <Typography variant="body2" color="textSecondary">
            {t('A scene with sliders and tasks, also for headsets. Uses one simulation from your plan, or {n} tokens.', {
              n: formatTokens(COST_ESTIMATE.ar_vr),
            })}
          </Typography>
        </Box>
      )}
    </RuledSection>
  );
}
