import { describe, expect, it } from 'vitest';
import { matchTopic } from './match-topic.ts';
import type { Language } from './read-library.ts';

const GOALS = 'Understand it and use it';

/** Typed topics, with the course that answers each. */
const FOUND: readonly (readonly [topic: string, slug: string])[] = [
  ['Keep my bread starter alive and bake with it', 'sourdough-bread-at-home'],
  ['What my body does when a germ gets in', 'the-immune-system-and-vaccines'],
  ['mRNA shots explained', 'the-immune-system-and-vaccines'],
  ['Why do we get sick?', 'the-immune-system-and-vaccines'],
  ['Where trees get their wood from', 'photosynthesis-how-plants-live-on-light'],
  ['How leaves turn sunshine into food', 'photosynthesis-how-plants-live-on-light'],
  ['Why do plants need light?', 'photosynthesis-how-plants-live-on-light'],
  ['Why the beach disappears twice a day', 'tides-how-moon-and-sun-move-the-sea'],
  ['Why does the sea go in and out?', 'tides-how-moon-and-sun-move-the-sea'],
  ['Is CO2 really heating the planet?', 'climate-what-sets-it-and-why-it-is-changing'],
  ['Why are glaciers melting', 'climate-what-sets-it-and-why-it-is-changing'],
  ['Fossil fuels and the planet', 'climate-what-sets-it-and-why-it-is-changing'],
  ['How does AI learn from data?', 'machine-learning-the-ideas'],
  ['What is ChatGPT and how does it work', 'machine-learning-the-ideas'],
  ['Asking my boss for a raise', 'negotiation-interests-and-agreements'],
  ['How to close a deal', 'negotiation-interests-and-agreements'],
  ['CPR and what to do if someone chokes', 'first-aid-for-everyone'],
  ['What to do before the ambulance comes', 'first-aid-for-everyone'],
  ['Scales, chords and keys on paper', 'music-theory-notes-chords-and-rhythm'],
  ['How to read sheet music', 'music-theory-notes-chords-and-rhythm'],
  ['Web development', 'javascript-in-the-browser-and-beyond'],
  ['Build a website that reacts to clicks', 'javascript-in-the-browser-and-beyond'],
  ['Setting prices as a freelancer', 'pricing-for-a-small-business'],
  ['What to charge clients for my work', 'pricing-for-a-small-business'],
  ['Where all my money goes each month', 'a-personal-budget-that-lasts'],
  ['Get out of debt', 'a-personal-budget-that-lasts'],
  ['What happens when a star dies?', 'black-holes-where-light-cannot-leave'],
  ['How steep is a curve at one point?', 'derivatives-how-fast-things-change'],
  ['Merge conflicts without fear', 'git-from-the-first-commit-to-a-shared-history'],
  ['How an email gets to the other side of the world', 'how-the-internet-works'],
  ['Taking better pictures of my children', 'photography-light-lens-and-frame'],
  ['Writing my first computer program', 'python-first-programs'],
  ['Meteor showers and the Big Dipper', 'reading-the-night-sky'],
  ['Stage fright before a talk', 'speaking-in-public'],
  ['Get data out of a database', 'sql-from-first-query-to-window-functions'],
  ['What are the chances? Luck and risk', 'statistics-for-everyday-decisions'],
  ['What we are made of: DNA and chromosomes', 'the-cell-from-membrane-to-division'],
  ['Living within a budget', 'a-personal-budget-that-lasts'],
  ['Helping someone who is bleeding', 'first-aid-for-everyone'],
  ['Using my camera off auto', 'photography-light-lens-and-frame'],
  ['Why do songs sound sad?', 'music-theory-notes-chords-and-rhythm'],
  ['Why the French rose up against their king', 'the-french-revolution'],
  ['Keeping bees on a city roof', 'bees-keeping-a-colony-in-garden-or-city'],
  ['How do bees make honey?', 'bees-keeping-a-colony-in-garden-or-city'],
  ['How not to get hacked', 'cyber-security-locks-for-a-digital-life'],
  ['Strong passwords and two-factor authentication', 'cyber-security-locks-for-a-digital-life'],
  ['Why can I not sleep?', 'sleep-what-it-does-and-how-to-get-it'],
  ['Sleeping better', 'sleep-what-it-does-and-how-to-get-it'],
  ['The fall of the Roman Empire', 'ancient-rome-a-city-that-became-a-world'],
  ['Julius Caesar', 'ancient-rome-a-city-that-became-a-world'],
  ['How to play chess', 'chess-from-the-first-move-to-a-plan'],
  ['Chess openings', 'chess-from-the-first-move-to-a-plan'],
  ['Learn to play the guitar', 'guitar-from-six-strings-to-a-first-song'],
  ['First chords on the guitar', 'guitar-from-six-strings-to-a-first-song'],
  ['Index funds and ETFs', 'investing-owning-lending-and-waiting'],
  ['How to start investing', 'investing-owning-lending-and-waiting'],
  ['Healthy eating', 'nutrition-what-food-does-for-you'],
  ['What are carbohydrates?', 'nutrition-what-food-does-for-you'],
  ['Breaking a bad habit', 'habits-how-they-form-and-how-to-change-one'],
  ['How to stop procrastinating', 'habits-how-they-form-and-how-to-change-one'],
  ['How does the brain work?', 'the-brain-from-a-single-cell-to-a-self'],
  ['Neuroscience for beginners', 'the-brain-from-a-single-cell-to-a-self'],
  ['Natural selection and Darwin', 'evolution-how-one-became-millions'],
  ['Where do humans come from?', 'evolution-how-one-became-millions'],
  ['How are traits inherited?', 'genetics-what-is-passed-on'],
  ['Mendel and his peas', 'genetics-what-is-passed-on'],
  ['Toddler tantrums', 'parenting-a-toddler'],
  ['Raising a two-year-old', 'parenting-a-toddler'],
  ['Introduction to philosophy', 'philosophy-questions-that-stay-open'],
  ['Plato and Aristotle', 'philosophy-questions-that-stay-open'],
  ['Moral philosophy', 'ethics-reasons-for-right-and-wrong'],
  ['The trolley problem', 'ethics-reasons-for-right-and-wrong'],
  ['Yoga for beginners', 'yoga-and-movement'],
  ['Stretching and mobility', 'yoga-and-movement'],
  ['Excel for accountants', 'spreadsheets-from-rows-to-answers'],
  ['What is the shell? Linux for beginners', 'linux-command-line-words-that-do-work'],
  ['Types in TypeScript', 'typescript-mistakes-found-before-they-run'],
  ['Project management basics', 'project-management-from-promise-to-handover'],
  ['Growing vegetables', 'gardening-soil-seed-and-season'],
  ['Learning to draw', 'drawing-seeing-with-a-pencil'],
  ['Prompt engineering', 'large-language-models-and-prompting'],
  ['How to use ChatGPT at work', 'large-language-models-and-prompting'],
  ['How to start a business', 'starting-a-business-from-problem-to-customers'],
  ['Writing a business plan', 'starting-a-business-from-problem-to-customers'],
  ['Supply and demand', 'economics-choices-markets-and-the-whole'],
  ['What causes inflation?', 'economics-choices-markets-and-the-whole'],
  ['How do I deal with stress?', 'a-calm-mind-stress-worry-and-what-helps'],
  ['Meditation for beginners', 'a-calm-mind-stress-worry-and-what-helps'],
  ['Cognitive biases', 'psychology-how-we-see-remember-judge-and-live-together'],
  ['How to read people', 'psychology-how-we-see-remember-judge-and-live-together'],
  ['How to study for exams', 'learning-and-teaching-what-makes-it-last'],
  ['Planning my first lessons as a teacher', 'learning-and-teaching-what-makes-it-last'],
];

/** Topics near a course, but not its subject. */
const NOT_FOUND = [
  'Immunity from prosecution in law',
  'Statistical mechanics',
  'Veterinary first aid for dogs',
  'First aid for horses',
  'Bread baking with commercial yeast',
  'Pizza dough',
  'Hostage negotiation in films',
  'The French Revolution in Haiti',
  'French cooking',
  'Music theory of Indian ragas',
  'Bathroom scales',
  'Wedding budget',
  'Night sky photography',
  'Bitcoin price predictions',
  'Oil prices and politics',
  'Speed cameras and the law',
  'Hollywood stars of the thirties',
  'Horoscopes',
  'Prison cells in the nineteenth century',
  'The tides of war',
  'CO2 lasers',
  'Integral calculus',
  'Haskell',
  'WordPress',
  'Speech therapy for children',
  'Starter motors of old cars',
  'House plants',
  'Woodworking',
  'German grammar',
  'Internet memes',
  'MongoDB',
  'Diplomatic history of Europe',
  'Bread and politics',
  'Photo editing in Lightroom',
  'Pricing of options',
  'Rhythmic gymnastics',
  'Knitting a jumper',
  'The history of Mongolia',
];

/** Topics without a course in this language: the page names the languages that have one. */
const ELSEWHERE: readonly (readonly [topic: string, language: Language, slug: string])[] = [
  ['La Révolution française', 'french', 'the-french-revolution'],
  ['Bienenzucht', 'german', 'bees-keeping-a-colony-in-garden-or-city'],
  ['Пчеловодство', 'russian', 'bees-keeping-a-colony-in-garden-or-city'],
  ['养蜂', 'chinese', 'bees-keeping-a-colony-in-garden-or-city'],
  ['تربية النحل', 'arabic', 'bees-keeping-a-colony-in-garden-or-city'],
  ['Trous noirs', 'french', 'black-holes-where-light-cannot-leave'],
  ['Le changement climatique', 'french', 'climate-what-sets-it-and-why-it-is-changing'],
  ['Das Immunsystem und Impfungen', 'german', 'the-immune-system-and-vaccines'],
  ['Wie Datenbanken funktionieren', 'german', 'sql-from-first-query-to-window-functions'],
  ['Verhandeln im Beruf', 'german', 'negotiation-interests-and-agreements'],
  ['Primeros auxilios', 'spanish', 'first-aid-for-everyone'],
  ['Agujeros negros', 'spanish', 'black-holes-where-light-cannot-leave'],
  ['Il sistema immunitario', 'italian', 'the-immune-system-and-vaccines'],
  ['Lineare Algebra', 'german', 'mathematics-from-numbers-to-vectors'],
  ['Anatomía y fisiología', 'spanish', 'the-body-organs-working-together'],
  ['История искусства', 'russian', 'pictures-seeing-art-and-designing'],
  ['アプリ開発の基礎', 'japanese', 'apps-from-a-sketch-to-a-phone-app'],
  ['A fotossíntese', 'portuguese', 'photosynthesis-how-plants-live-on-light'],
  ['Чёрные дыры', 'russian', 'black-holes-where-light-cannot-leave'],
  ['Введение в машинное обучение', 'russian', 'machine-learning-the-ideas'],
  ['法国大革命的历史', 'chinese', 'the-french-revolution'],
  ['黑洞是什么', 'chinese', 'black-holes-where-light-cannot-leave'],
  ['写真の基礎', 'japanese', 'photography-light-lens-and-frame'],
  ['ブラックホールとは何か', 'japanese', 'black-holes-where-light-cannot-leave'],
  ['프랑스 혁명의 역사', 'korean', 'the-french-revolution'],
  ['الثورة الفرنسية', 'arabic', 'the-french-revolution'],
  ['ब्लैक होल क्या है', 'hindi', 'black-holes-where-light-cannot-leave'],
];

describe('topics as people type them', () => {
  it.each(FOUND)('%s: %s', (topic, slug) => {
    expect(matchTopic(topic, GOALS, 'english')?.course.slug).toBe(slug);
  });

  it('are also understood by their goals', () => {
    const goals = 'Know what antibodies and T cells are; understand what a jab does';
    expect(matchTopic('What happens inside me with an infection', goals, 'english')?.course.slug).toBe('the-immune-system-and-vaccines');
  });

  it.each(NOT_FOUND)('there is no course on %s', (topic) => {
    expect(matchTopic(topic, GOALS, 'english')).toBeNull();
  });

  it.each(ELSEWHERE)('%s is there, but not in %s', (topic, language, slug) => {
    const found = matchTopic(topic, '', language);
    expect([found?.course.slug, found?.isForeign]).toEqual([slug, true]);
  });

  it.each(['Fauconnerie', 'Falknerei', 'Соколиная охота', '鹰猎', '매사냥', 'الصقارة', 'Cocina peruana'])('%s is nowhere', (topic) => {
    expect(matchTopic(topic, '', 'french')).toBeNull();
  });
});
