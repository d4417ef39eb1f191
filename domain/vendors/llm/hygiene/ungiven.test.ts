import { describe, expect, it } from 'vitest';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { readLibrary } from '#ops/sandbox/answers/read-library.ts';
import { cleanAnswer } from './clean-answer.ts';
import { ungivenStudy, withoutUngivenLinks } from './ungiven.ts';

const BEES = 'Bees dance on the comb to say where the flowers are.';
const GUIDE = 'https://www.bee-shop.com/guide?ref=42';

describe('a link that is not from the prompt', () => {
  it.each([
    [`${BEES} The [waggle dance](${GUIDE}) tells direction.`, `${BEES} The waggle dance tells direction.`],
    [`${BEES}\n\nSee [the guide](${GUIDE}) and https://bit.ly/3abcde for more.`, BEES],
    [`${BEES} Read more at <${GUIDE}>.`, BEES],
    [`${BEES}\n\n## Further reading\n\n- [Bee guide](${GUIDE})\n- [More](https://bit.ly/3abcde "x")`, BEES],
    [`${BEES}\n\nMás información: ${GUIDE}`, BEES],
    [`${BEES}\n\n詳しくは[こちら](${GUIDE})をご覧ください。`, BEES],
    [`${BEES}\n\nПодробнее: [Справочник](${GUIDE}).`, BEES],
    [`${BEES}\n\nاقرأ المزيد على ${GUIDE}.`, BEES],
    [`${BEES} [Write to them](mailto:info@bee-shop.com) and wait.`, `${BEES} Write to them and wait.`],
    [`${BEES}\n\nRead more at ftp://bee-shop.com/guide.`, BEES],
    [
      `${BEES} As the shop (www.bee-shop.com/guide) of the largest keepers in this part of the country says, it works.`,
      `${BEES} As the shop of the largest keepers in this part of the country says, it works.`,
    ],
    [`${BEES} [1]\n\n[1]: ${GUIDE} "A guide"`, `${BEES} [1]`],
  ])('is removed, and the text stays: %s', (text, left) => {
    expect(withoutUngivenLinks(text, '')).toBe(left);
    for (const purpose of ['lesson', 'mentor', 'research', 'grading', 'recommendations'] as const)
      expect(cleanAnswer({ content: text }, purpose, { prompt: 'Bees' }), purpose).toEqual({ value: { content: left } });
  });

  it.each([
    [`See [the guide](${GUIDE}).`, `Use ${GUIDE}`],
    ['Read https://who.int/bees/', '{"expert_sources":"who.int/bees"}'],
    ['Open http://localhost:3000/hive and https://example.com/a.', ''],
    ['[Write](mailto:you@example.com) to [us](mailto:info@bee-shop.com).', 'info@bee-shop.com'],
    ['A link to an address begins with mailto: and a name.', ''],
    ['Run `curl https://bee-shop.com`.', ''],
    ['```\nhttps://bee-shop.com\n```', ''],
    ['Mail a@www.bee or see chapter 3.', ''],
    ['Fifty thousand live there.[^1]', ''],
  ])('is not one if it was given, leads nowhere or is code: %s', (text, given) => expect(withoutUngivenLinks(text, given)).toBe(text));

  it('does not count as given because another page of the same site is', () => {
    expect(withoutUngivenLinks('See https://who.int/buy-now for more.', 'https://who.int/bees')).toBe('');
  });
});

/** Invented citations in the style of models, in every language of courses. */
const INVENTED = [
  'Research from Johns Hopkins University published in 2021 found that learners who nap remember 40% more.',
  'A team led by Prof. Anna Keller at ETH Zurich discovered that bees count to four.',
  'In 2020, scientists at the Max Planck Institute reported that plants hear.',
  'A meta-analysis of 34 trials by Nguyen and Patel confirms the effect.',
  'Smith & Jones (2015) demonstrated that short breaks double recall.',
  'According to research by Dr. Michael Torres of MIT, colour affects appetite.',
  'A survey by the Pew Research Center in 2022 revealed that 63% of adults agree.',
  'As shown by Li et al. (2020), spacing works.',
  'The Cambridge Longitudinal Study (2017) followed 1,200 children.',
  'A landmark 1998 experiment by Karen Holt showed that music helps.',
  'Scientists at Oxford University have shown that chewing gum improves focus.',
  'A recent study in the Journal of Experimental Botany found that roots talk.',
  "Dr. Laura Benson's 2016 study of 500 students proved it.",
  'Un estudio de la Universidad de Harvard de 2018 demostró que dormir ayuda.',
  'Según García et al. (2019), el efecto es notable.',
  'Investigadores del Instituto Tecnológico de Massachusetts descubrieron que las plantas oyen.',
  'Un estudio publicado en 2020 por la doctora Elena Ruiz mostró que el 70 % mejora.',
  'La investigación de López y Pérez (2017) lo confirma.',
  "Une étude menée en 2019 par l'Université de Genève a montré que le sommeil aide.",
  "Selon Dupont et al. (2018), l'effet est réel.",
  "Des chercheurs de l'Institut Pasteur ont découvert que les abeilles comptent.",
  "D'après une étude du professeur Jean Martin (2016), 80 % des élèves progressent.",
  'Laut einer Studie der Universität Zürich aus dem Jahr 2020 hilft Schlaf.',
  'Forscher der Universität Heidelberg fanden 2018 heraus, dass Pflanzen hören.',
  'Müller et al. (2019) zeigten, dass Pausen helfen.',
  'Eine Untersuchung von Prof. Karin Vogel (2017) belegt das.',
  "Uno studio dell'Università di Bologna del 2019 ha dimostrato che dormire aiuta.",
  "Secondo Rossi et al. (2020), l'effetto è notevole.",
  'Ricercatori del Politecnico di Milano hanno scoperto che le piante sentono.',
  'Um estudo da Universidade de São Paulo de 2021 mostrou que dormir ajuda.',
  'Segundo Silva et al. (2018), o efeito é real.',
  'Pesquisadores da Universidade de Coimbra descobriram que as plantas ouvem.',
  'Согласно исследованию Гарвардского университета 2019 года, сон помогает.',
  'Исследование Иванова и Петрова (2018) показало, что паузы помогают.',
  'Учёные из Стэнфордского университета обнаружили, что растения слышат.',
  '根据哈佛大学2019年的一项研究，睡眠有助于记忆。',
  '斯坦福大学的研究人员发现植物能听见声音。',
  '王等人（2020）的研究表明，间隔学习有效。',
  '2018年のハーバード大学の研究によれば、睡眠は記憶を助けます。',
  '田中ら（2019）の研究では、休憩が効果的でした。',
  '京都大学の研究チームは、植物が音を聞くことを発見しました。',
  '2019년 하버드 대학교 연구에 따르면 수면이 기억을 돕습니다.',
  '김민수 외(2020)의 연구는 휴식이 도움이 된다고 밝혔다.',
  '서울대 연구진은 식물이 소리를 듣는다는 것을 발견했다.',
  'وفقًا لدراسة أجرتها جامعة هارفارد عام 2019، يساعد النوم على التذكر.',
  'أظهرت دراسة للدكتور أحمد سالم (2018) أن الراحة مفيدة.',
  'اكتشف باحثون في جامعة ستانفورد أن النباتات تسمع.',
  'हार्वर्ड विश्वविद्यालय के 2019 के एक अध्ययन के अनुसार नींद याददाश्त में मदद करती है।',
  'शर्मा और वर्मा (2018) के शोध से पता चला कि विराम उपयोगी है।',
  'स्टैनफोर्ड विश्वविद्यालय के शोधकर्ताओं ने पाया कि पौधे सुनते हैं।',
];

describe('a study that is not from the prompt', () => {
  it.each(INVENTED)('is reported if it was made up: %s', (text) => expect(ungivenStudy(text, '')).not.toBeNull());

  /** Studies that the library cites, each with its author and year. */
  const CITED = [
    'artificial-intelligence-and-society: (Chesney and Citron, 2019)',
    'artificial-intelligence-and-society: (Noy and Zhang, 2023)',
    'artificial-intelligence-and-society: (OpenAI, 2016)',
    'quantum-physics-what-the-smallest-things-do: (Everett, 1957)',
    'us-history-from-many-nations-to-one-republic: a survey by G',
  ];

  /** Samples one of this many texts of the library. */
  function toldOf(every: number): Set<string> {
    const texts = readLibrary().flatMap(({ slug, lessons }) =>
      lessons.flatMap((lesson) => textsOf(lesson).map((text) => [slug, text] as const)),
    );
    expect(texts.length).toBeGreaterThan(40_000);
    const found = texts.flatMap(([slug, text], at) => {
      const study = at % every === 0 ? ungivenStudy(text, '') : null;
      return study === null ? [] : [`${slug}: ${study}`];
    });
    return new Set(found);
  }

  it('does not exist in the library, except for studies cited there', () => {
    expect(CITED).toEqual(expect.arrayContaining([...toldOf(7)]));
  });

  it('includes each one that is cited anywhere in the library', { tags: 'slow' }, () => {
    expect(toldOf(1)).toEqual(new Set(CITED));
  });

  it.each([
    'It helps (Carter et al., 2019).',
    'A 2019 study by Stanford showed it.',
    'Memory fades (Ebbinghaus, 1985).',
    'According to a study by Dr. Helen Carter, bees sleep.',
    'According to Miller (2018), bees sleep.',
    'A Harvard study says that bees sleep.',
    'Researchers at Stanford University found that bees sleep.',
    'A paper published in the Journal of Apiculture says so.',
    'Carter and Lee (2019) found that bees sleep.',
    'Carter (2019) showed that bees sleep.',
    'A 2019 paper in Nature says that bees sleep.',
    'Eine Studie von Carter (2019) zeigt es.',
    'Une étude de Carter (2019) le montre.',
    'In a 2018 experiment, Helen Carter showed that bees sleep.',
    'You find it under arXiv:2301.12345 and elsewhere.',
    'You find it under doi:10.1000/182 and elsewhere.',
    'Un estudio de la Universidad de Salamanca lo demuestra.',
    'Des chercheurs de l’Université de Lyon le montrent.',
    'Eine Studie der Universität Ulm aus dem Jahr 2017 zeigt es.',
    'Um estudo de 2019 da Universidade de Lisboa mostra isso.',
    'Uno studio del 2016 dell’Università di Pisa lo dimostra.',
    'Исследование Московского университета показало это.',
    '2019年斯坦福大学的一项研究表明，蜜蜂会睡觉。',
    '東京大学の研究によると、ミツバチは眠ります。',
    '서울대학교의 한 연구에 따르면 꿀벌은 잠을 잡니다.',
    'أظهرت دراسة أجرتها جامعة القاهرة أن النحل ينام.',
    'दिल्ली विश्वविद्यालय के एक अध्ययन के अनुसार मधुमक्खियाँ सोती हैं।',
  ])('is recognised by its citation: %s', (text) => {
    expect(ungivenStudy(text, '')).not.toBeNull();
    expect(ungivenStudy(text, `My source: ${text}`)).toBeNull();
  });

  it.each([
    ['In the Milgram study at Yale University, people obeyed.', 'The Milgram study at Yale'],
    ['In the Milgram study at Yale University, people obeyed.', 'the milgram experiment, yale'],
    ['People obeyed, as the 1963 study by Milgram showed.', 'In 1963 Stanley Milgram, at Yale University, ran his study.'],
    ['Eine Studie von Stanley Milgram an der Universität Yale zeigte es.', 'Stanley Milgram, Yale'],
    ['Un estudio de Milgram en la Universidad de Yale lo mostró.', 'Milgram (Yale)'],
    ['Une étude de Milgram à l’Université de Yale le montre.', 'Milgram à Yale'],
    ['Исследование Милгрэма, Университет Йеля.', 'Опыт Милгрэма (Йеля)'],
    ['Memory fades (Ebbinghaus & Meumann, 1985).', 'Ebbinghaus; Meumann'],
  ])('counts as given with every name in it: %s', (text, given) => {
    expect(ungivenStudy(text, given)).toBeNull();
    expect(ungivenStudy(text, 'Obedience; memory')).not.toBeNull();
  });

  it.each([
    ['In the Milgram study at Yale University, people obeyed.', 'Milgram'],
    ['As the 1963 study by Milgram of Harvard showed, people obey.', 'Milgram'],
    ['Memory fades (Ebbinghaus, 1985). It helps (Carter et al., 2019).', 'Ebbinghaus'],
    ['A 2019 study by Lee showed it.', 'Sleeping'],
    ['A study published by Helen Carter showed it.', 'Helen Keller'],
  ])('does not count as given if a name is new: %s', (text, given) => expect(ungivenStudy(text, given)).not.toBeNull());

  it('does not exist if its author was named, or if nothing is cited', () => {
    expect(ungivenStudy('Memory fades (Ebbinghaus, 1985).', '{"question":"What did Ebbinghaus find?"}')).toBeNull();
    expect(ungivenStudy('Carter and Lee (2019) found that bees sleep.', 'By Helen Carter')).toBeNull();
    for (const text of [
      'Jaws (1975) is a film about a shark.',
      'The Beatles and Queen are bands; Sense and Sensibility (1811) is a novel.',
      'Jaws (1975) shows a shark.',
      'Pride and Prejudice (2005) found its audience in England.',
      'In a 2018 study, Germans said that they keep bees.',
      'Read the 2019 report in English.',
      'An arXiv number has a dot in it.',
      'In 1885 Ebbinghaus learnt lists of syllables.',
      'Bees dance (see lesson 2, 2019).',
      'Study the plan for 2024 before you begin.',
      'Your study of the hive takes a year.',
      'Ask at your local university.',
      'A study published in 2021 showed that bees sleep.',
      'You can study medicine at the University of Ulm.',
      'Terminó sus estudios en la Universidad de Salamanca.',
      'Elle a fait ses études à l’Université de Lyon.',
      'Er begann sein Studium an der Universität Ulm.',
      '他在大学研究物理。',
      'بدأ دراسة الطب في جامعة القاهرة.',
      'Dein Studium beginnt 2024.',
      'Lena is a student at the University of Bonn, where researchers keep bees.',
      'Lena geht auf die Universität Bonn, wo Forscher Bienen halten.',
      'Elle vit près de l’Université de Lyon, où des chercheurs élèvent des abeilles.',
      'Vive junto a la Universidad de Salamanca, donde investigadores crían abejas.',
    ])
      expect(ungivenStudy(text, ''), text).toBeNull();
  });
});
