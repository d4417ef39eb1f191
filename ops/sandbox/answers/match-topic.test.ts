import { describe, expect, it } from 'vitest';
import { matchTopic } from './match-topic.ts';

/** Topics of the library in other words than its titles. */
const OF_THE_LIBRARY: readonly (readonly [slug: string, topics: readonly (string | readonly [topic: string, goals: string])[]])[] = [
  [
    'git-from-the-first-commit-to-a-shared-history',
    ['Git and GitHub', 'Version control for writers', 'Resolving merge conflicts', 'Undoing commits', 'Pull requests and code review'],
  ],
  [
    'how-the-internet-works',
    ['What happens when I type a URL', 'DNS and domain names', 'TCP/IP for beginners', 'How Wi-Fi works', 'Why is my internet slow?'],
  ],
  [
    'machine-learning-the-ideas',
    ['Introduction to AI', 'Neural networks explained', 'How ChatGPT works', 'Random forests and overfitting', 'Large language models'],
  ],
  [
    'photography-light-lens-and-frame',
    [
      'Better photos with my camera',
      'Portrait photographers: how they work',
      'What aperture and shutter speed do',
      'Photography for beginners',
      ['Holiday pictures', 'Use my camera in manual mode; choose aperture and shutter speed'],
    ],
  ],
  [
    'pricing-for-a-small-business',
    [
      'What to charge as a freelancer',
      'Setting an hourly rate',
      'Discounts and margins in a shop',
      'When does my café break even?',
      'Raising prices without losing customers',
    ],
  ],
  [
    'reading-the-night-sky',
    ['Astronomy with the naked eye', 'Stargazing', 'Constellations of the north', 'How to find Polaris', 'Moon phases and eclipses'],
  ],
  [
    'sql-from-first-query-to-window-functions',
    ['PostgreSQL for analysts', 'Databases', 'Writing queries with joins', 'Learn SQL', 'Relational databases from scratch'],
  ],
  [
    'statistics-for-everyday-decisions',
    [
      'Probability in daily life',
      'How to read a statistic in the news',
      'Averages, medians and what they hide',
      'Standard deviation explained',
      'Base rates and false positives',
    ],
  ],
  [
    'the-cell-from-membrane-to-division',
    ['Mitochondria', 'How cells divide: mitosis and meiosis', 'Osmosis', 'From DNA to protein: genes at work', 'Cell biology basics'],
  ],
  [
    'the-french-revolution',
    ['France in 1789', 'Robespierre and the Terror', 'Storming of the Bastille', 'Why did the French kill their king?', 'Louis XVI'],
  ],
  [
    'the-immune-system-and-vaccines',
    ['How vaccines work', 'T cells and B cells', 'Antibodies', 'Why do we get a fever?', 'How immune cells fight viruses'],
  ],
  [
    'tides-how-moon-and-sun-move-the-sea',
    [
      'How the moon causes tides',
      'The moon and the tides',
      'Spring tides and neap tides',
      'Why does the sea rise and fall?',
      'Tidal energy',
    ],
  ],
  [
    'derivatives-how-fast-things-change',
    ['Calculus for beginners', 'Differentiation', 'The chain rule', 'How to find the slope of a curve', 'Maxima and minima'],
  ],
  [
    'climate-what-sets-it-and-why-it-is-changing',
    ['Global warming', 'The greenhouse effect', 'Ice ages', 'Why is the planet getting warmer?', 'El Niño'],
  ],
  [
    'black-holes-where-light-cannot-leave',
    [
      'How stars become black holes',
      'What happens if you fall into a black hole?',
      'Event horizons',
      'Gravitational waves',
      'Neutron stars',
    ],
  ],
];
const OUTSIDE = [
  'Beekeeping',
  'Contract law',
  'Internet marketing',
  'The Internet of Things',
  'What is air pressure?',
  'AI ethics',
  'GitHub Actions',
  'The Russian Revolution',
  'French for beginners',
  'Knots and rope',
  'C# programming',
  'Kubernetes networking',
  'Repairing cell phones',
  'Solar cells on the roof',
  'Rock stars of the seventies',
  'Movie stars and the studio system',
  'Astrology',
  'Stock prices and how to predict them',
  'Spreadsheet cells and formulas',
  'Financial derivatives',
  'Diplomatic immunity',
  'The tide of history',
  'Office climate',
  'Differentiated instruction',
  'The history of the Ottoman Empire',
  'Chess endings',
  'Growing tomatoes on a balcony',
  'Italian for travellers',
  'Restoring a wooden boat',
  'Meditation',
  'How to write a short story',
  'Welding',
  'Option pricing with trees',
  'Japanese calligraphy',
  'Public transport planning',
  'Training a puppy',
  'Kintsugi',
  'How wind turbines are built',
  'Dyslexia in the classroom',
  'Woodland birds of Europe',
  'Roman roads',
  'Salsa dancing',
  'Apicultura',
];

describe('the library’s course on a topic', () => {
  it.each(
    OF_THE_LIBRARY.flatMap(([slug, topics]) => topics.map((asked) => [typeof asked === 'string' ? asked : asked[0], slug, asked] as const)),
  )('%s: %s', (_name, slug, asked) => {
    const [topic, goals] = typeof asked === 'string' ? [asked, 'Understand it and use it'] : asked;
    expect(matchTopic(topic, goals, 'english')?.course.slug).toBe(slug);
  });

  it.each(OUTSIDE)('there is none on %s', (topic) => {
    expect(matchTopic(topic, 'Understand it and use it', 'english')).toBeNull();
  });

  it('is foreign in a language that the library does not have it in', () => {
    expect(matchTopic('SQL', '', 'spanish')).toMatchObject({ isForeign: true });
    expect(matchTopic('SQL', '', 'english')).toMatchObject({ isForeign: false });
  });

  it('is not chosen for the goals alone', () => {
    expect(matchTopic('Beekeeping', 'Take photographs of my bees, set prices for honey', 'english')).toBeNull();
  });
});
