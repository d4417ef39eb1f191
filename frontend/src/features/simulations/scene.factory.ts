import type { Scene } from '#contract/simulations/scene.contract.ts';

const body = { label: '', rotation: [0, 0, 0], opacity: 1, copies: 1, points: 0, is_shining: false } satisfies Partial<
  Scene['bodies'][number]
>;

/** A moving scene with every shape: a cart with an adjustable speed. */
export const CART: Scene = {
  title: 'A cart',
  description: 'A cart rolls along a track.',
  distance: 10,
  seconds: 60,
  parameters: [{ id: 'speed', label: 'Speed', unit: 'm/s', min: 0, max: 4, step: 0.5, value: 1 }],
  quantities: [
    { id: 'way', label: 'Way', unit: 'm', formula: 'speed * t', digits: 1 },
    { id: 'energy', label: 'Energy', unit: 'J', formula: 'speed^2 / 2', digits: 2 },
    { id: 'pause', label: 'Delay', unit: 's', formula: '1 / (speed - 2)', digits: 2 },
  ],
  bodies: [
    { ...body, id: 'cart', label: 'Cart', shape: 'box', color: 'sun', position: ['way', 0, 0], size: [1, 0.5, 0.5] },
    { ...body, id: 'sleepers', shape: 'cylinder', color: 'stone', position: ['i', -0.5, 0], size: [0.1, 0.1, 1], copies: 20 },
    { ...body, id: 'track', shape: 'path', color: 'night', position: ['20 * s', -0.4, 0], size: [0.05, 0, 0], points: 2 },
    { ...body, id: 'wind', shape: 'field', color: 'sea', position: [-1, 0, 0], size: [4, 4, 4], points: 8 },
    { ...body, id: 'end', label: 'End', shape: 'label', color: 'paper', position: [20, 1, 0], size: [1, 1, 1] },
  ],
  plots: [
    { quantity: 'energy', over: 'speed' },
    { quantity: 'way', over: 't' },
  ],
  tasks: [
    { text: 'Double the speed.', check: 'speed == 2', hint: 'To the right.', insight: 'Four times the energy.' },
    { text: 'Stop the cart.', check: 'speed == 0', hint: 'To the left.', insight: 'No energy at all.' },
    { text: 'Be as fast as possible.', check: 'speed == 4', hint: 'To the end.', insight: 'Sixteen times the energy.' },
  ],
};
