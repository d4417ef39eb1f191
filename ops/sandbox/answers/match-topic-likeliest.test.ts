import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matchTopic } from './match-topic.ts';
import type { Language } from './read-library.ts';

/*
 * The 120 subjects that people are likeliest to ask for first, likeliest first. Names of subjects only, from lists looked up in November
 * 2026. A subject has 2 points for each list of what people were seen to want that has it:
 *   A  891 courses of Coursera with their learners in 2020, where a subject's have 250,000 or more together; a: 60,000 or more, 1 point
 *      (coursea_data.csv, GitHub, ShahPreksha1005/course-rating-prediction)
 *   D  the ten courses of OpenLearn most taken in 2023 (fenews.co.uk)
 *   E  the ten skills that adults in the UK would love to learn, NIACE 2015 (bbc.com/news/education-32487385)
 *   F  the ten languages most learned on Duolingo in 2023 (globenewswire.com)
 *   G  Google's commonest searches and suggestions for “how to” (jborden.com, vt.co, silentyak.com)
 *   H  the courses most taken at Coursera, edX and Class Central, 2014 to 2020 (weforum.org, devicedaily.com, jwel.mit.edu, paueducation.com)
 *   I  the subjects with most entries for A levels in 2023 and GCSEs in 2018 (ocr.org.uk, tes.com)
 *   L  the skills that Americans meant to learn in 2024 (stacyknows.com)
 *   M  the commonest resolutions for a new year (madison.com, wrch.radio.com)
 *   N  what grew on Udemy in spring 2020, and was learned most there at work in 2022 (helpnetsecurity.com, hrdive.com, saleszine.jp)
 *   O  the commonest hobbies (greatest10.org, peterboroughtoday.co.uk, opinionbureau.com, 21.ttwfx.com)
 *   P  searches for “how to learn” and for skills (luxuriousmagazine.com, nardotourism.com, preply.com, hackernoon.com,
 *      exeleonmagazine.medium.com)
 *   R  what grew most on Coursera in 2024 and 2025 (monitor.icef.com, coeforict.org)
 *   S  what grew most on Udemy in 2025 (windowsforum.com)
 * and 1 for each list of what is offered:
 *   B  the roadmaps of roadmap.sh (GitHub, kamranahmedse/developer-roadmap)
 *   C  the subjects and categories of Class Central, 1.5 points; c: its keywords (GitHub, classcentral/online-course-taxonomy, CC BY 4.0)
 *   J  the curricula of freeCodeCamp and OSSU (GitHub, freeCodeCamp/freeCodeCamp, ossu/computer-science)
 *   K  the textbooks of OpenStax (openstax.org, CC BY 4.0)
 *   Q  books for beginners that newspapers named (nytimes.com 2006, voanews.com 2008, smh.com.au 2020, thisismoney.co.uk)
 * “An instrument” counts for guitar and piano, “art” for drawing and painting. Among equals those on more lists come first, then those
 * with more learners in A. What the library has was not looked at.
 */
type Course = string | null;

/** `before`: what a library of 24 subjects found; `now`: the expected result. */
const LIKELIEST: readonly (readonly [topic: string, lists: string, before: Course, now: Course])[] = [
  ['English', 'ADFHIJc', null, 'english-for-travellers'],
  ['Guitar', 'aEGNOPc', null, 'guitar-from-six-strings-to-a-first-song'],
  ['Personal finance', 'ADHLMc', 'a-personal-budget-that-lasts', 'a-personal-budget-that-lasts'],
  ['Artificial intelligence', 'AHRSBC', 'machine-learning-the-ideas', 'machine-learning-the-ideas'],
  ['Psychology', 'ADHIKC', null, 'psychology-how-we-see-remember-judge-and-live-together'],
  ['Writing essays and reports', 'AHLOKC', null, 'clear-writing-essays-reports-and-mails'],
  ['Nutrition', 'ADHMKC', null, 'nutrition-what-food-does-for-you'],
  ['Investing', 'AHLNQc', null, 'investing-owning-lending-and-waiting'],
  ['Cooking', 'aEGLOQ', null, 'cooking-heat-salt-and-time'],
  ['Data science', 'APRBKC', 'machine-learning-the-ideas', 'machine-learning-the-ideas'],
  ['Computer science', 'AHIBKC', null, 'python-first-programs'],
  ['Python', 'AHPBJK', 'python-first-programs', 'python-first-programs'],
  ['Drawing', 'EGLOc', null, 'drawing-seeing-with-a-pencil'],
  ['Baking', 'ELOPQ', null, 'sourdough-bread-at-home'],
  ['Mathematics', 'AHIJC', null, 'mathematics-from-numbers-to-vectors'],
  ['Leadership', 'AHNBC', null, 'leading-people-the-first-year'],
  ['Starting a business', 'AGHKC', null, 'starting-a-business-from-problem-to-customers'],
  ['Cybersecurity', 'AHRBJ', null, 'cyber-security-locks-for-a-digital-life'],
  ['Photography', 'AEOQc', 'photography-light-lens-and-frame', 'photography-light-lens-and-frame'],
  ['Fitness and exercise', 'aLMOc', null, 'yoga-and-movement'],
  ['Painting and watercolour', 'aELOc', null, 'pictures-seeing-art-and-designing'],
  ['Korean', 'AFHP', null, null],
  ['Machine learning', 'AHBJc', 'machine-learning-the-ideas', 'machine-learning-the-ideas'],
  ['Data structures and algorithms', 'AHBJc', null, null],
  ['Spanish', 'aFPJc', null, 'spanish-for-travellers'],
  ['Chinese', 'aFPJc', null, null],
  ['Deep learning', 'AHNc', 'machine-learning-the-ideas', 'machine-learning-the-ideas'],
  ['Project management', 'AHNc', null, 'project-management-from-promise-to-handover'],
  ['Communication skills', 'ADNc', null, 'speaking-in-public'],
  ['Gardening', 'ELOQ', null, 'gardening-soil-seed-and-season'],
  ['Marketing', 'APKC', null, 'marketing-being-found-by-the-right-people'],
  ['Statistics', 'AHKC', 'statistics-for-everyday-decisions', 'statistics-for-everyday-decisions'],
  ['Web development', 'AGBC', 'javascript-in-the-browser-and-beyond', 'javascript-in-the-browser-and-beyond'],
  ['Finance', 'AHKC', null, 'investing-owning-lending-and-waiting'],
  ['Economics', 'AIKC', null, 'economics-choices-markets-and-the-whole'],
  ['World history', 'AIKC', null, 'the-world-from-1900-to-1950'],
  ['JavaScript', 'ABJQc', 'javascript-in-the-browser-and-beyond', 'javascript-in-the-browser-and-beyond'],
  ['Accounting', 'ADKc', null, null],
  ['Managing people', 'AHBK', null, 'leading-people-the-first-year'],
  ['Decision making', 'aNSc', null, 'statistics-for-everyday-decisions'],
  ['Critical thinking', 'aHSc', null, 'philosophy-questions-that-stay-open'],
  ['Losing weight', 'aGMc', null, 'nutrition-what-food-does-for-you'],
  ['Home repair (DIY)', 'aELQ', null, null],
  ['Piano', 'ENO', null, 'piano-to-a-song-with-both-hands'],
  ['Biology', 'aIKC', null, 'the-cell-from-membrane-to-division'],
  ['Physics', 'aIKC', null, 'physics-motion-forces-and-energy'],
  ['Politics', 'aIKC', null, 'society-states-laws-and-groups'],
  ['Chemistry', 'IKQC', null, 'chemistry-from-atoms-to-reactions'],
  ['Happiness and well-being', 'AHC', null, 'a-calm-mind-stress-worry-and-what-helps'],
  ['Learn to code', 'APC', 'python-first-programs', 'python-first-programs'],
  ['Art history and modern art', 'AIC', null, 'pictures-seeing-art-and-designing'],
  ['Data analysis', 'ABJc', null, 'spreadsheets-from-rows-to-answers'],
  ['SQL', 'ABJc', 'sql-from-first-query-to-window-functions', 'sql-from-first-query-to-window-functions'],
  ['HTML and CSS', 'ABJc', null, 'html-and-css-a-page-of-your-own'],
  ['Game development', 'ABJc', null, null],
  ['Linear algebra', 'aHJc', null, 'mathematics-from-numbers-to-vectors'],
  ['Forensic psychology', 'aDQc', null, 'psychology-how-we-see-remember-judge-and-live-together'],
  ['Business strategy', 'AHc', null, null],
  ['Cloud computing', 'ARB', null, null],
  ['R programming', 'AHc', null, null],
  ['Digital marketing', 'APc', null, 'marketing-being-found-by-the-right-people'],
  ['Graphic design', 'APc', null, 'pictures-seeing-art-and-designing'],
  ['Creative writing', 'AEc', null, 'writing-fiction-from-a-wish-to-a-last-line'],
  ['French', 'aFP', null, 'french-for-travellers'],
  ['Bitcoin and cryptocurrency', 'HNc', null, null],
  ['Stress management', 'MNc', null, 'a-calm-mind-stress-worry-and-what-helps'],
  ['German', 'DFc', null, 'german-for-travellers'],
  ['Dance', 'EOQ', null, null],
  ['Knitting and crochet', 'LOQ', null, null],
  ['Calculus', 'aJKC', 'derivatives-how-fast-things-change', 'derivatives-how-fast-things-change'],
  ['Law', 'AKC', null, 'society-states-laws-and-groups'],
  ['Philosophy', 'AKC', null, 'philosophy-questions-that-stay-open'],
  ['Databases', 'AJC', 'sql-from-first-query-to-window-functions', 'sql-from-first-query-to-window-functions'],
  ['Sociology', 'IKC', null, 'society-states-laws-and-groups'],
  ['Literature', 'IQC', null, null],
  ['Religion', 'IQC', null, null],
  ['Ethics', 'aJKc', null, 'ethics-reasons-for-right-and-wrong'],
  ['Data visualization', 'AJc', null, 'spreadsheets-from-rows-to-answers'],
  ['UX design', 'ABc', null, 'apps-from-a-sketch-to-a-phone-app'],
  ['Anatomy and physiology', 'AKc', null, 'the-body-organs-working-together'],
  ['Mobile app development', 'ABc', null, 'apps-from-a-sketch-to-a-phone-app'],
  ['Learning how to learn', 'aHc', null, 'learning-and-teaching-what-makes-it-last'],
  ['Mindfulness and meditation', 'aOQ', null, 'a-calm-mind-stress-worry-and-what-helps'],
  ['Copywriting', 'aNc', null, 'marketing-being-found-by-the-right-people'],
  ['Relationships and dating', 'aGc', null, 'psychology-how-we-see-remember-judge-and-live-together'],
  ['Autism', 'aDc', null, null],
  ['Yoga', 'OQc', null, 'yoga-and-movement'],
  ['Linux', 'HBJ', null, 'linux-command-line-words-that-do-work'],
  ['Make money online', 'GQc', null, null],
  ['Business English', 'AH', null, 'clear-writing-essays-reports-and-mails'],
  ['Habits and self-discipline', 'AN', null, 'habits-how-they-form-and-how-to-change-one'],
  ['Agile and Scrum', 'AN', null, 'project-management-from-promise-to-handover'],
  ['Japanese', 'FP', null, 'japanese-for-travellers'],
  ['ChatGPT', 'RS', 'machine-learning-the-ideas', 'large-language-models-and-prompting'],
  ['Italian', 'FP', null, null],
  ['Hindi', 'FP', null, null],
  ['Speed reading', 'MO', null, 'learning-and-teaching-what-makes-it-last'],
  ['Video games', 'LO', null, null],
  ['Astronomy', 'aKC', 'reading-the-night-sky', 'reading-the-night-sky'],
  ['English grammar', 'AC', null, 'english-grammar-that-people-get-wrong'],
  ['Electronics and Arduino', 'AC', null, 'electronics-first-circuits-with-your-own-hands'],
  ['Creativity', 'AC', null, null],
  ['Teaching', 'AC', null, 'learning-and-teaching-what-makes-it-last'],
  ['Nursing', 'aKc', null, 'the-body-organs-working-together'],
  ['React', 'aBJ', null, 'react-pages-that-follow-their-data'],
  ['Android apps', 'aBc', null, 'apps-from-a-sketch-to-a-phone-app'],
  ['Anxiety and depression', 'aQc', null, 'a-calm-mind-stress-worry-and-what-helps'],
  ['Parenting', 'aQc', null, 'parenting-a-toddler'],
  ['iOS apps with Swift', 'aBc', null, 'apps-from-a-sketch-to-a-phone-app'],
  ['Docker and Kubernetes', 'aBJ', null, 'docker-and-kubernetes-programs-in-boxes'],
  ['Microbiology', 'aKc', null, 'the-body-organs-working-together'],
  ['TypeScript', 'BJc', null, 'typescript-mistakes-found-before-they-run'],
  ['Node.js', 'BJc', 'javascript-in-the-browser-and-beyond', 'javascript-in-the-browser-and-beyond'],
  ['Excel', 'AQ', null, 'spreadsheets-from-rows-to-answers'],
  ['Java', 'AB', null, null],
  ['Negotiation', 'Ac', 'negotiation-interests-and-agreements', 'negotiation-interests-and-agreements'],
  ['Public health and epidemics', 'Ac', null, null],
  ['Neuroscience', 'Ac', null, 'the-brain-from-a-single-cell-to-a-self'],
  ['Public speaking', 'Ac', 'speaking-in-public', 'speaking-in-public'],
  ['Computer networks', 'AJ', 'how-the-internet-works', 'how-the-internet-works'],
];

const GOALS = ['Understand it and use it', ''];

const source = (file: string): string => readFileSync(new URL(`../../../frontend/src/${file}`, import.meta.url), 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);

/** Topics that the product itself suggests where it asks for one. */
const FORMS = [
  'features/generation/builder/main-fields.tsx',
  'features/generation/builder/first-course-form.tsx',
  'pages/courses-page.tsx',
];
const placeholders = [...new Set(FORMS.flatMap((file) => all(source(file), /placeholder=\{t\('([^']+: [^']+)'\)\}/g)))];
const firstTopics = all(source('features/generation/builder/first-topics.ts').split('] as const')[0]!, /^ {2}'(.+)',$/gm);
const onLanding = [
  ...all(source('features/marketing/landing/landing.tsx'), /title: t\('([^']+)'\),\s+aim:/g),
  ...all(source('features/marketing/landing/opening.tsx'), /COVER_OF = '([^']+)'/g),
];

const translated = (texts: readonly string[], language: string): string[] => {
  const entries = source(`lib/texts/${language}.po`);
  return texts.map((text) => entries.split(`msgid "${text}"\nmsgstr "`)[1]!.split('"\n')[0]!);
};
const topicsOf = (placeholder: string): string[] => placeholder.slice(placeholder.indexOf(':') + 1).split(/[,،]/);

const EXAMPLES: readonly (readonly [language: Language, topics: readonly string[]])[] = [
  ['english', [...placeholders.flatMap(topicsOf), ...firstTopics, ...onLanding]],
  ['spanish', [...translated(placeholders, 'es').flatMap(topicsOf), ...translated(firstTopics, 'es')]],
  ['arabic', [...translated(placeholders, 'ar').flatMap(topicsOf), ...translated(firstTopics, 'ar')]],
];

describe('the likeliest topics', () => {
  it('are 120, each once', () => {
    expect(new Set(LIKELIEST.map(([topic]) => topic)).size).toBe(120);
  });

  it.each(LIKELIEST)('%s', (topic, _lists, _before, now) => {
    for (const goals of GOALS) expect(matchTopic(topic, goals, 'english')?.course.slug ?? null).toBe(now);
  });

  it('have a course about them more often than before', () => {
    const [before, now] = [2, 3].map((column) => LIKELIEST.filter((row) => row[column] !== null).length);
    expect({ before, now }).toEqual({ before: 20, now: 98 });
  });
});

describe('the topics that the product itself names', () => {
  it('are read from it', () => {
    expect([placeholders.length, firstTopics.length, onLanding.length]).toEqual([2, 12, 5]);
  });

  it.each(EXAMPLES.flatMap(([language, topics]) => topics.map((topic) => [language, topic.trim()] as const)))(
    '%s: %s',
    (language, topic) => {
      for (const goals of GOALS) expect(matchTopic(topic, goals, language)).not.toBeNull();
    },
  );
});
