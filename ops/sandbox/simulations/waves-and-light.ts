import type { LibraryScene } from './library.ts';

export const LENSES: LibraryScene = {
  fits: 'lens, lenses, optics, photography, telescope, telescopes, lente, lentes, óptica, fotografía, عدسة, عدسات, بصريات',
  words: 'light camera eye glasses microscope physics luz cámara física ضوء كاميرا فيزياء',
  scene: {
    title: 'Where a lens forms its image',
    description:
      'A candle stands to the left of a converging lens; its image appears on the right, upside down. Rays run from the tip of the candle through the lens to the tip of the image. The closer the candle comes to the focal point, the larger and farther away the image is; inside the focal length there is none on that side.',
    distance: 9,
    seconds: 0,
    parameters: [
      { id: 'focus', label: 'Focal length', unit: 'cm', min: 5, max: 20, step: 0.5, value: 10 },
      { id: 'candle', label: 'Distance from candle to lens', unit: 'cm', min: 6, max: 40, step: 0.5, value: 25 },
    ],
    quantities: [
      { id: 'image', label: 'Distance from lens to image', unit: 'cm', formula: '1 / (1 / focus - 1 / candle)', digits: 1 },
      { id: 'scale', label: 'Magnification', unit: '', formula: 'abs(image / candle)', digits: 2 },
      { id: 'power', label: 'Lens power', unit: 'dpt', formula: '100 / focus', digits: 1 },
    ],
    bodies: [
      { id: 'axis', label: '', shape: 'path', color: 'stone', position: ['-4.5 + 9 * s', 0, 0], size: [0.012, 0, 0], points: 2 },
      {
        id: 'glass',
        label: 'Lens',
        shape: 'sphere',
        color: 'sea',
        position: [0, 0, 0],
        size: ['0.12 + 1.6 / focus', 2.4, 2.4],
        opacity: 0.45,
      },
      { id: 'stick', label: 'Candle', shape: 'cylinder', color: 'paper', position: ['-candle / 10', 0.4, 0], size: [0.16, 0.8, 0.16] },
      {
        id: 'flame',
        label: '',
        shape: 'cone',
        color: 'sun',
        position: ['-candle / 10', 0.92, 0],
        size: [0.12, 0.24, 0.12],
        is_shining: true,
      },
      {
        id: 'picture',
        label: 'Image',
        shape: 'cylinder',
        color: 'clay',
        position: ['image / 10', '-0.5 * scale', 0],
        size: ['0.16 * scale', 'scale', '0.16 * scale'],
        opacity: 'image > 0 and image < 60 ? 0.8 : 0',
      },
      {
        id: 'foci',
        label: 'Focal point',
        shape: 'sphere',
        color: 'plum',
        position: ['(2 * i - 1) * focus / 10', 0, 0],
        size: [0.1, 0.1, 0.1],
        copies: 2,
      },
      {
        id: 'middle_ray',
        label: '',
        shape: 'path',
        color: 'sun',
        position: [
          's < 0.5 ? -candle / 10 * (1 - 2 * s) : min(image, 60) / 10 * (2 * s - 1)',
          's < 0.5 ? 1 - 2 * s : -(2 * s - 1) * min(image, 60) / candle',
          0,
        ],
        size: [0.02, 0, 0],
        points: 3,
        opacity: 'image > 0 ? 1 : 0',
      },
      {
        id: 'upper_ray',
        label: '',
        shape: 'path',
        color: 'sun',
        position: [
          's < 0.5 ? -candle / 10 * (1 - 2 * s) : min(image, 60) / 10 * (2 * s - 1)',
          's < 0.5 ? 1 : 1 - (2 * s - 1) * min(image, 60) / focus',
          0,
        ],
        size: [0.02, 0, 0],
        points: 3,
        opacity: 'image > 0 ? 1 : 0',
      },
    ],
    plots: [{ quantity: 'scale', over: 'candle' }],
    tasks: [
      {
        text: 'Make the image as large as the candle.',
        check: 'abs(scale - 1) < 0.03',
        hint: 'Twice the focal length.',
        insight: 'At twice the focal length the image is as large as the candle, and as far behind the lens as the candle is in front.',
      },
      {
        text: 'Make the image three times as large, as a projector does.',
        check: 'abs(scale - 3) < 0.15 and image > 0',
        hint: 'Just outside the focal length.',
        insight: 'Close to the focal point a small step changes the image a lot: that is why projectors have a fine focusing screw.',
      },
      {
        text: 'Put the candle inside the focal length: what happens to the image?',
        check: 'candle < focus',
        hint: 'A longer focal length, or a closer candle.',
        insight: 'The rays no longer meet behind the lens: seen through it, the candle looks larger. That is a magnifying glass.',
      },
    ],
  },
};

export const SOUND: LibraryScene = {
  fits: 'sound, acoustics, sonido, acústica, صوت, الصوت',
  words: 'wave waves music hearing noise frequency pitch audio physics ondas música frecuencia física موجة موسيقى تردد فيزياء',
  scene: {
    title: 'Sound: air that pushes air',
    description:
      'A loudspeaker at the left moves back and forth and pushes the air next to it. Each particle only swings around its place; what travels is the push. The distance between two dense regions is the wavelength.',
    distance: 7,
    seconds: 60,
    parameters: [
      { id: 'pitch', label: 'Frequency', unit: 'Hz', min: 100, max: 1000, step: 1, value: 250 },
      { id: 'warmth', label: 'Air temperature', unit: '°C', min: -20, max: 40, step: 1, value: 10 },
      { id: 'loudness', label: 'Loudness', unit: '%', min: 0, max: 100, step: 5, value: 60 },
    ],
    quantities: [
      { id: 'speed', label: 'Speed of sound', unit: 'm/s', formula: '331.3 * sqrt(1 + warmth / 273.15)', digits: 1 },
      { id: 'wavelength', label: 'Wavelength', unit: 'm', formula: 'speed / pitch', digits: 2 },
      { id: 'delay', label: 'Time to travel 100 m', unit: 's', formula: '100 / speed', digits: 3 },
      // a thousand times slower than in reality
      { id: 'phase', label: 'Loudspeaker vibrations (slowed down)', unit: '', formula: 'pitch * t / 400', digits: 1 },
    ],
    bodies: [
      {
        id: 'cone',
        label: 'Loudspeaker',
        shape: 'cylinder',
        color: 'night',
        position: ['-2.7 + 0.0012 * loudness * sin(2 * pi * phase)', 0, 0],
        size: [1.2, 0.2, 1.2],
        rotation: [0, 0, 'pi / 2'],
      },
      {
        id: 'air',
        label: 'Air',
        shape: 'sphere',
        color: 'sea',
        position: [
          '-2.4 + 5.4 * floor(i / 18) / 39 + 0.0012 * loudness * sin(2 * pi * (phase - 5.4 * floor(i / 18) / 39 / wavelength))',
          '-0.6 + 0.24 * mod(i, 6) + 0.05 * sin(i * 7.3)',
          '-0.3 + 0.3 * floor(mod(i, 18) / 6) + 0.05 * sin(i * 3.1)',
        ],
        size: [0.05, 0.05, 0.05],
        copies: 720,
      },
      {
        id: 'ruler',
        label: 'One wavelength',
        shape: 'box',
        color: 'sun',
        position: ['-2.4 + min(wavelength, 5.4) / 2', -1, 0],
        size: ['min(wavelength, 5.4)', 0.06, 0.06],
      },
    ],
    plots: [
      { quantity: 'wavelength', over: 'pitch' },
      { quantity: 'speed', over: 'warmth' },
    ],
    tasks: [
      {
        text: 'Make the wavelength one metre.',
        check: 'abs(wavelength - 1) < 0.02',
        hint: 'The frequency in hertz must equal the speed in metres per second.',
        insight: 'About 340 Hz in air at room temperature: an F above middle C.',
      },
      {
        text: 'Halve the wavelength to half a metre.',
        check: 'abs(wavelength - 0.5) < 0.02',
        hint: 'Twice the frequency.',
        insight: 'An octave higher is twice the frequency and half the wavelength.',
      },
      {
        text: 'Make sound travel faster than 350 m/s.',
        check: 'speed > 350',
        hint: 'It does not depend on the pitch.',
        insight: 'In warm air the particles move faster and pass the push on sooner.',
      },
    ],
  },
};

export const HEAT: LibraryScene = {
  fits: 'heat, thermodynamics, conduction, insulation, calor, conducción, termodinámica, aislamiento, حرارة, الحرارة',
  words: 'temperature energy cooking house physics temperatura energía física طاقة فيزياء',
  scene: {
    title: 'How heat flows through a rod',
    description:
      'A rod joins a hot block on the left to a cold one on the right. The columns on it show its temperature, which falls evenly. Most heat flows through a thick, short metal rod between blocks at very different temperatures.',
    distance: 6,
    seconds: 20,
    parameters: [
      { id: 'hot', label: 'Temperature on the left', unit: '°C', min: 20, max: 200, step: 1, value: 60 },
      { id: 'cold', label: 'Temperature on the right', unit: '°C', min: -20, max: 60, step: 1, value: 20 },
      { id: 'area', label: 'Cross-section', unit: 'cm²', min: 0.5, max: 10, step: 0.5, value: 2 },
      { id: 'long', label: 'Length', unit: 'cm', min: 10, max: 100, step: 1, value: 80 },
      {
        id: 'conducts',
        label: 'Conductivity (wood 0.15, glass 1, steel 50, copper 401)',
        unit: 'W/(m·K)',
        min: 0.15,
        max: 401,
        step: 0.05,
        value: 50,
      },
    ],
    quantities: [
      { id: 'flow', label: 'Heat flow', unit: 'W', formula: 'conducts * area / 10000 * (hot - cold) / (long / 100)', digits: 2 },
      { id: 'slope', label: 'Temperature gradient', unit: '°C/cm', formula: '(hot - cold) / long', digits: 2 },
    ],
    bodies: [
      { id: 'stove', label: '', shape: 'box', color: 'clay', position: ['-long / 50 - 0.4', 0, 0], size: [0.8, 1, 1] },
      { id: 'ice', label: 'Cold', shape: 'box', color: 'sea', position: ['long / 50 + 0.4', 0, 0], size: [0.8, 1, 1] },
      {
        id: 'rod',
        label: '',
        shape: 'box',
        color: 'stone',
        position: [0, 0, 0],
        size: ['long / 25', 'sqrt(area) / 8', 'sqrt(area) / 8'],
      },
      {
        id: 'columns',
        label: 'Temperature',
        shape: 'box',
        color: 'sun',
        position: ['(i / (n - 1) - 0.5) * long / 25', 'sqrt(area) / 16 + max(0, hot - (hot - cold) * i / (n - 1)) / 200', 0],
        size: [0.05, 'max(0.01, hot - (hot - cold) * i / (n - 1)) / 100', 0.05],
        copies: 24,
      },
      {
        id: 'packets',
        label: 'Flowing heat',
        shape: 'sphere',
        color: 'clay',
        position: ['(mod(i / n + t * min(1, abs(flow) / 20), 1) - 0.5) * long / 25', '0.04 * sin(9 * i)', 'sqrt(area) / 14'],
        size: [0.07, 0.07, 0.07],
        copies: 20,
        is_shining: true,
        opacity: 'abs(flow) < 0.01 ? 0 : 1',
      },
    ],
    plots: [
      { quantity: 'flow', over: 'hot' },
      { quantity: 'flow', over: 'long' },
    ],
    tasks: [
      {
        text: 'Make more than 20 W flow.',
        check: 'flow > 20',
        hint: 'Copper, a short rod, a large difference.',
        insight: 'Four things multiply: conductivity, area, difference and the inverse of the length.',
      },
      {
        text: 'Stop the heat flow without changing the rod.',
        check: 'abs(flow) < 0.01',
        hint: 'What drives the heat?',
        insight: 'Without a difference in temperature nothing flows, however well the rod conducts.',
      },
      {
        text: 'Make heat flow from right to left.',
        check: 'flow < -1',
        hint: 'It always goes from hot to cold.',
        insight: 'The temperatures alone decide its direction.',
      },
    ],
  },
};
