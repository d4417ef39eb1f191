import * as contract from '#contract/simulations/simulations.contract.ts';
import { listSimulations } from '#domain/simulations/simulation.queries.ts';
import { startSimulation, removeSimulation, solveTasks } from '#domain/simulations/simulation.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

export function mountSimulations(router: ApiRouter): void {
  mount(router, contract.courseSimulations, async ({ user, params }) => ({
    status: 200,
    body: await listSimulations(user.userId, params.course_id),
  }));

  mount(router, contract.makeSimulation, async ({ user, params, body, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const request = { accountId: user.userId, courseId: params.course_id, wish: body.wish, requestId, idempotencyKey };
    return { status: 202, body: { task_id: await startSimulation(request) } };
  });

  mount(router, contract.solveTasks, async ({ user, params, body }) => ({
    status: 200,
    body: { solved: await solveTasks({ accountId: user.userId, simulationId: params.simulation_id, tasks: body.tasks }) },
  }));

  mount(router, contract.removeSimulation, async ({ user, params }) => {
    await removeSimulation({ accountId: user.userId, simulationId: params.simulation_id });
    return { status: 200, body: { simulation_id: params.simulation_id } };
  });
}
