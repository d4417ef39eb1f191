interface Source {
  readonly authors: string;
  readonly year: number;
  readonly title: string;
  readonly journal: string;
  readonly doi: string;
  /** The finding, and how the product applies it. */
  readonly note: string;
}

/** Published studies that shaped the structure of courses, by name of the first author. */
export const SOURCES: readonly Source[] = [
  {
    authors: 'Bloom, B. S.',
    year: 1984,
    title: 'The 2 sigma problem: the search for methods of group instruction as effective as one-to-one tutoring',
    journal: 'Educational Researcher 13(6)',
    doi: '10.3102/0013189X013006004',
    note: 'One teacher for one learner does best. A course here is written for one reader: topic, goals, level and language are theirs.',
  },
  {
    authors: 'Cepeda, N. J. et al.',
    year: 2006,
    title: 'Distributed practice in verbal recall tasks: a review and quantitative synthesis',
    journal: 'Psychological Bulletin 132(3)',
    doi: '10.1037/0033-2909.132.3.354',
    note: 'Sittings with days between them last longer than one long sitting. Lessons are short, and the next one waits where you stopped.',
  },
  {
    authors: 'Dunlosky, J. et al.',
    year: 2013,
    title: 'Improving students’ learning with effective learning techniques',
    journal: 'Psychological Science in the Public Interest 14(1)',
    doi: '10.1177/1529100612453266',
    note: 'Of ten ways to study, testing oneself and spacing were rated highest, rereading and highlighting low.',
  },
  {
    authors: 'Freeman, S. et al.',
    year: 2014,
    title: 'Active learning increases student performance in science, engineering, and mathematics',
    journal: 'Proceedings of the National Academy of Sciences 111(23)',
    doi: '10.1073/pnas.1319030111',
    note: 'Classes that make students do something fail fewer of them. Lessons end with questions or exercises.',
  },
  {
    authors: 'Roediger, H. L. & Karpicke, J. D.',
    year: 2006,
    title: 'Test-enhanced learning: taking memory tests improves long-term retention',
    journal: 'Psychological Science 17(3)',
    doi: '10.1111/j.1467-9280.2006.01693.x',
    note: 'Recalling keeps more than reading again. Every question comes with its answer and the reason for it.',
  },
  {
    authors: 'Sweller, J.',
    year: 1988,
    title: 'Cognitive load during problem solving: effects on learning',
    journal: 'Cognitive Science 12(2)',
    doi: '10.1207/s15516709cog1202_4',
    note: 'Too much at once crowds out learning. An outline comes first; each lesson has its few objectives and its key takeaways.',
  },
  {
    authors: 'VanLehn, K.',
    year: 2011,
    title: 'The relative effectiveness of human tutoring, intelligent tutoring systems, and other tutoring systems',
    journal: 'Educational Psychologist 46(4)',
    doi: '10.1080/00461520.2011.611369',
    note: 'Tutoring software that goes step by step came close to human tutors.',
  },
];
