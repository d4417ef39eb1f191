import { FORM_WAYS } from './form-ways.ts';
import { REFUSED_WAYS } from './refused-ways.ts';
import { TEXT_WAYS } from './text-ways.ts';
import { TRANSLATION_WAYS } from './translation-ways.ts';
import type { Weather } from '../stand-in/stand-in.ts';
import type { Way } from './way.ts';
import { WIRE_WAYS } from './wire-ways.ts';

/** Every way, each with where it is documented. A new one needs nothing but its row. */
export const WAYS: readonly Way[] = [...WIRE_WAYS, ...REFUSED_WAYS, ...TEXT_WAYS, ...FORM_WAYS, ...TRANSLATION_WAYS];

/** Everything as it should be. */
export const QUIET: Way = { id: 'quiet', kind: 'wire', source: '', servers: '', must: 'right' };
export const QUIET_WEATHER: Weather = { ways: [], seed: 1 };
