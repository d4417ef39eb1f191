import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SimulationView } from '#contract/simulations/simulations.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CART } from './scene.factory.ts';
import { SimulationsSection } from './simulations-section.tsx';

const aSimulation = (changes: Partial<SimulationView> = {}): SimulationView => ({
  simulation_id: 's1',
  wish: 'How a cart rolls',
  state: 'ready',
  task_id: 't1',
  problem: null,
  scene: CART,
  written_by: 'claude',
  checked_by: 'gemini',
  solved: [],
  ...changes,
});

const failed = (n: number) => aSimulation({ simulation_id: `s${n}`, wish: `Wish ${n}`, state: 'failed', scene: null });

/** Renders the section of a course with these simulations. @returns the requests that it sends */
async function show(simulations: SimulationView[]) {
  const sent = stubServer(({ method }) => ({ body: method === 'GET' ? { may_change: true, simulations } : { simulation_id: 's1' } }));
  await showScreen(<SimulationsSection userId="u1" courseId="c1" />);
  await screen.findByText(simulations[0]!.scene?.title ?? simulations[0]!.wish);
  return () => sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}

it('asks before it removes a paid simulation', async () => {
  const removed = await show([aSimulation()]);
  fireEvent.click(screen.getByLabelText('Remove A cart'));
  await screen.findByText('You paid for “A cart”. Removing it cannot be undone.');
  expect(removed()).toEqual([]);
  fireEvent.click(screen.getByText('Remove the simulation'));
  await waitFor(() => expect(removed()).toEqual(['/api/simulations/s1']));
});

it('removes a failed one, which cost nothing, at once', async () => {
  const removed = await show([failed(1)]);
  fireEvent.click(screen.getByLabelText('Remove Wish 1'));
  await waitFor(() => expect(removed()).toEqual(['/api/simulations/s1']));
});

it('explains why none can be added to four, including failed ones', async () => {
  await show([aSimulation(), failed(2), failed(3), failed(4)]);
  screen.getByText('A course can have four simulations. Remove one to create another.');
  expect(screen.queryByText('Create a simulation')).toBeNull();
});

it('that could not be loaded says so, and can be reloaded', async () => {
  let isDown = true;
  stubServer(() => (isDown ? problem('internal', 'Broken') : { body: { may_change: true, simulations: [aSimulation()] } }));
  await showScreen(<SimulationsSection userId="u1" courseId="c1" />);
  await screen.findByText('The simulations of this course could not be loaded');
  isDown = false;
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('A cart');
});
