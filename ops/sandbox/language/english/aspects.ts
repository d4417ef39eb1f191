import { facet, type Aspect } from '../book.ts';

/** What modules and lessons can be about; every clause is meant to hold for any topic. */
export const ASPECTS: readonly Aspect[] = [
  {
    id: 'foundations',
    module: { plain: 'First steps in {topic}', full: 'Foundations of {topic}', board: 'What matters in {topic}, and why' },
    summary: {
      plain: 'You find out what belongs to {topic}, why people care, and which words you need.',
      full: 'Sets out the purpose, the vocabulary and the starting points on which everything later in {topic} rests.',
      board: 'Establishes the purpose and the vocabulary that allow a responsible person to judge proposals about {topic} rather than merely receive them.',
    },
    facets: [
      facet('What it is really about', 'What is it all about?', 'the central idea', ['there is a real need behind {topic}', 'a clear purpose shows which details deserve attention', 'newcomers notice the surface and experienced people notice the purpose'], 'every rule has to be memorised before anyone can begin'),
      facet('Why people take it up', 'Why do people do it?', 'the reason to begin', ['people stay with work whose result they can see', 'a written reason survives a bad week better than a good mood does', 'different reasons lead to different first steps'], 'everybody should begin for the same reason'),
      facet('The working vocabulary', 'Words you will need', 'the working vocabulary', ['ten exact words are worth more than fifty vague ones', 'a term is understood when you can give one example and one counterexample', 'a wrong word soon leads to a wrong action'], 'special words exist only to impress other people'),
      facet('From what you know to what you need', 'What you know already', 'the link to earlier knowledge', ['new ideas hold better when they are tied to something familiar', 'everyday experience helps until the point where it misleads', 'asking where a comparison breaks down is part of understanding'], 'earlier experience is of no use in a new subject'),
    ],
  },
  {
    id: 'parts',
    module: { plain: 'The parts of {topic}', full: 'The building blocks of {topic}', board: 'The anatomy of {topic}' },
    summary: {
      plain: 'You take {topic} apart and see what each part does.',
      full: 'Takes {topic} apart, names each element, and shows how the elements depend on one another.',
      board: 'Dissects {topic} into the elements that can be owned, staffed and measured separately, and identifies the dependencies between them.',
    },
    facets: [
      facet('The elements and their jobs', 'What each part does', 'the list of elements', ['every element has one main job', 'an element without a clear job is usually a leftover', 'naming the job is more useful than naming the element'], 'all elements matter equally at all times'),
      facet('How the elements depend on each other', 'How the parts work together', 'the connection between elements', ['a change in one element shows up first in its neighbours', 'most surprises come from connections that nobody drew', 'removing one element is the quickest way to learn what it did'], 'each element can be improved without looking at the others'),
      facet('What is essential and what is optional', 'What you need and what is extra', 'the line between essential and optional', ['a small complete version teaches more than a large unfinished one', 'extras are easier to add later than to remove later', 'the essential element is the one whose absence stops everything'], 'more elements always make the result better'),
      facet('Reading a finished piece of work', 'Look at a finished example', 'the finished example', ['a finished example answers questions that no description can', 'looking in a fixed order finds more than looking at random', 'good work hides the decisions that made it good'], 'a good example should simply be copied'),
    ],
  },
  {
    id: 'tools',
    module: { plain: 'Tools for {topic}', full: 'Tools and materials for {topic}', board: 'Resourcing {topic}' },
    summary: {
      plain: 'You choose a few good tools, look after them, and put them to work.',
      full: 'Covers the choice, care and limits of the tools needed for {topic}, starting from the smallest sensible set.',
      board: 'Covers the equipment, information and time needed for {topic}, what each resource buys, and where spending ceases to help.',
    },
    facets: [
      facet('Choosing the first set', 'Your first tools', 'the first set of tools', ['a short list chosen for one task beats a long list chosen for all', 'borrowing first shows what is worth owning', 'the tool that gets used is better than the tool that impresses'], 'beginners need the most complete equipment'),
      facet('Using one tool well', 'Use one tool really well', 'the use of one tool', ['skill with one tool carries over to the next one', 'every tool has a task that it should never be given', 'slow and correct use becomes fast and correct use'], 'a better tool replaces practice'),
      facet('Care and readiness', 'Look after your things', 'the care of equipment', ['ten minutes of care after use save an hour before the next', 'a fixed place for each item shows at once what is missing', 'wear is cheapest to repair when it is first seen'], 'care can wait until something breaks'),
      facet('Sources you can trust', 'Where to find help', 'the choice of sources', ['a source is as good as its way of admitting mistakes', 'two independent sources are stronger than ten that copy each other', 'the date of a source matters as much as its author'], 'the most popular source is the most reliable one'),
    ],
  },
  {
    id: 'process',
    module: { plain: 'Step by step through {topic}', full: 'The process of {topic} from start to finish', board: 'From decision to result in {topic}' },
    summary: {
      plain: 'You follow the whole job from the first step to the last.',
      full: 'Walks through the complete sequence of {topic}, with the reasons for its order and the points at which to stop and check.',
      board: 'Follows the complete sequence from decision to result in {topic}, with its handovers, its controls and its points of no return.',
    },
    facets: [
      facet('The sequence and its reasons', 'First this, then that', 'the order of the steps', ['order matters wherever one step destroys what another needs', 'a step without a visible end is two steps', 'knowing why a step comes first lets you change the order safely'], 'the order of the steps is only a habit'),
      facet('Preparation', 'Get ready', 'the preparation', ['good preparation makes the main work look easy', 'a checklist is for the day on which you are tired', 'what is missing should be discovered before the start'], 'preparation is time taken away from the real work'),
      facet('Checks along the way', 'Stop and check', 'the intermediate check', ['an early check costs minutes and a late one costs days', 'a check needs a question that can be answered with yes or no', 'the best moment to check is just before something becomes hard to undo'], 'checking at the end is enough'),
      facet('Finishing properly', 'Finish the job', 'the end of the job', ['work is finished when the next person can use it', 'the last tenth of a job is the part that others see', 'a short note about what happened makes the next time easier'], 'a job is finished when its author is tired of it'),
    ],
  },
  {
    id: 'practice',
    module: { plain: 'Your turn: {topic}', full: 'Practising {topic}', board: 'Building competence in {topic}' },
    summary: {
      plain: 'You try small pieces of {topic} with your own hands and your own head.',
      full: 'Turns knowledge about {topic} into ability through short, deliberate practice with feedback.',
      board: 'Shows how individuals and teams acquire dependable competence in {topic}, and how that competence is recognised.',
    },
    facets: [
      facet('The first complete attempt', 'Your first try', 'the first complete attempt', ['a first attempt should be small enough to finish today', 'the first result is a measurement and not a verdict', 'finishing badly teaches more than starting perfectly'], 'the first attempt should already be good'),
      facet('Deliberate repetition', 'Practise the hard part', 'deliberate repetition', ['repeating the hard part alone is faster than repeating everything', 'short sessions on several days beat one long session', 'practice without attention makes mistakes permanent'], 'more hours always bring more progress'),
      facet('Useful feedback', 'Ask for a tip', 'useful feedback', ['feedback helps when it names one thing to change', 'a question about one detail gets a better answer than a request for an opinion', 'feedback is worth most while the work can still be changed'], 'praise is the most helpful feedback'),
      facet('Working under real conditions', 'When it gets real', 'the real situation', ['real conditions add noise, hurry and other people', 'a skill is secure when it survives an interruption', 'the gap between practice and reality should be crossed in small steps'], 'what works in practice works everywhere'),
    ],
  },
  {
    id: 'observation',
    module: { plain: 'Look closely at {topic}', full: 'Observing and diagnosing in {topic}', board: 'Reading the situation in {topic}' },
    summary: {
      plain: 'You learn to look, listen and write down what you see.',
      full: 'Develops the habit of seeing what is there in {topic} before explaining it, and of reasoning from signs to causes.',
      board: 'Develops the discipline of separating evidence from interpretation in {topic}, so that decisions rest on the former.',
    },
    facets: [
      facet('Seeing before explaining', 'Look first, think second', 'careful observation', ['a description comes before an explanation', 'two people who look separately see more than two who look together', 'what is absent can be as informative as what is present'], 'an experienced eye does not need to look twice'),
      facet('Keeping a record', 'Keep a notebook', 'the written record', ['memory keeps the ending and loses the beginning', 'three short notes a week show a pattern that no single day shows', 'a record is useful when a stranger could read it'], 'only unusual events deserve a note'),
      facet('From sign to cause', 'Find out why', 'the search for causes', ['the same sign can have several causes', 'a good test is one that could prove you wrong', 'the most recent change is the first suspect'], 'the first explanation that fits is the right one'),
      facet('Early signs of trouble', 'Spot trouble early', 'the early warning', ['trouble usually announces itself in a small way', 'a sign counts when it appears twice', 'acting early needs less force than acting late'], 'trouble comes without any warning'),
    ],
  },
  {
    id: 'mistakes',
    module: { plain: 'Mistakes in {topic} and how to fix them', full: 'Mistakes, repairs and resilience in {topic}', board: 'Failure modes in {topic}' },
    summary: {
      plain: 'You meet the most common mistakes and learn how to put them right.',
      full: 'Studies the typical errors of {topic}, how they begin, how they are repaired and how they are kept from returning.',
      board: 'Studies how things go wrong in {topic}, who notices first, and what an organisation must have arranged beforehand to recover.',
    },
    facets: [
      facet('The mistakes everyone makes', 'Mistakes everyone makes', 'the common mistake', ['beginners fail by adding too much and experts fail by assuming too much', 'a common mistake is common because it looks reasonable', 'knowing a mistake by name makes it easier to stop'], 'careful people make no mistakes'),
      facet('Repairing without making it worse', 'Fix it safely', 'the safe repair', ['the first rule of repair is to stop the damage', 'one change at a time shows which change helped', 'an undo should be ready before a repair begins'], 'a fast repair is a good repair'),
      facet('Learning from a near miss', 'That was close!', 'the near miss', ['a near miss is a free lesson', 'the question is what allowed it and not who did it', 'telling others about it prevents more than keeping it private does'], 'if nothing broke there is nothing to learn'),
      facet('Keeping errors from returning', 'Never again', 'the lasting fix', ['a rule that depends on memory will be forgotten', 'the best safeguard makes the right action the easy one', 'a fix is complete when it has been tested once on purpose'], 'a warning is enough to stop a mistake for good'),
    ],
  },
  {
    id: 'safety',
    module: { plain: 'Stay safe and be fair in {topic}', full: 'Safety, ethics and responsibility in {topic}', board: 'Risk, duty and accountability in {topic}' },
    summary: {
      plain: 'You learn how to keep yourself and others safe, and how to be fair.',
      full: 'Considers who can be harmed by careless {topic}, which limits apply, and how responsibility is carried in practice.',
      board: 'Considers the exposure that comes with {topic}, the duties that follow from it, and the evidence with which those duties are shown to be met.',
    },
    facets: [
      facet('Recognising risk', 'What could go wrong?', 'the recognition of risk', ['a risk has two sizes, how likely it is and how much it hurts', 'familiar dangers are the ones people stop seeing', 'a risk with a name and an owner is half under control'], 'a thing that has never gone wrong is safe'),
      facet('Limits and when to stop', 'Know when to stop', 'the limit', ['a limit works when it is set before it is needed', 'stopping early is a skill and not a weakness', 'the person who sees the danger may always say stop'], 'limits are for people without experience'),
      facet('Fairness to others', 'Be fair', 'fair dealing', ['those who carry the consequences should be heard first', 'an honest small promise is better than a broken large one', 'credit for work belongs to the person who did it'], 'what is allowed is also fair'),
      facet('Asking for help in time', 'Ask for help', 'the timely request for help', ['help is cheapest at the first sign of doubt', 'a good request says what was tried and what happened', 'knowing whom to call belongs to the preparation'], 'asking for help shows a lack of ability'),
    ],
  },
  {
    id: 'measurement',
    module: { plain: 'Getting better at {topic}', full: 'Measuring progress in {topic}', board: 'Evidence and performance in {topic}' },
    summary: {
      plain: 'You count, compare and see how much better you get.',
      full: 'Chooses a few honest measures for {topic}, collects them with little effort, and draws conclusions that they can bear.',
      board: 'Selects the few indicators of {topic} that deserve senior attention, and guards against the distortions that indicators invite.',
    },
    facets: [
      facet('Choosing what to measure', 'What to count', 'the choice of a measure', ['a measure is good when it would change a decision', 'one number that everybody understands beats five that nobody does', 'what is easy to count is not always what counts'], 'everything that can be counted should be counted'),
      facet('A baseline before a change', 'Before and after', 'the baseline', ['without a starting value no progress can be shown', 'the baseline has to be taken under ordinary conditions', 'two measurements make a line and three make a trend'], 'a starting value can be estimated afterwards'),
      facet('Reading results honestly', 'What do the numbers say?', 'the honest reading of results', ['a surprising result is first of all a reason to measure again', 'an average hides the best case and the worst', 'a number without its conditions is only a decoration'], 'numbers speak for themselves'),
      facet('From measure to action', 'Now do something', 'the step from measure to action', ['each measure needs a value at which something happens', 'the smallest effective action is the best first one', 'after an action the same measure has to be taken again'], 'measuring more often improves the result'),
    ],
  },
  {
    id: 'decisions',
    module: { plain: 'Making choices in {topic}', full: 'Judgement and trade-offs in {topic}', board: 'Deciding well about {topic}' },
    summary: {
      plain: 'You practise choosing when there is more than one good way.',
      full: 'Practises choosing between good alternatives in {topic}, with incomplete information and limited time.',
      board: 'Examines how consequential choices about {topic} are framed, delegated and reviewed under uncertainty.',
    },
    facets: [
      facet('Framing the choice', 'What is the question?', 'the framing of a choice', ['a well-put question contains half of the answer', 'there are nearly always more than two possibilities', 'doing nothing is also a choice and has a price'], 'a decision is a choice between two options'),
      facet('Weighing what you gain and lose', 'What you win and what you lose', 'the trade-off', ['each advantage is paid for somewhere', 'a choice that can be undone deserves less time', 'writing the criteria first keeps a favourite from winning by charm'], 'the best option has no disadvantage'),
      facet('Deciding with incomplete knowledge', 'When you are not sure', 'the decision under uncertainty', ['a cheap trial is worth more than a long debate', 'confidence and accuracy are different things', 'the useful question is what would change your mind'], 'a decision should wait until everything is known'),
      facet('Reviewing a decision', 'Was it a good choice?', 'the review of a decision', ['a good decision can end badly and a bad one can end well', 'reasons written down at the time are the only honest witness', 'a review looks for the next decision and not for somebody to blame'], 'a good result proves a good decision'),
    ],
  },
  {
    id: 'people',
    module: { plain: 'Working together on {topic}', full: 'Working with others in {topic}', board: 'Leading people through {topic}' },
    summary: {
      plain: 'You share the work, explain it, and listen to other people.',
      full: 'Looks at the people in {topic}: those you learn from, those you work beside and those you explain it to.',
      board: 'Looks at roles, incentives and conversation in {topic}, because capable people fail together when these are left to chance.',
    },
    facets: [
      facet('Explaining it to somebody else', 'Explain it to a friend', 'the clear explanation', ['you understand a thing when a beginner understands you', 'one example before the rule works better than one after it', 'a listener remembers the first and the last thing said'], 'a complete explanation is a clear one'),
      facet('Sharing the work', 'Share the work', 'the division of work', ['every task needs exactly one owner', 'handovers are where things get lost', 'people do better what they have helped to plan'], 'the most capable person should do the most'),
      facet('Learning from experienced people', 'Learn from someone good', 'the experienced guide', ['watching an expert helps most when you know what to watch', 'experts leave out the steps they no longer notice', 'a specific question respects the time of the person who answers'], 'experts can always explain what they do'),
      facet('Handling disagreement', 'When you do not agree', 'the useful disagreement', ['a disagreement about facts can be settled by looking', 'repeating the other view fairly comes before answering it', 'people who were heard accept a decision they dislike'], 'good groups have no disagreements'),
    ],
  },
  {
    id: 'cases',
    module: { plain: 'Stories from {topic}', full: 'Cases from {topic}', board: 'Precedents and cases in {topic}' },
    summary: {
      plain: 'You read little stories and say what you would do.',
      full: 'Works through realistic situations from {topic} in which the right answer depends on the circumstances.',
      board: 'Works through situations from {topic} in which informed people disagreed, and extracts what transfers to your own responsibilities.',
    },
    facets: [
      facet('A case that went well', 'A story with a happy end', 'the successful case', ['success has causes that are visible only from close by', 'luck and skill should be listed in separate columns', 'what made a case succeed may be missing in yours'], 'a successful case can be repeated by copying it'),
      facet('A case that went wrong', 'A story that went wrong', 'the failed case', ['failures are built from several small and reasonable steps', 'the warning was usually seen by somebody', 'a failed case is richer in lessons than a successful one'], 'failures have a single cause'),
      facet('A case with no easy answer', 'A tricky story', 'the open case', ['the facts decide less than the question you put to them', 'two good answers can exclude each other', 'saying what you do not know makes a judgement stronger'], 'a hard case only needs more information'),
      facet('Writing up your own case', 'Tell your own story', 'your own case', ['a case begins with a person who has to decide', 'leaving the ending open makes readers think', 'details belong in a case when they could change the decision'], 'a case is a report of everything that happened'),
    ],
  },
  {
    id: 'context',
    module: { plain: '{topic}: yesterday and today', full: 'Where {topic} comes from and where it is going', board: 'The wider setting of {topic}' },
    summary: {
      plain: 'You see how people handled {topic} in the past and what is different now.',
      full: 'Places {topic} in its history and its surroundings, and asks which habits are still justified.',
      board: 'Places {topic} in the developments around it, and distinguishes durable change from fashion.',
    },
    facets: [
      facet('How it came to be', 'How did it start?', 'the origin of present habits', ['most rules were once the answer to a real accident', 'a habit can outlive its reason', 'knowing the origin shows which part may be changed'], 'old methods are old because nobody thought about them'),
      facet('Different places, different ways', 'Other people, other ways', 'the variety of approaches', ['a different method is often an answer to a different problem', 'local conditions decide which method wins', 'comparing two traditions shows what both have in common'], 'there is one correct way everywhere'),
      facet('What is changing now', 'What is new?', 'the present change', ['a new thing is worth a trial and not yet a promise', 'change arrives first where something hurts', 'what stays the same is a better guide than what is new'], 'the newest method is the best one'),
      facet('The wider consequences', 'What happens around it?', 'the wider consequence', ['every action has effects outside its own purpose', 'those who pay and those who profit are often different people', 'slow effects are the easiest to overlook'], 'side effects are rare and small'),
    ],
  },
  {
    id: 'project',
    module: { plain: 'Your own {topic} project', full: 'A project of your own in {topic}', board: 'Putting {topic} to work' },
    summary: {
      plain: 'You plan a small project, do it, and show it.',
      full: 'Brings everything together in one piece of {topic} that is planned, carried out, shown and improved.',
      board: 'Converts the course into a programme of action for {topic}, with owners, dates and a way of knowing whether it worked.',
    },
    facets: [
      facet('Choosing and limiting the project', 'Pick your project', 'the choice of a project', ['a good project can be described in two sentences', 'what is left out decides whether it gets finished', 'a project that somebody waits for gets done'], 'an ambitious project teaches the most'),
      facet('Planning backwards from the end', 'Make a plan', 'the plan', ['a plan begins with the finished result and walks backwards', 'the first week should produce something that can be shown', 'a plan is a guess that is meant to be corrected'], 'a good plan does not need to change'),
      facet('Showing the result', 'Show your work', 'the presentation of the result', ['show the result first and the road to it second', 'one honest weakness makes the rest believable', 'an audience remembers one thing and you can choose which'], 'a result explains itself'),
      facet('The next step after this course', 'What comes next?', 'the next step', ['a skill that is not used is gone within months', 'the next step should have a date', 'teaching somebody is the best way to keep what you know'], 'when a course ends the learning ends'),
    ],
  },
];
