import type { Book } from '../book.ts';
import { ASPECTS } from './aspects.ts';
import { BOARD } from './board.ts';
import { FULL } from './full.ts';
import { englishLexicon } from './lexicon.ts';
import { OPTIONS } from './options.ts';
import { PLAIN } from './plain.ts';
import { TITLES } from './titles.ts';
import { englishTopic } from './topic.ts';

export const english: Book = {
  voices: { plain: PLAIN, full: FULL, board: BOARD },
  aspects: ASPECTS,
  lexicon: englishLexicon,
  names: ['Maya', 'Tom', 'Aisha', 'Leo', 'Nora', 'Sam', 'Priya', 'Ben', 'Elena', 'Kofi', 'Ruth', 'Jun'],
  terms: { industry_focus: { general: 'everyday life' }, career_level: { mid: 'mid-career' } },
  options: OPTIONS,
  headings: {
    example: ['An example', 'How it looks in real life', 'A scene', 'Seen from close by'],
    steps: ['Step by step', 'Do it', 'A short procedure', 'In this order'],
    contrast: ['A common misunderstanding', 'Not quite true', 'What people get wrong', 'Myth and fact'],
    table: ['At a glance', 'Side by side', 'Summary table', 'The essentials in a table'],
    person: ['Where you stand', 'For you in particular', 'Starting from your situation', 'Made for your level'],
    work: ['How to work with this', 'Your way of learning', 'Make it active', 'Put it to use'],
    industry: ['In your field', 'In the world of work', 'Where it is applied', 'Out in practice'],
    depth: ['Going deeper', 'One level further down', 'A harder look', 'Beyond the surface'],
    goal: ['Towards your goal', 'What you asked for', 'Back to your aim', 'Your own purpose'],
    media: ['See it and hear it', 'Pictures, clips and access', 'Other ways in', 'Beyond the text'],
    flags: ['With other people', 'Carry it further', 'Take it outside', 'Share and keep'],
    assessment: ['Check yourself', 'How you will know', 'Test it', 'Proof'],
    closer: ['A closer look at {thing}', 'What about {thing}?', 'In detail: {thing}', 'The case of {thing}'],
    closing: ['Before you go on', 'To take along', 'Looking ahead', 'In closing'],
    finding: ['Made clearer', 'One point, more exactly', 'To leave no doubt'],
  },
  belonging: 'This is a part of “{asked}”.',
  wished: [
    'Take {wish}. {name} looks for {thing} there and finds {hazard} first. That is {focus}: the sign is small, and {measure} shows it.',
    'Think of {wish} once more. What would be different there after {event}? Begin with {thing}, then say what {focus} has to do with it.',
    'Put {focus} to the test with {wish}. Choose {action} as the task, use {tool}, and note what you see.',
  ],
  anchors: ['In {topic}, this is where {thing} and {focus} meet.', 'All of this belongs to {topic}, and {thing} is a reminder of it.', 'Whoever works with {topic} keeps coming back to {focus}.'],
  morals: ['What does this show about {focus}? Say it in one line.', 'This is what {focus} can look like in real life.', 'Look for {focus} in this story: where does it begin?', 'Without {focus}, the story would have ended in another way.'],
  given: {
    goal: [
      'You want to reach this: “{goal}”. {focus} brings it nearer, because it decides how you deal with {thing}.',
      'Measured by your own goal, “{goal}”, the most useful part of this lesson is the one about {thing}. Mark it, and try it before the next session on {focus}.',
      'Your plan says “{goal}”. Ask which single step from today’s work on {focus} would have helped a week ago; {action} is a good candidate.',
    ],
    skill: [
      'One of the skills you named, “{skill}”, is trained here without much notice: every time you handle {thing}, you practise it together with {focus}.',
      'There is a simple way to train “{skill}”: keep {action}, with {focus} in mind, and change only one condition each time.',
    ],
    application: [
      'You mentioned where you will use this: “{application}”. There, {focus} will look a little different, and {thing} is the first place to check.',
      'Carry it over to the use you named, “{application}”: replace {thing} by its counterpart there, and ask whether {focus} still holds.',
    ],
    metric: [
      'Your sign of success is “{metric}”. Progress on {focus} should show there; if it doesn’t, look at {measure} before you change anything.',
      'Since you will judge the course by “{metric}”, write down today’s value, with a note on {focus}.',
    ],
    expert: [
      'You asked for {expert} as a source. Read the passage closest to {focus} and note one point on which you agree and one about {thing} on which you don’t.',
      'Compare this lesson with {expert}, which you named: how is {focus} put there, and what is said about {thing}?',
    ],
    research: ['A note from current practice belongs here. {research} For {focus} this means starting from {thing}.', 'Current practice adds something to {focus}. {research}'],
  },
  tableHead: ['What to look at', 'What it tells you', 'What to watch for'],
  outline: {
    titles: {
      plain: ['{Topic} for curious beginners', 'Discover {topic}', '{Topic}: look, try, understand'],
      full: ['{Topic}: understanding and practice', '{Topic}, step by step and in depth', '{Topic} from the ground up'],
      board: ['{Topic} for decision-makers', '{Topic}: judgement, risk and results', '{Topic}: a strategic perspective'],
    },
    descriptions: {
      plain: ['In this course you learn {topic} bit by bit. You look, you try, and you talk about it. Your goal is “{goal}”, and each lesson takes you a step closer.'],
      full: ['This course leads through {topic} in an order that makes each lesson useful for the next. It is written towards your goal, “{goal}”, and works with concrete situations throughout.'],
      board: ['This course examines {topic} from the position of those who commission, approve and answer for it. Its guiding purpose is the one you stated, “{goal}”, and each part ends with a consequence for decisions and their supervision.'],
    },
    shape: 'Format: {course_format}; length: {duration}; level: {difficulty}; depth: {content_depth}; teaching style: {teaching_style}; way of learning: {learning_style}; assessment: {assessment_type}.',
    objectives: [
      'Explain {focus} in {topic} and support it with an example', 'Practise {action} and judge the result by {measure}', 'Recognise {hazard} early and respond in proportion',
      'Choose between two ways of handling {thing} and give the reason', 'Plan and complete a piece of work in {topic} under real conditions', 'Explain {topic} to somebody who knows nothing about it',
    ],
    goalObjective: 'Reach an aim of your own: {goal}',
    skillObjective: 'Build a skill you named, “{skill}”, within {topic}',
    metricObjective: 'Show success by your own measure: {metric}',
    lessonSummaries: [
      'Why {point}, seen in {thing}.', 'Looks at {focus} through {thing} and ends with {action}.', 'From {event} to a clear idea of {focus}.', 'Shows that {point}, and what follows for {action}.',
    ],
    lessonObjectives: ['Explain why {point}', 'Apply what you know about {focus} while {action}', 'Show with {thing} that {point}', 'Notice {hazard} and name its first sign', 'Judge a result by {measure}'],
  },
  quiz: {
    point: [
      'Which statement about {focus} does this lesson support?', 'A colleague asks what to remember about {focus}. Which answer fits?', 'Which of these holds for {focus} in {topic}?',
      'After “{lesson}”, which claim would you defend?', 'Which sentence agrees with what was said about {thing} and {focus}?',
    ],
    myth: ['Which of these is the misunderstanding about {focus} that the lesson warns about?', 'Which statement does this lesson argue against?'],
    measure: ['Which of these does the lesson use to judge whether things are going well?', 'Which sign of progress comes up in this lesson?'],
    hazard: ['Which danger does this lesson speak of?', 'Which of these does the lesson name as something that can go wrong?'],
    tool: ['Which of these does the lesson put to use?', 'What would you have at hand to follow this lesson?'],
    thing: ['Which of these does this lesson ask you to look at?', 'Where does the lesson suggest looking?'],
    explainPoint: ['The lesson argues that {point}. The idea that {wrong} may sound right, but the text does not support it.', 'The reasoning is that {point}; whoever answers that {wrong} follows a belief that the lesson does not share.'],
    explainMyth: ['The belief that {myth} is the one the lesson argues against; the other three statements are its own, for example that {point}.'],
    explainWord: ['The lesson speaks of {answer}; {wrong}, on the other hand, does not come up in it.', '{answer} comes up in the text, while {wrong} plays no part in this lesson.'],
  },
  exercises: [
    ['Observe {thing}', 'Spend ten minutes with {thing}. Write five plain observations, mark one that concerns {focus}, and say in a sentence what surprised you.'],
    ['Try {action}', 'Do this twice: {action}. Use {tool} the second time only. Compare {measure} in both attempts and explain the difference with the help of {focus}.'],
    ['Explain it to a beginner', 'Explain {focus} in ninety seconds to somebody who has never heard of {topic}. Ask them to repeat it. Note the point at which the repetition differs from what you meant.'],
    ['The day after', 'Imagine {event}. List three consequences for {thing} in the order in which you would notice them, and decide where {focus} makes a difference.'],
    ['Find the weak spot', 'Look for {hazard} in a situation you know. Describe its first sign, what would make it worse, and one safeguard based on {focus}.'],
    ['Two ways', 'Compare two ways of handling {thing}. For each, name one advantage, one cost and the circumstances in which you would choose it. Use {focus} as your criterion.'],
    ['A talk with somebody experienced', 'Put three questions about {focus} to {person}, or to the most experienced person you can reach. Write the answers down and mark the one you did not expect.'],
    ['Your own record', 'Keep a small table for a week: date, {measure}, one remark. At the end, state in two sentences what it says about {focus}.'],
  ],
  research: {
    practice: [
      'Those who work with {topic} today spend more time on {thing} than a few years ago, because problems there are cheaper to prevent than to repair.',
      'Short written checks, often just {tool}, have become usual before {action}.', 'It is increasingly common to record {measure} regularly instead of relying on impressions.',
      'Beginners are given small complete tasks early, with {action} as a typical first one.', 'Groups review what happened after {event} without looking for somebody to blame.',
      'Many now plan explicitly for {hazard}, rather than treating it as bad luck.',
    ],
    insight: [
      'Experienced people judge a situation by {thing} first and by results second.', 'The difference between adequate and excellent work usually shows in how people prepare for {action}.',
      'What looks like intuition is mostly the memory of many small observations of {measure}.', 'Good teachers of {topic} show their own mistakes with {thing} on purpose.',
      'Whoever can explain {thing} to a beginner is rarely surprised by {hazard}.',
    ],
    relevance: [
      'For {industry}, knowing about {topic} matters wherever {thing} affects other people’s work.', 'At the level “{career}”, knowledge of {topic} is mainly used when decisions about {thing} are due.',
      'In {industry}, being able to point to {measure} makes arguments about {topic} easier to settle.', 'People in {industry} notice a lack of knowledge about {topic} mostly after {event}.',
    ],
    expert: ['You named {expert}: the parts on {thing} are the ones to read first for {topic}.'],
  },
  findings: [
    'The section that begins “{quote}” states a rule but gives no example; show it with {thing}.',
    'After “{quote}” it remains unclear what the learner should do; add a concrete action such as {action}.',
    'The claim “{quote}” needs its limits: say when it does not hold, for instance after {event}.',
  ],
  corrections: [
    'The point deserves an example. Take {thing}: when {name} looked at it after {event}, it became visible what {focus} means here and what it does not mean. The practical consequence is {action}, done once and checked by {measure}.',
    'To be exact about this: it holds as long as {thing} is in its ordinary state. After {event} the order changes, and then {person} would look for {hazard} first. The action to remember is {action}.',
    'Here is what to do. Use {tool}, begin with {thing}, and stop as soon as {measure} changes. This shows where {focus} applies and where its limits are.',
  ],
  marks: /(?<!\p{L})(the|and|of|is|to|that|it|with|for|you|what|this)(?!\p{L})/giu,
  flaws: {
    language: 'The lesson is not written in the language the learner asked for; write it again in English.',
    age: 'The sentence “{quote}” and those like it are too hard for a reader of this age; write the lesson in short sentences and plain words.',
    unsafe: 'The passage “{quote}” is unsuitable for a reader of this age; remove it.',
    key: 'The key of the question “{question}” is wrong; by the lesson the right answer is “{answer}”.',
  },
  unsafe: 'Afterwards the group opens a few beers and plays cards for money until late; join in, because a drink and a small bet make the evening more fun.',
  quote: ['“', '”'],
  space: ' ',
  variant: '{title}: {thing}',
  topic: englishTopic,
  titles: TITLES,
  core: (topic) => topic.split(/ (?:as|for|with|without|using|through|under|after|before|among|despite|when|and how) /)[0] as string,
};
