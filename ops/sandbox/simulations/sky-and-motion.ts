import type { LibraryScene } from './library.ts';

export const TIDES: LibraryScene = {
  fits: 'tide, tides, ebb and flow, marea, mareas, المد والجزر',
  words: 'moon ocean sea coast gravity luna mar القمر البحر الجاذبية',
  scene: {
    title: 'Why there are two tides a day',
    description:
      'The Earth is in the middle, covered by a film of water; the moon orbits it, and the sun shines from the right. The water bulges on the side facing the moon and on the far side, and a little for the sun. At new and full moon both pull along one line and the tides are large; at half moon they pull at right angles and the tides are small.',
    distance: 9,
    seconds: 0,
    parameters: [
      { id: 'day', label: 'Days since new moon', unit: 'days', min: 0, max: 29.5, step: 0.1, value: 3 },
      { id: 'sun', label: 'Sun’s pull', unit: '%', min: 0, max: 100, step: 10, value: 100 },
    ],
    quantities: [
      { id: 'angle', label: 'Angle between sun and moon', unit: '°', formula: '360 * day / 29.53', digits: 0 },
      {
        id: 'range',
        label: 'Tidal range',
        unit: 'm',
        formula: 'sqrt(0.53^2 + (0.0024 * sun)^2 + 2 * 0.53 * 0.0024 * sun * cos(2 * angle * pi / 180))',
        digits: 2,
      },
    ],
    bodies: [
      { id: 'earth', label: '', shape: 'sphere', color: 'leaf', position: [0, 0, 0], size: [2, 2, 2], rotation: [0, 0, 0.41] },
      {
        id: 'water',
        label: 'Water (height exaggerated)',
        shape: 'sphere',
        color: 'sea',
        position: [0, 0, 0],
        size: ['2.1 + 0.9 * range', 2.1, 2.1],
        rotation: [0, '-angle * pi / 180 * 0.53 / (0.53 + 0.0024 * sun)', 0],
        opacity: 0.45,
      },
      {
        id: 'moon',
        label: 'Moon',
        shape: 'sphere',
        color: 'stone',
        position: ['4 * cos(angle * pi / 180)', 0, '-4 * sin(angle * pi / 180)'],
        size: [0.55, 0.55, 0.55],
      },
      {
        id: 'orbit',
        label: '',
        shape: 'path',
        color: 'paper',
        position: ['4 * cos(2 * pi * s)', 0, '4 * sin(2 * pi * s)'],
        size: [0.015, 0, 0],
        points: 90,
        opacity: 0.5,
      },
      {
        id: 'rays',
        label: 'Sunlight',
        shape: 'cylinder',
        color: 'sun',
        position: [6, '-1.5 + 3 * i / (n - 1)', 0],
        size: [0.03, 2.5, 0.03],
        rotation: [0, 0, 'pi / 2'],
        copies: 5,
        opacity: 'sun / 100',
      },
    ],
    plots: [{ quantity: 'range', over: 'day' }],
    tasks: [
      {
        text: 'Place the moon so that the tides are largest.',
        check: 'range > 0.765',
        hint: 'Sun and moon must pull along one line.',
        insight: 'A spring tide: at new moon and at full moon both pulls add up.',
      },
      {
        text: 'Place the moon so that the tides are smallest, with the sun at full pull.',
        check: 'range < 0.3 and sun == 100',
        hint: 'Half moon.',
        insight: 'A neap tide: the sun’s bulge fills the moon’s low water.',
      },
      {
        text: 'How large would the tide be without the sun?',
        check: 'sun == 0',
        hint: 'Take its pull away.',
        insight: 'About half a metre in the open ocean: the moon causes more than two thirds of the tide.',
      },
    ],
  },
};

export const PLANETS: LibraryScene = {
  fits: 'planet, planets, solar system, astronomy, orbit, orbits, kepler, planeta, planetas, sistema solar, astronomía, كوكب, الكواكب, فلك, علم الفلك',
  words: 'solar system space sun stars universe moon gravity espacio universo sol luna الفضاء الشمس القمر',
  scene: {
    title: 'Planets: distance from the sun and length of a year',
    description:
      'Six planets orbit the sun. Their distances are to scale, their sizes are not. The white planet is yours: change its distance and see how long its year becomes. The farther out a planet is, the more slowly it moves and the longer its orbit.',
    distance: 16,
    seconds: 120,
    parameters: [
      { id: 'far', label: 'Distance from the sun', unit: 'AU', min: 0.3, max: 6, step: 0.05, value: 2.5 },
      { id: 'pace', label: 'Playback speed', unit: 'years/s', min: 0.05, max: 1, step: 0.05, value: 0.2 },
    ],
    quantities: [
      { id: 'year', label: 'Length of its year', unit: 'Earth years', formula: 'far^1.5', digits: 2 },
      { id: 'speed', label: 'Orbital speed', unit: 'km/s', formula: '29.78 / sqrt(far)', digits: 1 },
      { id: 'light', label: 'Sunlight', unit: '× Earth’s', formula: '1 / far^2', digits: 2 },
    ],
    bodies: [
      { id: 'star', label: 'Sun', shape: 'sphere', color: 'sun', position: [0, 0, 0], size: [0.7, 0.7, 0.7], is_shining: true },
      ...(
        [
          ['mercury', '', 0.387, 0.12, 'stone'],
          ['venus', '', 0.723, 0.22, 'clay'],
          ['earth', 'Earth', 1, 0.24, 'sea'],
          ['mars', 'Mars', 1.524, 0.17, 'clay'],
          ['jupiter', 'Jupiter', 5.203, 0.55, 'plum'],
        ] as const
      ).flatMap(([id, label, a, size, color]) => [
        {
          id,
          label,
          shape: 'sphere' as const,
          color,
          position: [`${a} * cos(2 * pi * pace * t / ${a}^1.5)`, 0, `-${a} * sin(2 * pi * pace * t / ${a}^1.5)`] as [
            string,
            number,
            string,
          ],
          size: [size, size, size] as [number, number, number],
        },
        {
          id: `${id}_orbit`,
          label: '',
          shape: 'path' as const,
          color: 'stone' as const,
          position: [`${a} * cos(2 * pi * s)`, 0, `${a} * sin(2 * pi * s)`] as [string, number, string],
          size: [0.012, 0, 0] as [number, number, number],
          points: 90,
          opacity: 0.5,
        },
      ]),
      {
        id: 'yours',
        label: 'Your planet',
        shape: 'sphere',
        color: 'paper',
        position: ['far * cos(2 * pi * pace * t / year)', 0, '-far * sin(2 * pi * pace * t / year)'],
        size: [0.3, 0.3, 0.3],
      },
      {
        id: 'yours_orbit',
        label: '',
        shape: 'path',
        color: 'sun',
        position: ['far * cos(2 * pi * s)', 0, 'far * sin(2 * pi * s)'],
        size: [0.02, 0, 0],
        points: 120,
      },
    ],
    plots: [
      { quantity: 'year', over: 'far' },
      { quantity: 'speed', over: 'far' },
    ],
    tasks: [
      {
        text: 'Put your planet where its year is as long as ours.',
        check: 'abs(year - 1) < 0.04',
        hint: 'The Earth is at 1 AU.',
        insight: 'Only the distance decides how long a year is, not the planet itself.',
      },
      {
        text: 'Find the distance at which a year takes eight of ours.',
        check: 'abs(year - 8) < 0.25',
        hint: 'The year grows faster than the distance: try 4 AU.',
        insight: 'Kepler’s third law: 4³ = 8². The distance cubed equals the time squared.',
      },
      {
        text: 'Where does a planet get a quarter of our sunlight?',
        check: 'abs(light - 0.25) < 0.02',
        hint: 'Twice the distance spreads the light over four times the area.',
        insight: 'Light thins out with the square of the distance.',
      },
    ],
  },
};

export const PENDULUM: LibraryScene = {
  fits: 'pendulum, pendulums, oscillation, oscillations, physics, péndulo, oscilación, física, بندول, فيزياء, الفيزياء',
  words: 'swing mechanics gravity clock mecánica gravedad reloj الجاذبية',
  scene: {
    title: 'What the period of a pendulum depends on',
    description:
      'A ball swings on a string below a beam. Its period grows with the length of the string and shrinks with gravity. The starting angle hardly matters, and the mass not at all.',
    distance: 7.5,
    seconds: 60,
    parameters: [
      { id: 'length', label: 'String length', unit: 'm', min: 0.2, max: 3, step: 0.01, value: 1.5 },
      { id: 'gravity', label: 'Gravity', unit: 'm/s²', min: 1, max: 25, step: 0.01, value: 9.81 },
      { id: 'tilt', label: 'Starting angle', unit: '°', min: 1, max: 40, step: 1, value: 20 },
    ],
    quantities: [
      { id: 'period', label: 'Period', unit: 's', formula: '2 * pi * sqrt(length / gravity)', digits: 2 },
      { id: 'swing', label: 'Current angle', unit: '°', formula: 'tilt * cos(2 * pi * t / period)', digits: 0 },
      {
        id: 'fastest',
        label: 'Speed at the lowest point',
        unit: 'm/s',
        formula: 'sqrt(2 * gravity * length * (1 - cos(tilt * pi / 180)))',
        digits: 2,
      },
    ],
    bodies: [
      { id: 'beam', label: 'Beam', shape: 'box', color: 'clay', position: [0, 1.6, 0], size: [2.4, 0.12, 0.3] },
      {
        id: 'string',
        label: '',
        shape: 'path',
        color: 'paper',
        position: ['s * length * sin(swing * pi / 180)', '1.54 - s * length * cos(swing * pi / 180)', 0],
        size: [0.02, 0, 0],
        points: 2,
      },
      {
        id: 'ball',
        label: 'Ball',
        shape: 'sphere',
        color: 'sea',
        position: ['length * sin(swing * pi / 180)', '1.54 - length * cos(swing * pi / 180)', 0],
        size: [0.36, 0.36, 0.36],
      },
      {
        id: 'arc',
        label: '',
        shape: 'path',
        color: 'sun',
        position: ['length * sin((2 * s - 1) * tilt * pi / 180)', '1.54 - length * cos((2 * s - 1) * tilt * pi / 180)', 0],
        size: [0.012, 0, 0],
        points: 40,
        opacity: 0.6,
      },
    ],
    plots: [
      { quantity: 'period', over: 'length' },
      { quantity: 'swing', over: 't' },
    ],
    tasks: [
      {
        text: 'Build a pendulum with a period of two seconds on Earth, as in a grandfather clock.',
        check: 'abs(period - 2) < 0.02 and abs(gravity - 9.81) < 0.05',
        hint: 'Try about a metre.',
        insight: 'A string of 0.99 m: each swing to one side takes one second.',
      },
      {
        text: 'Take the pendulum to the moon (1.62 m/s²).',
        check: 'abs(gravity - 1.62) < 0.05',
        hint: 'Lower the gravity.',
        insight: 'There the same pendulum takes almost two and a half times as long.',
      },
      {
        text: 'Make the ball reach more than 4 m/s at its lowest point.',
        check: 'fastest > 4',
        hint: 'Use a longer string and a larger starting angle.',
        insight: 'All of the height turns into speed, while the period stays the same for small angles.',
      },
    ],
  },
};
