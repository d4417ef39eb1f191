import type { LibraryScene } from './library.ts';

export const PROJECTILE: LibraryScene = {
  words:
    'projectile throw ballistics trajectory parabola sports ball motion kinematics proyectil trayectoria movimiento lanzamiento مقذوف حركة رمي',
  scene: {
    title: 'How far a throw goes',
    description:
      'A ball is thrown from the left and flies along a parabola, which is drawn in full. The same distance can be reached by a flat throw and by a steep one; 45° goes farthest.',
    distance: 16,
    seconds: 20,
    parameters: [
      { id: 'speed', label: 'Launch speed', unit: 'm/s', min: 5, max: 30, step: 0.5, value: 12 },
      { id: 'angle', label: 'Launch angle', unit: '°', min: 5, max: 85, step: 1, value: 25 },
      { id: 'gravity', label: 'Gravity', unit: 'm/s²', min: 1.6, max: 25, step: 0.01, value: 9.81 },
    ],
    quantities: [
      { id: 'range', label: 'Distance', unit: 'm', formula: 'speed^2 * sin(2 * angle * pi / 180) / gravity', digits: 2 },
      { id: 'height', label: 'Maximum height', unit: 'm', formula: '(speed * sin(angle * pi / 180))^2 / (2 * gravity)', digits: 2 },
      { id: 'flight', label: 'Time in the air', unit: 's', formula: '2 * speed * sin(angle * pi / 180) / gravity', digits: 2 },
      {
        id: 'now',
        label: 'Time since launch',
        unit: 's',
        formula: 'mod(t, flight + 0.6) < flight ? mod(t, flight + 0.6) : flight',
        digits: 1,
      },
    ],
    bodies: [
      { id: 'ground', label: 'Ground', shape: 'box', color: 'leaf', position: [0, -0.15, 0], size: [14, 0.2, 3] },
      {
        id: 'marks',
        label: 'One mark every 10 m',
        shape: 'box',
        color: 'paper',
        position: ['-6 + 2 * i', -0.03, 0],
        size: [0.05, 0.04, 3],
        copies: 7,
      },
      {
        id: 'way',
        label: '',
        shape: 'path',
        color: 'sun',
        position: ['-6 + 0.2 * range * s', '0.8 * height * s * (1 - s)', 0],
        size: [0.03, 0, 0],
        points: 60,
        opacity: 0.8,
      },
      {
        id: 'ball',
        label: 'Ball',
        shape: 'sphere',
        color: 'clay',
        position: ['-6 + 0.2 * range * now / flight', '0.8 * height * (now / flight) * (1 - now / flight) + 0.12', 0],
        size: [0.3, 0.3, 0.3],
      },
      {
        id: 'arm',
        label: '',
        shape: 'cone',
        color: 'plum',
        position: [-6.1, 0.15, 0],
        size: [0.2, 0.6, 0.2],
        rotation: [0, 0, '(angle - 90) * pi / 180'],
      },
    ],
    plots: [
      { quantity: 'range', over: 'angle' },
      { quantity: 'height', over: 'angle' },
    ],
    tasks: [
      {
        text: 'Find the angle that throws farthest, at 20 m/s on Earth.',
        check: 'abs(angle - 45) < 1.5 and speed == 20 and abs(gravity - 9.81) < 0.1',
        hint: 'Between flat and steep.',
        insight: '45°: the ball lands 40.8 m away at 20 m/s, ignoring air resistance.',
      },
      {
        text: 'Reach 30 m with an angle steeper than 60°.',
        check: 'abs(range - 30) < 0.6 and angle > 60',
        hint: 'More speed.',
        insight: 'Every distance can be reached by a flat and a steep throw: the two angles add up to 90°.',
      },
      {
        text: 'Throw so that the ball stays in the air for more than four seconds, on Earth.',
        check: 'flight > 4 and abs(gravity - 9.81) < 0.1',
        hint: 'Only the upward part of the speed counts.',
        insight: 'The time depends on the upward speed alone.',
      },
    ],
  },
};

export const GEARS: LibraryScene = {
  words:
    'gear gears machine machines mechanical engineering bicycle car transmission engine engranaje engranajes máquina mecánica ingeniería bicicleta تروس آلة هندسة ميكانيكا',
  scene: {
    title: 'Two gears: slower and stronger',
    description:
      'Two gears mesh. The motor turns the left one, the input gear, which turns the right one, the output gear. Where they touch, both move at the same speed, so the larger one turns more slowly, but with more torque.',
    distance: 7,
    seconds: 60,
    parameters: [
      { id: 'small', label: 'Teeth on the input gear', unit: '', min: 8, max: 40, step: 1, value: 16 },
      { id: 'large', label: 'Teeth on the output gear', unit: '', min: 8, max: 40, step: 1, value: 24 },
      { id: 'turns', label: 'Input speed', unit: 'rpm', min: 1, max: 60, step: 1, value: 20 },
      { id: 'torque', label: 'Input torque', unit: 'N·m', min: 1, max: 20, step: 1, value: 5 },
    ],
    quantities: [
      { id: 'ratio', label: 'Gear ratio', unit: '', formula: 'large / small', digits: 2 },
      { id: 'out', label: 'Output speed', unit: 'rpm', formula: 'turns / ratio', digits: 1 },
      { id: 'strength', label: 'Output torque', unit: 'N·m', formula: 'torque * ratio', digits: 1 },
      { id: 'power', label: 'Power', unit: 'W', formula: 'torque * turns * 2 * pi / 60', digits: 1 },
      { id: 'drive', label: 'Input turns so far', unit: 'turns', formula: 'turns * t / 60', digits: 1 },
    ],
    bodies: [
      {
        id: 'driving',
        label: 'Input gear',
        shape: 'cylinder',
        color: 'sea',
        position: ['-small / 20', 0, 0],
        size: ['small / 10 - 0.12', 0.3, 'small / 10 - 0.12'],
        rotation: ['pi / 2', 0, 0],
      },
      {
        id: 'driven',
        label: 'Output gear',
        shape: 'cylinder',
        color: 'clay',
        position: ['large / 20', 0, 0],
        size: ['large / 10 - 0.12', 0.3, 'large / 10 - 0.12'],
        rotation: ['pi / 2', 0, 0],
      },
      {
        id: 'teeth_in',
        label: '',
        shape: 'box',
        color: 'sea',
        position: ['-small / 20 + small / 20 * cos(2 * pi * (i / small - drive))', 'small / 20 * sin(2 * pi * (i / small - drive))', 0],
        size: ['i < small ? 0.16 : 0', 0.13, 0.3],
        rotation: [0, 0, '2 * pi * (i / small - drive)'],
        copies: 40,
      },
      {
        id: 'teeth_out',
        label: '',
        shape: 'box',
        color: 'clay',
        position: [
          'large / 20 + large / 20 * cos(pi + 2 * pi * ((i + 0.5) / large + drive / ratio))',
          'large / 20 * sin(pi + 2 * pi * ((i + 0.5) / large + drive / ratio))',
          0,
        ],
        size: ['i < large ? 0.16 : 0', 0.13, 0.3],
        rotation: [0, 0, 'pi + 2 * pi * ((i + 0.5) / large + drive / ratio)'],
        copies: 40,
      },
      {
        id: 'mark_in',
        label: '',
        shape: 'sphere',
        color: 'sun',
        position: ['-small / 20 + 0.35 * small / 10 * cos(-2 * pi * drive)', '0.35 * small / 10 * sin(-2 * pi * drive)', 0.18],
        size: [0.14, 0.14, 0.14],
      },
      {
        id: 'mark_out',
        label: '',
        shape: 'sphere',
        color: 'sun',
        position: ['large / 20 + 0.35 * large / 10 * cos(2 * pi * drive / ratio)', '0.35 * large / 10 * sin(2 * pi * drive / ratio)', 0.18],
        size: [0.14, 0.14, 0.14],
      },
    ],
    plots: [{ quantity: 'out', over: 'large' }],
    tasks: [
      {
        text: 'Make the output gear turn half as fast as the input gear.',
        check: 'abs(ratio - 2) < 0.01',
        hint: 'Twice the teeth.',
        insight: 'Half the speed, and twice the torque: the power stays the same.',
      },
      {
        text: 'Make the output gear turn faster than 40 rpm with an input speed of 20 rpm.',
        check: 'out > 40 and turns == 20',
        hint: 'The input gear must be the larger one.',
        insight: 'As on a bicycle in a high gear: fast, but you must push harder.',
      },
      {
        text: 'Get 12 N·m out of an input of only 5 N·m.',
        check: 'strength >= 12 and torque == 5',
        hint: 'A ratio above 2.4.',
        insight: 'What you gain in torque you lose in speed.',
      },
    ],
  },
};

export const CIRCUIT: LibraryScene = {
  words:
    'circuit circuits electricity electric electronics current voltage resistance battery arduino circuito circuitos electricidad electrónica corriente resistencia كهرباء دائرة إلكترونيات',
  scene: {
    title: 'Two resistors in series',
    description:
      'A battery at the bottom drives charges round a loop through two resistors at the top. The current is the same everywhere; the voltage is shared between the resistors in proportion to their resistances.',
    distance: 6,
    seconds: 60,
    parameters: [
      { id: 'volts', label: 'Battery voltage', unit: 'V', min: 1, max: 24, step: 0.5, value: 9 },
      { id: 'first', label: 'First resistor', unit: 'Ω', min: 1, max: 100, step: 1, value: 20 },
      { id: 'second', label: 'Second resistor', unit: 'Ω', min: 1, max: 100, step: 1, value: 40 },
    ],
    quantities: [
      { id: 'current', label: 'Current', unit: 'A', formula: 'volts / (first + second)', digits: 3 },
      { id: 'drop1', label: 'Voltage across the first resistor', unit: 'V', formula: 'current * first', digits: 2 },
      { id: 'drop2', label: 'Voltage across the second resistor', unit: 'V', formula: 'current * second', digits: 2 },
      { id: 'power', label: 'Power from the battery', unit: 'W', formula: 'volts * current', digits: 2 },
    ],
    bodies: [
      {
        id: 'wire',
        label: '',
        shape: 'path',
        color: 'stone',
        position: [
          's < 0.3 ? -1.8 + 12 * s : s < 0.5 ? 1.8 : s < 0.8 ? 1.8 - 12 * (s - 0.5) : -1.8',
          's < 0.3 ? -1 : s < 0.5 ? -1 + 10 * (s - 0.3) : s < 0.8 ? 1 : 1 - 10 * (s - 0.8)',
          0,
        ],
        size: [0.04, 0, 0],
        points: 101,
      },
      {
        id: 'battery',
        label: 'Battery',
        shape: 'cylinder',
        color: 'leaf',
        position: [0, -1, 0],
        size: [0.36, 0.9, 0.36],
        rotation: [0, 0, 'pi / 2'],
      },
      {
        id: 'pole',
        label: '',
        shape: 'cylinder',
        color: 'paper',
        position: [0.5, -1, 0],
        size: [0.14, 0.12, 0.14],
        rotation: [0, 0, 'pi / 2'],
      },
      {
        id: 'resistor1',
        label: 'First resistor',
        shape: 'cylinder',
        color: 'clay',
        position: [0.8, 1, 0],
        size: ['0.2 + first / 300', 0.8, '0.2 + first / 300'],
        rotation: [0, 0, 'pi / 2'],
        opacity: 0.85,
      },
      {
        id: 'resistor2',
        label: 'Second resistor',
        shape: 'cylinder',
        color: 'plum',
        position: [-0.8, 1, 0],
        size: ['0.2 + second / 300', 0.8, '0.2 + second / 300'],
        rotation: [0, 0, 'pi / 2'],
        opacity: 0.85,
      },
      {
        id: 'charges',
        label: 'Charges',
        shape: 'sphere',
        color: 'sun',
        position: [
          'mod(i / n + t * current / 8, 1) < 0.3 ? -1.8 + 12 * mod(i / n + t * current / 8, 1) : mod(i / n + t * current / 8, 1) < 0.5 ? 1.8 : mod(i / n + t * current / 8, 1) < 0.8 ? 1.8 - 12 * (mod(i / n + t * current / 8, 1) - 0.5) : -1.8',
          'mod(i / n + t * current / 8, 1) < 0.3 ? -1 : mod(i / n + t * current / 8, 1) < 0.5 ? -1 + 10 * (mod(i / n + t * current / 8, 1) - 0.3) : mod(i / n + t * current / 8, 1) < 0.8 ? 1 : 1 - 10 * (mod(i / n + t * current / 8, 1) - 0.8)',
          0.06,
        ],
        size: [0.1, 0.1, 0.1],
        copies: 40,
        is_shining: true,
      },
    ],
    plots: [
      { quantity: 'current', over: 'first' },
      { quantity: 'drop1', over: 'first' },
    ],
    tasks: [
      {
        text: 'Set the current to half an ampere.',
        check: 'abs(current - 0.5) < 0.01',
        hint: 'Voltage over resistance: 12 V over 24 Ω, for example.',
        insight: 'Ohm’s law. Here you can see the charges speed up; in a real wire they only creep along.',
      },
      {
        text: 'Give both resistors the same voltage.',
        check: 'abs(drop1 - drop2) < 0.01',
        hint: 'The voltage is shared in proportion to the resistances.',
        insight: 'Equal resistances share the voltage equally, whatever the battery.',
      },
      {
        text: 'Divide 9 V so that the first resistor has 3 V and the current stays below 0.1 A.',
        check: 'volts == 9 and abs(drop1 - 3) < 0.05 and current < 0.1',
        hint: 'The second must be twice the first, and both must be large.',
        insight: 'A voltage divider: it sets a level without wasting much current.',
      },
    ],
  },
};
