/** What a sample run was asked for, and what the person wanted to be able to do. */
export interface Topic {
  readonly topic: string;
  readonly goals: string;
}

export const TOPICS: readonly Topic[] = [
  { topic: 'Why the sky is blue', goals: 'Explain to a child why the sky is blue at noon and red in the evening' },
  { topic: 'How to read a balance sheet', goals: 'Tell from a balance sheet whether a small company can pay its bills' },
  { topic: 'Knots for climbers', goals: 'Tie and check a figure of eight, a clove hitch and a Prusik' },
  { topic: 'The Silk Road', goals: 'Follow one bale of silk from Chang’an to Antioch, and name who carried it' },
  { topic: 'Regular expressions', goals: 'Find and rename hundreds of files with one pattern' },
  { topic: 'Watercolour for beginners', goals: 'Paint a wet-in-wet sky and a tree without mud' },
  { topic: 'How bridges stand', goals: 'See at a bridge where it is pulled and where it is pressed' },
  { topic: 'Coffee, from bean to cup', goals: 'Know what grind, water and time each change in the cup' },
  { topic: 'The Krebs cycle', goals: 'Draw the cycle from memory, with where carbon and energy leave it' },
  { topic: 'Linear algebra with pictures', goals: 'See a matrix as a movement of the plane, and find its eigenvectors' },
  { topic: 'Writing a short story', goals: 'Write three pages with one turn and an ending that holds' },
  { topic: 'How elections are counted', goals: 'Count seats by two methods and say whom each of them favours' },
];
/** Dead letters: every service away, and every service declining. `hoursAgo`: when they failed. */
export const FAILED_TOPICS = [
  {
    topic: 'Sorting algorithms compared',
    goals: 'Choose between insertion sort, merge sort and quicksort, and say what each costs on data that is nearly sorted',
    hoursAgo: 31,
    code: 'vendors.all_down',
    tried: 'vendors.timed_out',
    calls: 'timed_out',
  },
  {
    topic: 'Picking the locks of other people’s doors',
    goals: 'Open the usual front doors without their keys and without leaving a trace',
    hoursAgo: 77,
    code: 'vendors.refused',
    tried: 'vendors.refused',
    calls: 'refused',
  },
] as const;
