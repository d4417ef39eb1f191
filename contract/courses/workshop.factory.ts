import type { Workshop } from './workshop.contract.ts';

/** Texts of the workshop below that its readers see before they have answered, and after. */
export const WORKSHOP_TEXTS = {
  asked: [
    'Two hives on one roof',
    'The roof is 4 m long.',
    'How much room is left?',
    'Which side is out of the wind?',
    'What do you type?',
    'Now they fly.',
  ],
  told: ['2.5', 'Two hives take 1.5 m.', 'The wind comes from there.', 'hives = 2', 'A name, and a number.', 'A quiet place'],
} as const;

/** A workshop with a step of each kind. */
export const buildWorkshop = (part: Partial<Workshop> = {}): Workshop => ({
  title: 'Two hives on one roof',
  intro: 'The roof is 4 m long.',
  steps: [
    {
      id: 'w1',
      text: 'How much room is left?',
      field: { kind: 'number', answer: 2.5, tolerance: 0, unit: 'm' },
      hint: 'Each hive takes 75 cm.',
      explanation: 'Two hives take 1.5 m.',
    },
    {
      id: 'w2',
      text: 'Which side is out of the wind?',
      field: {
        kind: 'choice',
        options: [
          { id: 'a', text: 'North', feedback: 'The wind comes from there.' },
          { id: 'b', text: 'South' },
        ],
        answer_id: 'b',
      },
      hint: '',
      explanation: '',
    },
    {
      id: 'w3',
      text: 'What do you type?',
      field: { kind: 'line', accepted: ['hives = 2'], code: true },
      hint: '',
      explanation: 'A name, and a number.',
    },
    { id: 'w4', text: 'What do they need?', field: { kind: 'line', accepted: ['A quiet place'], code: false }, hint: '', explanation: '' },
    { id: 'w5', text: 'Now they fly.', field: null, hint: '', explanation: '' },
  ],
  ...part,
});
