import { describe, expect, it } from 'vitest';
import { matchTopic } from './match-topic.ts';

/** Topics of the library, phrased differently from its titles. */
const OF_THE_LIBRARY: readonly (readonly [topic: string, slug: string])[] = [
  ['Git and GitHub', 'git-from-the-first-commit-to-a-shared-history'],
  ['What happens when I type a URL', 'how-the-internet-works'],
  ['Why is my internet slow?', 'how-the-internet-works'],
  ['Introduction to AI', 'machine-learning-the-ideas'],
  ['Large language models', 'large-language-models-and-prompting'],
  ['Portrait photographers: how they work', 'photography-light-lens-and-frame'],
  ['When does my café break even?', 'pricing-for-a-small-business'],
  ['Moon phases and eclipses', 'reading-the-night-sky'],
  ['Databases', 'sql-from-first-query-to-window-functions'],
  ['How to read a statistic in the news', 'statistics-for-everyday-decisions'],
  ['How cells divide: mitosis and meiosis', 'the-cell-from-membrane-to-division'],
  ['France in 1789', 'the-french-revolution'],
  ['T cells and B cells', 'the-immune-system-and-vaccines'],
  ['The moon and the tides', 'tides-how-moon-and-sun-move-the-sea'],
  ['Calculus for beginners', 'derivatives-how-fast-things-change'],
  ['Global warming', 'climate-what-sets-it-and-why-it-is-changing'],
  ['Neutron stars', 'black-holes-where-light-cannot-leave'],
];
const OUTSIDE = [
  'Falconry',
  'Internet dating',
  'What is air pressure?',
  'GitHub Actions',
  'The Russian Revolution',
  'Swahili for beginners',
  'C# programming',
  'Repairing cell phones',
  'Rock stars of the seventies',
  'Astrology',
  'Stock prices and how to predict them',
  'Financial derivatives',
  'Diplomatic immunity',
  'The tide of history',
  'Office climate',
];

describe('the library’s course on a topic', () => {
  it.each(OF_THE_LIBRARY)('%s: %s', (topic, slug) => {
    expect(matchTopic(topic, 'Understand it and use it', 'english')?.course.slug).toBe(slug);
  });

  it.each(OUTSIDE)('there is none on %s', (topic) => {
    expect(matchTopic(topic, 'Understand it and use it', 'english')).toBeNull();
  });

  it('is foreign in a language in which the library does not have it', () => {
    expect(matchTopic('SQL', '', 'spanish')).toMatchObject({ isForeign: true });
    expect(matchTopic('SQL', '', 'english')).toMatchObject({ isForeign: false });
  });

  it('is chosen by topic and goals together', () => {
    const goals = 'Use my camera in manual mode; choose aperture and shutter speed';
    expect(matchTopic('Holiday pictures', goals, 'english')?.course.slug).toBe('photography-light-lens-and-frame');
  });

  it('is not chosen for the goals alone', () => {
    expect(matchTopic('Falconry', 'Take photographs of my birds, set prices for training', 'english')).toBeNull();
  });

  it.each([
    ['says lessons that say a common word most', 'the cold war', 'us-history-from-many-nations-to-one-republic', [7]],
    ['says the lesson whose title is the phrase', 'newtons laws', 'physics-motion-forces-and-energy', [3]],
    ['is whole where a promised phrase adds what no lesson treats', 'python data analysis', 'python-for-data-from-a-csv-to-an-answer', []],
    ['is what somebody excels at', 'excel at chess', 'chess-from-the-first-move-to-a-plan', []],
    ['is named by a sentence whose other words it says', 'how do i stop my sourdough going flat', 'sourdough-bread-at-home', [8]],
    ['is found by a slip in a short word beside its own', 'periodic tabel', 'chemistry-from-atoms-to-reactions', [2]],
    ['is found by a wish in a script without spaces', 'ピアノを弾きたい', 'piano-to-a-song-with-both-hands', []],
    ['is no part where a foreign name is a word of one lesson', 'meditation', 'a-calm-mind-stress-worry-and-what-helps', [4]],
  ] as const)('%s: %s', (_rule, topic, slug, lessons) => {
    const found = matchTopic(topic, '', 'english');
    expect([found?.course.slug, found?.lessons, found?.missing]).toEqual([slug, lessons, []]);
  });

  it.each(['How do I care for my ball python?', 'heartbreak', 'Taylor Swift'])(
    'is not named by another meaning of its word: %s',
    (topic) => {
      expect(matchTopic(topic, '', 'english')).toBeNull();
    },
  );

  it.each([
    ['what is to be left out, and the course works by it', 'build an app without coding', 'apps', ['without coding']],
    ['what is to be explained to a child', 'inflation explained like I’m five', 'economics', ["explained like I'm five"]],
    ['an easy way that asks for knowledge', 'docker for dummies', 'docker', ['for dummies']],
    ['an audience that no lesson is for', 'statistics for nurses', 'statistics', ['nurses']],
    ['a place of which no lesson says anything', 'gardening in the desert', 'gardening', ['desert']],
    ['a word that lessons say in passing', 'chess for blind people', 'chess', ['blind']],
  ] as const)('is a part that lacks %s: %s', (_rule, topic, slug, missing) => {
    const found = matchTopic(topic, '', 'english');
    expect([found?.course.slug.split('-')[0], found?.missing]).toEqual([slug, missing]);
  });

  it.each([
    ['needs no knowledge', 'photography without jargon'],
    ['does not use what is to be left out', 'cooking without a microwave'],
  ])('is whole where it %s: %s', (_rule, topic) => {
    expect(matchTopic(topic, '', 'english')).toMatchObject({ missing: [], isPart: false });
  });

  it.each([
    ['the head noun is another', 'docker jobs at the port'],
    ['it asks what another course would answer', 'is coffee bad for your heart'],
    ['it is for an animal', 'yoga for dogs'],
    ['only letters are alike', 'cello'],
    ['a near word is a subject of its own', 'javanese'],
    ['a sentence says more that is not there', 'do plants sleep'],
  ])('is not found where %s: %s', (_rule, topic) => {
    expect(matchTopic(topic, '', 'english')).toBeNull();
  });

  it.each([
    ['complaints', 'my coffee tastes bitter', 'coffee', [5]],
    ['tasks', 'make a website for my band', 'html', []],
    ['questions', 'why does ice float', 'chemistry', [4]],
    ['everyday words alone', 'something is eating my lettuce', 'gardening', [7]],
    ['another language', 'أريد أن أتعلم الشطرنج', 'chess', []],
  ] as const)('is found by %s: %s', (_rule, topic, slug, lessons) => {
    const found = matchTopic(topic, '', 'english');
    expect(found?.course.slug.split('-')[0]).toBe(slug);
    expect(found?.lessons).toEqual(expect.arrayContaining([...lessons]));
  });

  it('is a part of a wider subject', () => {
    expect(matchTopic('biology', '', 'english')).toMatchObject({ isPart: true, missing: [] });
    expect(matchTopic('physics', '', 'english')).toMatchObject({ isPart: false });
  });
});
