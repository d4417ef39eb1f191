import type { Brief } from './evaluation-plan.contract.ts';

/** The default briefs of a comparison: varied subjects at every level; the first ones include a text to cite. */
const TOPICS: readonly (readonly [topic: string, difficulty: Brief['difficulty'], passage?: string])[] = [
  [
    'How bees find flowers',
    'beginner',
    'A forager that has found flowers returns to the hive and dances on the comb. The angle of her straight run against the vertical is the angle between the flowers and the sun. The longer the run lasts, the farther away the flowers are.',
  ],
  [
    'Compound interest',
    'beginner',
    'With compound interest, interest is paid on earlier interest too. A deposit of 1,000 at 5 percent a year has grown to 1,628.89 after ten years. Simple interest at the same rate would have made it 1,500.',
  ],
  [
    'Why the sky is blue',
    'beginner',
    'Molecules of the air scatter light of short wavelengths far more than light of long ones. Blue light is scattered about four times as strongly as red light of 650 nanometres. At sunset the path through the air is long, and the blue part is scattered out of it.',
  ],
  [
    'Reading an SQL query plan',
    'intermediate',
    'A query plan is a tree whose leaves read tables and whose other nodes combine rows. PostgreSQL prints an estimated and, with ANALYZE, an actual number of rows for each node. A large difference between the two usually means that statistics are old or columns are correlated.',
  ],
  [
    'Sourdough starters',
    'beginner',
    'A starter is flour and water in which yeasts and lactic acid bacteria live together. It is fed with equal weights of flour and water once or twice a day. A ripe starter has doubled its volume and floats in water.',
  ],
  ['Supply and demand', 'beginner'],
  ['Recursion in Python', 'intermediate'],
  ['Photosynthesis', 'intermediate'],
  ['Negotiating a salary', 'intermediate'],
  ['The causes of the First World War', 'intermediate'],
  ['Bayes’ theorem', 'advanced'],
  ['First aid for burns', 'beginner'],
  ['Chess openings', 'beginner'],
  ['Git branches', 'beginner'],
  ['The immune system', 'intermediate'],
  ['Writing a first paragraph', 'beginner'],
  ['Black holes', 'intermediate'],
  ['Personal budgets', 'beginner'],
  ['Derivatives in calculus', 'intermediate'],
  ['Exposure in photography', 'beginner'],
  ['The French Revolution', 'beginner'],
  ['Docker containers', 'intermediate'],
  ['How vaccines work', 'beginner'],
  ['Music intervals', 'beginner'],
  ['Statistical significance', 'advanced'],
  ['Kant’s categorical imperative', 'advanced'],
  ['Natural selection', 'beginner'],
  ['Password security', 'beginner'],
  ['Pricing a product', 'intermediate'],
  ['Tides', 'beginner'],
  ['React state', 'intermediate'],
  ['Mitosis', 'intermediate'],
  ['Delegating to a team', 'intermediate'],
  ['Quantum superposition', 'advanced'],
  ['Pruning roses', 'beginner'],
  ['Ohm’s law', 'beginner'],
  ['Spreadsheets: lookups', 'intermediate'],
  ['Inflation', 'intermediate'],
  ['Genetic inheritance', 'intermediate'],
  ['Sleep and memory', 'intermediate'],
  ['TypeScript generics', 'advanced'],
  ['Public speaking nerves', 'beginner'],
  ['The Roman Republic', 'intermediate'],
  ['Index funds', 'intermediate'],
  ['Overfitting in machine learning', 'advanced'],
  ['Greenhouse gases', 'intermediate'],
  ['Guitar chords', 'beginner'],
  ['Project risks', 'advanced'],
  ['DNS lookups', 'intermediate'],
  ['Drawing in perspective', 'beginner'],
];

export const USUAL_BRIEFS: readonly Brief[] = TOPICS.map(([topic, difficulty, passage]) => ({
  topic,
  difficulty,
  ...(passage !== undefined && { passage }),
}));

/** Returns the default briefs that come next in a comparison with these topics. */
export const nextUsualBriefs = (topics: readonly string[], count: number): Brief[] =>
  USUAL_BRIEFS.filter(({ topic }) => !topics.includes(topic))
    .slice(0, count)
    .map((one) => ({ ...one }));
