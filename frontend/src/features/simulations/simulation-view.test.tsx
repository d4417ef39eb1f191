import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { CART } from './scene.factory.ts';
import { SimulationView } from './simulation-view.tsx';

// jsdom has no WebGL, so this tests what browsers without it show
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  solved = [];
});

const wantsStillness = (reduce: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: reduce && query.includes('prefers-reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
let solved: number[] = [];
const view = (scene = CART) => (
  <SimulationView scene={scene} made={{ written_by: 'claude', checked_by: 'gemini', solved }} onSolved={(all) => void (solved = all)} />
);
const valueOf = (label: string) => screen.getByText(label).closest('dt')!.nextElementSibling!.textContent;
const speed = () => screen.getByRole('slider', { name: 'Speed' });
const setSpeed = (value: number) => fireEvent.change(speed(), { target: { value } });

it('without WebGL shows a still picture, the description, its controls and results', async () => {
  const { container } = await showScreen(view());
  expect(screen.getByText(CART.description)).toBeTruthy();
  expect(screen.getByText(/^This browser cannot draw in three dimensions/)).toBeTruthy();
  expect(container.querySelector('canvas')).toBeNull();
  // the ground, the cart and twenty sleepers
  expect(container.querySelectorAll('svg rect')).toHaveLength(22);
  expect(speed().getAttribute('aria-valuetext')).toBe('1.0 m/s');
  expect([valueOf('Way'), valueOf('Energy'), valueOf('Delay')]).toEqual(['0.0 m', '0.50 J', '-1.00 s']);
});

it('a plot names the quantities of its axes, with units, and its range', async () => {
  await showScreen(view());
  const plots = (await screen.findAllByRole('figure')).map(({ textContent }) => textContent);
  expect(plots).toEqual(['Energy (J): 0.00 J–8.00 JSpeed (m/s)', 'Way (m): 0.0 m–60.0 mElapsed time (s)']);
});

it('the results change with a slider, and an undefined one is a dash', async () => {
  await showScreen(view());
  setSpeed(2);
  expect([valueOf('Energy'), valueOf('Delay')]).toEqual(['2.00 J', '–']);
});

it('a solved task stays solved, shows the observation, and is announced', async () => {
  await showScreen(view());
  const [first] = screen.getAllByRole('button', { name: 'Hint' });
  fireEvent.click(first!);
  expect(screen.getByText('To the right.')).toBeTruthy();
  setSpeed(2);
  expect(screen.getByText('Four times the energy.')).toBeTruthy();
  expect(screen.queryByText('To the right.')).toBeNull();
  setSpeed(0);
  setSpeed(4);
  expect(within(screen.getByRole('status')).getByText('You have solved every task in this simulation.')).toBeTruthy();
  expect(screen.getByText('3 of 3 solved')).toBeTruthy();
});

it('solved tasks are still solved after leaving the page; a reset affects the sliders only', async () => {
  const { unmount } = await showScreen(view());
  setSpeed(2);
  unmount();
  expect(solved).toEqual([0]);
  await showScreen(view());
  expect(screen.getByText('1 of 3 solved')).toBeTruthy();
  setSpeed(3);
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(speed().getAttribute('aria-valuetext')).toBe('1.0 m/s');
  expect(screen.getByText('1 of 3 solved')).toBeTruthy();
});

it('names the service that wrote the scene, and the one that checked it', async () => {
  await showScreen(view());
  expect(screen.getByText('Written by Claude, checked by Gemini')).toBeTruthy();
});

it('time stands still for users who prefer reduced motion, until they press Play', async () => {
  wantsStillness(true);
  await showScreen(view());
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(valueOf('Way')).toBe('1.0 m');
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  const before = valueOf('Way');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(valueOf('Way')).toBe(before);
});

it('a scene without motion has no clock', async () => {
  await showScreen(view({ ...CART, seconds: 0 }));
  expect(screen.queryByRole('button', { name: /Play|Pause/ })).toBeNull();
});
