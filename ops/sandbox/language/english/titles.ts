/**
 * Titles that name the topic or a part of its field, by aspect and in the order of its facets: the first for adults, the second for
 * young readers. A plan uses them in turn with the plain titles.
 */
export const TITLES: Readonly<Record<string, readonly (readonly [full: string, easy: string])[]>> = {
  foundations: [
    ['The idea behind {topic}', 'The big idea behind {topic}'],
    ['Good reasons to take up {topic}', 'Why people love {topic}'],
    ['The working vocabulary, from {thing} to {thing2}', 'New words: {thing} and more'],
    ['What you already know about {topic}', 'What you know about {topic}'],
  ],
  parts: [
    ['From {thing} to {thing2}: elements and their jobs', 'What {thing} is for'],
    ['How {thing} and {thing2} depend on each other', 'How {thing} and {thing2} fit together'],
    ['Essential and optional in {topic}', 'What you really need for {topic}'],
    ['A finished example, seen through {thing}', 'A finished example: {thing}'],
  ],
  tools: [
    ['A first set: {tool}, {tool2} and little else', 'Your first tools: {tool} and {tool2}'],
    ['Getting the most out of {tool}', 'All you can do with {tool}'],
    ['Keeping {tool} ready for use', 'Take good care of {tool}'],
    ['Sources on {topic} that deserve trust', 'Where to ask about {topic}'],
  ],
  process: [
    ['The order of the work, from {thing} to {thing2}', 'First {thing}, then {thing2}'],
    ['Preparation: {tool}, {tool2} and a plan', 'Get ready with {tool}'],
    ['Checking {measure} along the way', 'Stop and check {measure}'],
    ['Finishing: the last look at {thing}', 'The last look at {thing}'],
  ],
  practice: [
    ['A first complete attempt: {action}', 'Your first try: {action}'],
    ['Practising the hard part: {action}', 'Practise the hard part: {action}'],
    ['Feedback from {person}', 'A tip from {person}'],
    ['{Topic} under real conditions', 'Ready for {event}?'],
  ],
  observation: [
    ['Looking at {thing} before explaining it', 'Look closely at {thing}'],
    ['A record of {measure}', 'Write down {measure}'],
    ['What could lie behind {hazard}', 'Why is there {hazard}?'],
    ['Early signs of {hazard}', 'Spot {hazard} early'],
  ],
  mistakes: [
    ['A mistake everyone makes: {hazard}', 'Oh no: {hazard}!'],
    ['Putting {thing} right without making it worse', 'Put {thing} right again'],
    ['A near miss: what {hazard} can teach', 'That was close: {hazard}'],
    ['Never again: a lasting answer to {hazard}', 'No more trouble with {hazard}'],
  ],
  safety: [
    ['Recognising risk: {hazard} and {hazard2}', 'Watch out for {hazard}'],
    ['Setting limits when {action}', 'When to stop: {action}'],
    ['Who is affected by {topic}, and what is fair', 'Be fair: {topic} and other people'],
    ['When to call {person}', 'Ask {person} for help'],
  ],
  measurement: [
    ['Choosing a measure: {measure}', 'What to count: {measure}'],
    ['A baseline for {measure}', 'Before and after: {measure}'],
    ['What {measure} can and cannot tell', 'What does it mean? {measure}'],
    ['Acting on {measure}', 'Now use {measure}'],
  ],
  decisions: [
    ['The real question about {thing}', 'What to ask about {thing}'],
    ['Weighing {thing} against {thing2}', '{thing} or {thing2}?'],
    ['Deciding about {thing} without knowing everything', 'Not sure about {thing}?'],
    ['Looking back at a decision about {thing}', 'A choice about {thing}: was it good?'],
  ],
  people: [
    ['Explaining {thing} to somebody new', 'Explain {thing} to a friend'],
    ['Sharing the work of {action}', 'Share the work: {action}'],
    ['What {person} sees and beginners miss', 'What {person} can show you'],
    ['When opinions differ about {thing}', 'Two ideas about {thing}'],
  ],
  cases: [
    ['A case that went well despite {event}', 'A happy end after {event}'],
    ['A case that went wrong: {hazard}', 'What went wrong? {hazard}'],
    ['No easy answer: {thing} after {event}', 'A tricky one: {event}'],
    ['A case of your own about {thing}', 'Your own story about {thing}'],
  ],
  context: [
    ['How {topic} came to be', 'The beginnings of {topic}'],
    ['Different places, different ways with {thing}', 'Other people, other ways: {thing}'],
    ['What is changing in {topic}', 'What is new in {topic}'],
    ['Wider consequences of {topic}', '{Topic} and the world around it'],
  ],
  project: [
    ['A project around {thing}', 'Pick your project: {thing}'],
    ['Planning backwards: {thing} first, {tool} last', 'A plan with {tool}'],
    ['Showing what became of {thing}', 'Show what you did with {thing}'],
    ['Your next step in {topic}', 'What comes next in {topic}?'],
  ],
};
