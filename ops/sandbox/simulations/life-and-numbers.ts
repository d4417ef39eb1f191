import type { LibraryScene } from './library.ts';

export const CELL: LibraryScene = {
  fits: 'cells, cell biology, biology, célula, células, biología, أحياء, الأحياء',
  words: 'cell life organism microscope membrane medicine body vida medicina خلية طب',
  scene: {
    title: 'Why cells stay small',
    description:
      'A cell with its nucleus, mitochondria and membrane. What it needs comes in through the membrane; how much it needs depends on its volume. As the cell grows, its volume grows faster than its membrane, so every part of it gets less.',
    distance: 7,
    seconds: 30,
    parameters: [
      { id: 'radius', label: 'Cell radius', unit: 'µm', min: 2, max: 30, step: 0.5, value: 12 },
      { id: 'folds', label: 'Extra membrane from folds', unit: '%', min: 0, max: 200, step: 10, value: 0 },
    ],
    quantities: [
      { id: 'surface', label: 'Membrane area', unit: 'µm²', formula: '4 * pi * radius^2 * (1 + folds / 100)', digits: 0 },
      { id: 'volume', label: 'Volume', unit: 'µm³', formula: '4 / 3 * pi * radius^3', digits: 0 },
      { id: 'supply', label: 'Membrane area per volume', unit: 'µm²/µm³', formula: 'surface / volume', digits: 2 },
      { id: 'way', label: 'Time for oxygen to reach the centre', unit: 'ms', formula: 'radius^2 / (6 * 2)', digits: 0 },
    ],
    bodies: [
      {
        id: 'membrane',
        label: 'Membrane',
        shape: 'sphere',
        color: 'leaf',
        position: [0, 0, 0],
        size: ['radius / 8 + 0.8', 'radius / 8 + 0.8', 'radius / 8 + 0.8'],
        opacity: 0.25,
      },
      { id: 'nucleus', label: 'Nucleus', shape: 'sphere', color: 'plum', position: [0.15, 0.1, 0], size: [0.8, 0.8, 0.8], opacity: 0.9 },
      { id: 'nucleolus', label: '', shape: 'sphere', color: 'night', position: [0.3, 0.2, 0.2], size: [0.25, 0.25, 0.25] },
      {
        id: 'mitochondria',
        label: 'Mitochondria',
        shape: 'sphere',
        color: 'clay',
        position: [
          '(radius / 22 + 0.33) * sin(2.4 * (i + 2)) * cos(1.3 * (i + 2))',
          '(radius / 22 + 0.33) * cos(2.4 * (i + 2))',
          '(radius / 22 + 0.33) * sin(2.4 * (i + 2)) * sin(1.3 * (i + 2))',
        ],
        size: [0.26, 0.12, 0.12],
        rotation: ['i', '2 * i', 0],
        copies: 14,
      },
      {
        id: 'channels',
        label: 'Channels in the membrane',
        shape: 'cylinder',
        color: 'sea',
        position: [
          '(radius / 16 + 0.4) * sin(acos(2 * (i + 0.5) / n - 1)) * cos(2.39996 * i)',
          '(radius / 16 + 0.4) * (2 * (i + 0.5) / n - 1)',
          '(radius / 16 + 0.4) * sin(acos(2 * (i + 0.5) / n - 1)) * sin(2.39996 * i)',
        ],
        size: [0.06, 0.06, 0.06],
        copies: 220,
      },
      {
        id: 'oxygen',
        label: 'Oxygen entering',
        shape: 'sphere',
        color: 'sun',
        position: [
          '(radius / 16 + 0.4) * (1.4 - mod(i / n + t / 6, 1)) * sin(acos(2 * (i + 0.5) / n - 1)) * cos(2.39996 * i)',
          '(radius / 16 + 0.4) * (1.4 - mod(i / n + t / 6, 1)) * (2 * (i + 0.5) / n - 1)',
          '(radius / 16 + 0.4) * (1.4 - mod(i / n + t / 6, 1)) * sin(acos(2 * (i + 0.5) / n - 1)) * sin(2.39996 * i)',
        ],
        size: [0.06, 0.06, 0.06],
        copies: 60,
        is_shining: true,
      },
    ],
    plots: [
      { quantity: 'supply', over: 'radius' },
      { quantity: 'way', over: 'radius' },
    ],
    tasks: [
      {
        text: 'Give every µm³ half a µm² of membrane.',
        check: 'abs(supply - 0.5) < 0.03',
        hint: 'Make the cell smaller.',
        insight: 'A radius of 6 µm: for a sphere, surface divided by volume is 3 divided by the radius.',
      },
      {
        text: 'Make a cell with a radius of 20 µm or more that is supplied as well as one of 10 µm.',
        check: 'radius >= 20 and supply > 0.29',
        hint: 'Membranes can be folded.',
        insight: 'That is why the cells lining the gut have thousands of folds.',
      },
      {
        text: 'How long does oxygen take to reach the centre of a cell with a radius of 30 µm?',
        check: 'radius == 30',
        hint: 'Make it as large as it goes.',
        insight: 'Twice the distance takes four times as long: diffusion is quick only over micrometres, so large animals need blood.',
      },
    ],
  },
};

export const MARKET: LibraryScene = {
  fits: 'supply and demand, economics, economy, oferta y demanda, economía, اقتصاد, الاقتصاد, العرض والطلب',
  words: 'supply demand market price business trade money oferta demanda mercado precio negocio سوق سعر',
  scene: {
    title: 'Supply, demand and the price between them',
    description:
      'Two curves on a board show how much buyers want at each price, and how much sellers offer. Where they cross, nothing is left over and nobody goes without. At a higher price goods pile up on the left; at a lower one a queue forms on the right.',
    distance: 9.5,
    seconds: 0,
    parameters: [
      { id: 'price', label: 'Price', unit: '€', min: 1, max: 12, step: 0.1, value: 9 },
      { id: 'wish', label: 'Buyers’ interest', unit: '', min: 60, max: 140, step: 5, value: 100 },
      { id: 'tax', label: 'Tax per item', unit: '€', min: 0, max: 4, step: 0.1, value: 0 },
    ],
    quantities: [
      { id: 'demand', label: 'Demand', unit: 'items', formula: 'max(0, wish - 8 * price)', digits: 0 },
      { id: 'supply', label: 'Supply', unit: 'items', formula: 'max(0, 12 * (price - tax) - 20)', digits: 0 },
      { id: 'sold', label: 'Sold', unit: 'items', formula: 'min(demand, supply)', digits: 0 },
      { id: 'surplus', label: 'Left over (negative: shortage)', unit: 'items', formula: 'supply - demand', digits: 0 },
      { id: 'fair', label: 'Market-clearing price', unit: '€', formula: '(wish + 20 + 12 * tax) / 20', digits: 2 },
    ],
    bodies: [
      { id: 'board', label: '', shape: 'box', color: 'night', position: [0, 0, -0.1], size: [5, 4, 0.1] },
      {
        id: 'buyers',
        label: 'Demand',
        shape: 'path',
        color: 'sea',
        position: ['-2.3 + 4.6 * s', '-1.8 + 0.024 * max(0, wish - 8 * (1 + 11 * s))', 0],
        size: [0.05, 0, 0],
        points: 24,
      },
      {
        id: 'sellers',
        label: 'Supply',
        shape: 'path',
        color: 'clay',
        position: ['-2.3 + 4.6 * s', '-1.8 + 0.024 * max(0, 12 * (1 + 11 * s - tax) - 20)', 0],
        size: [0.05, 0, 0],
        points: 24,
      },
      { id: 'now', label: 'Price', shape: 'box', color: 'sun', position: ['-2.3 + 4.6 * (price - 1) / 11', 0, 0], size: [0.03, 3.8, 0.03] },
      {
        id: 'pile',
        label: 'Left over',
        shape: 'box',
        color: 'clay',
        position: ['-3 - 0.22 * mod(i, 4)', '-1.9 + 0.22 * floor(i / 4)', '0.2'],
        size: ['i < surplus / 2 ? 0.2 : 0', 0.2, 0.2],
        copies: 60,
      },
      {
        id: 'queue',
        label: 'Buyers who get nothing',
        shape: 'cylinder',
        color: 'sea',
        position: ['3 + 0.25 * mod(i, 4)', '-1.8 + 0.02 * mod(i, 3)', '0.3 * floor(i / 4)'],
        size: ['i < -surplus / 2 ? 0.14 : 0', 0.36, 0.14],
        copies: 40,
      },
    ],
    plots: [
      { quantity: 'demand', over: 'price' },
      { quantity: 'supply', over: 'price' },
      { quantity: 'sold', over: 'price' },
    ],
    tasks: [
      {
        text: 'Find the price at which nothing is left over and nobody goes without.',
        check: 'abs(surplus) < 1.5',
        hint: 'Where the curves cross.',
        insight: 'The equilibrium: at any other price fewer items are sold.',
      },
      {
        text: 'A trend: set the interest to 140. Where is the new price?',
        check: 'wish == 140 and abs(surplus) < 1.5',
        hint: 'The demand curve has moved up.',
        insight: 'Price and quantity both rise: the higher price attracts more sellers.',
      },
      {
        text: 'Put a tax of €2 on each item and clear the market again.',
        check: 'abs(tax - 2) < 0.05 and abs(surplus) < 1.5',
        hint: 'The price rises, but not by the whole tax.',
        insight: 'Buyers pay part of the tax, sellers the rest; how much depends on the slopes.',
      },
    ],
  },
};

/** Size of a peg of the board; zero for a place without a peg. */
const PEG = 'floor(i / 17) < rows and mod(i, 17) <= floor(i / 17) ? 0.08 : 0';

export const BOARD: LibraryScene = {
  fits: 'probability, statistics, probabilidad, estadística, احتمال, الاحتمالات, إحصاء',
  words: 'chance random data distribution dice mathematics azar datos matemáticas رياضيات بيانات',
  scene: {
    title: 'Order from chance: the Galton board',
    description:
      'Balls fall through rows of pegs and bounce left or right at each one. Where a single ball lands is chance; where many land is not: the bars below form a bell. Its centre and width depend on the number of rows and on the chance of going right.',
    distance: 8,
    seconds: 60,
    parameters: [
      { id: 'rows', label: 'Rows of pegs', unit: '', min: 4, max: 16, step: 1, value: 8 },
      { id: 'right', label: 'Chance of going right', unit: '%', min: 20, max: 80, step: 1, value: 50 },
    ],
    quantities: [
      { id: 'mean', label: 'Mean landing slot', unit: '', formula: 'rows * right / 100', digits: 1 },
      { id: 'spread', label: 'Standard deviation', unit: 'slots', formula: 'sqrt(rows * right / 100 * (1 - right / 100))', digits: 2 },
      { id: 'within', label: 'Balls within one standard deviation', unit: '%', formula: '68.3', digits: 1 },
    ],
    bodies: [
      {
        id: 'pegs',
        label: 'Pegs',
        shape: 'sphere',
        color: 'stone',
        position: [
          'floor(i / 17) < rows and mod(i, 17) <= floor(i / 17) ? 0.26 * (mod(i, 17) - floor(i / 17) / 2) : 0',
          '2.3 - 0.2 * floor(i / 17)',
          0,
        ],
        size: [PEG, PEG, PEG],
        copies: 272,
      },
      {
        id: 'bars',
        label: 'Balls landed here',
        shape: 'box',
        color: 'sea',
        position: ['0.26 * (i - rows / 2)', '-2.4 + 0.5 * (i <= rows ? 2.4 * exp(-(i - mean)^2 / (2 * spread^2)) / spread * 0.9 : 0)', 0],
        size: ['i <= rows ? 0.2 : 0', '0.02 + 2.4 * exp(-(i - mean)^2 / (2 * spread^2)) / spread * 0.9', 0.2],
        copies: 17,
      },
      {
        id: 'balls',
        label: 'Balls',
        shape: 'sphere',
        color: 'sun',
        position: [
          '0.26 * mod(t / 4 + i / n, 1) * (mean - rows / 2 + spread * 2 * (mod(abs(sin(12.99 * (i + 1)) * 437.58), 1) + mod(abs(sin(78.23 * (i + 1)) * 151.7), 1) + mod(abs(sin(39.35 * (i + 1)) * 289.1), 1) - 1.5)) + 0.05 * sin(40 * mod(t / 4 + i / n, 1) + i)',
          '2.5 - 0.2 * rows * mod(t / 4 + i / n, 1)',
          0.06,
        ],
        size: [0.1, 0.1, 0.1],
        copies: 60,
      },
      {
        id: 'curve',
        label: 'Bell curve',
        shape: 'path',
        color: 'clay',
        position: ['0.26 * (s * rows - rows / 2)', '-2.4 + 2.4 * exp(-(s * rows - mean)^2 / (2 * spread^2)) / spread * 0.9', 0.12],
        size: [0.025, 0, 0],
        points: 60,
      },
    ],
    plots: [{ quantity: 'spread', over: 'rows' }],
    tasks: [
      {
        text: 'Centre the bell on slot 6.',
        check: 'abs(mean - 6) < 0.05',
        hint: 'Twelve rows with a 50% chance, for example.',
        insight: 'The mean is the number of rows times the chance.',
      },
      {
        text: 'Make the standard deviation one slot.',
        check: 'abs(spread - 1) < 0.08',
        hint: 'Fewer rows.',
        insight: 'Four rows at 50%: the width grows only with the square root of the number of rows.',
      },
      {
        text: 'Bend the pegs so that 70% of balls go right.',
        check: 'right == 70',
        hint: 'The bell moves.',
        insight: 'It moves to the right and becomes narrower: the more certain each bounce, the less is left to chance.',
      },
    ],
  },
};
