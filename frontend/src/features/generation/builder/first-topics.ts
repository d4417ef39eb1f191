/**
 * The subjects offered to users without a course. Their English names seed the covers, so that a subject has the same cover in every
 * language.
 */
export const FIRST_TOPICS = [
  'Reading the night sky',
  'Sourdough bread at home',
  'Statistics for everyday decisions',
  'The immune system and vaccines',
  'First programs in Python',
  'Music theory: notes, chords and rhythm',
  'Photography: light, lens and frame',
  'First aid for everyone',
  'Negotiation: interests and agreements',
  'A personal budget that lasts',
  'How the internet works',
  'Tides: how moon and sun move the sea',
] as const;

/** The answers to 'Why?', as written into the learning goals. */
export const REASONS = ['Understand and explain it', 'Use it at work', 'Do it myself at home', 'Pass an exam about it'] as const;
