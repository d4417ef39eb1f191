export interface Review {
  readonly stars: number;
  readonly text: string;
  /** The creator's. */
  readonly answer?: string;
}

/** Reviews of the sample courses, as a reader of them might write. */
export const REVIEWS: Readonly<Record<string, readonly Review[]>> = {
  'photography-light-lens-and-frame': [
    {
      stars: 5,
      text: 'The exercise with five cups in a row taught me more about depth of field than two years of trying. I did it on a Sunday morning and now I set the aperture before I lift the camera.',
    },
    {
      stars: 4,
      text: 'Clear and short. I only have a phone, so lessons 1 to 3 were partly theory for me. From lesson 4, light, everything could be used at once.',
      answer: 'Thank you. With a phone, lesson 5 is the one to repeat: walking closer changes a picture in the same way.',
    },
    { stars: 5, text: 'Three hundred pictures down to eight within an hour. Painful, and right.' },
  ],
  'pricing-for-a-small-business': [
    {
      stars: 5,
      text: 'I raised the price of one product by a tenth, as lesson 7 proposes, one part at a time. Two customers asked why, and nobody left.',
    },
    {
      stars: 5,
      text: 'The table of discounts hangs over my desk. At my margin, ten per cent off means half as many sales again, and I used to give it to anybody who asked.',
      answer: 'That is the best place for it. Write your own margin in the first line.',
    },
    { stars: 3, text: 'Good for somebody who makes things. As a consultant I found my case in lesson 3 and would have liked more of it.' },
  ],
  'reading-the-night-sky': [
    {
      stars: 5,
      text: 'I found Polaris on the first clear evening. My daughter now corrects everybody who says that it is the brightest star.',
    },
    {
      stars: 4,
      text: 'No telescope, no app, just looking. The part on southern skies is short; I read it in Valparaíso and had to turn several examples round myself.',
      answer: 'You are right, the examples are for the north. The Moon lesson holds in the south with left and right exchanged.',
    },
  ],
  'sql-from-first-query-to-window-functions': [
    {
      stars: 5,
      text: 'The lesson on null alone was worth it. I found two reports at work that had silently left out customers without a country.',
    },
    { stars: 5, text: 'Window functions finally make sense, since the running total is built step by step.' },
    {
      stars: 4,
      text: 'Well paced up to lesson 7. The last two are denser; I needed a second evening for each.',
      answer: 'So did most readers. Typing the examples instead of reading them helps with those two.',
    },
  ],
  'statistics-for-everyday-decisions': [
    { stars: 5, text: 'Ten thousand people instead of percentages: I explained a test result to my father with it, and he understood.' },
    {
      stars: 5,
      text: 'The two bus lines with the same average! I had never seen so plainly why an average alone says little.',
    },
    { stars: 4, text: 'I skipped the formulas the first time. The text works without them, and they are easier afterwards.' },
  ],
  'the-cell-from-membrane-to-division': [
    {
      stars: 5,
      text: 'We did the potato sticks at the kitchen table. With a ruler you can find out how salty a potato is inside.',
      answer: 'And it costs less than anything in a laboratory. Try a carrot next: its value is not the same.',
    },
    { stars: 4, text: 'Good before an exam. Mitosis and meiosis side by side is what my textbook lacks.' },
  ],
  'climate-what-sets-it-and-why-it-is-changing': [
    {
      stars: 5,
      text: 'It computes the temperature of a planet from sunlight, and then shows what is missing. Nobody had shown me the account itself.',
    },
    {
      stars: 4,
      text: 'Calm and with figures. Lesson 3 needs to be read slowly.',
      answer: 'It is the hardest of the eight. The rest leans on it.',
    },
  ],
  'the-immune-system-and-vaccines': [
    { stars: 5, text: 'The story of the Faroe Islands stays with me: people who had had measles 65 years before did not get it again.' },
    {
      stars: 5,
      text: 'It says how efficacy is worked out from a trial, and what it does not mean. I could follow each number with a pencil.',
      answer: 'That was the aim of lesson 7. Thank you for taking the pencil.',
    },
  ],
  'tides-how-moon-and-sun-move-the-sea': [
    { stars: 5, text: 'I sail. The rule of twelfths I knew, but not why my harbour ignores it.' },
    { stars: 4, text: 'The second bulge on the far side is explained at last. The lesson with Python can be skipped, as it says.' },
  ],
  'a-personal-budget-that-lasts': [
    { stars: 5, text: 'The bills between: I added up what comes once a year and found out why November was always tight.' },
    { stars: 4, text: 'Nothing is sold here and no app is needed. A page of paper was enough.' },
    { stars: 5, text: 'Twenty minutes a month for two. We have kept it up since spring.' },
  ],
  'music-theory-notes-chords-and-rhythm': [
    { stars: 5, text: 'Six eighths are not three quarters: I have counted both aloud on the way to work for a week.' },
    {
      stars: 4,
      text: 'Works with a piano app. I would have liked to hear the progressions, so I played them.',
      answer: 'Playing them is the exercise, so you did it right.',
    },
  ],
  'sourdough-bread-at-home': [
    {
      stars: 5,
      text: 'The rise of my starter on day three was the false one, as the lesson says. On day twelve it doubled in eight hours. Third loaf: open crumb.',
      answer: 'Patience on the quiet days in between is most of the craft.',
    },
    { stars: 5, text: 'Percentages instead of recipes. Now I bake with the flour I have.' },
  ],
};
