import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { courseSimulations, makeSimulation, removeSimulation, solveTasks } from '#contract/simulations/simulations.contract.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { continueRun } from '#contract/platform/runs.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const POLL_MS = 2_000;

/** The simulations of a course; polled while one of them is being made. */
export const simulationsOf = (courseId: string) =>
  queryOptions({
    queryKey: ['course-simulations', courseId],
    queryFn: ({ signal }) => call(courseSimulations, { params: { course_id: courseId }, signal }),
    refetchInterval: ({ state }) => (state.data?.simulations.some((one) => one.state === 'being_made') ? POLL_MS : false),
  });

/** Stores which tasks of a simulation are solved; without a connection, they wait on this device. */
export function useSolvedTasks(courseId: string, simulationId: string) {
  const cache = useQueryClient();
  const { queryKey } = simulationsOf(courseId);
  const { mutate } = useAction({
    mutationFn: async (tasks: number[]) =>
      (await act(solveTasks, { params: { simulation_id: simulationId }, body: { tasks } }, { lane: `simulation:${simulationId}` })) ?? {
        solved: tasks,
      },
    onSuccess: ({ solved }) =>
      cache.setQueryData(
        queryKey,
        (before) =>
          before && {
            ...before,
            simulations: before.simulations.map((one) => (one.simulation_id === simulationId ? { ...one, solved } : one)),
          },
      ),
  });
  return mutate;
}

/** The owner's actions on a course's simulations: have one made, retry a failed one, remove one. */
export function useSimulationActions(userId: string, courseId: string) {
  const cache = useQueryClient();
  const acceptedPrice = COST_ESTIMATE.ar_vr;
  const failed = t('The simulation could not be changed. Please try again.');
  const options = {
    onSettled: async () => {
      for (const queryKey of [simulationsOf(courseId).queryKey, billingKey(userId)]) await cache.invalidateQueries({ queryKey });
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  };
  const make = useAction({
    mutationFn: (wish: string) =>
      call(makeSimulation, { params: { course_id: courseId }, body: { wish }, acceptedPrice, fallback: failed }),
    ...options,
  });
  const retry = useAction({
    mutationFn: (taskId: string) => call(continueRun, { params: { task_id: taskId }, acceptedPrice, fallback: failed }),
    ...options,
  });
  const remove = useAction({
    mutationFn: (simulationId: string) => call(removeSimulation, { params: { simulation_id: simulationId }, fallback: failed }),
    ...options,
  });
  return { make, retry, remove };
}
