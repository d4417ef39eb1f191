import type { Weather } from '../stand-in/stand-in.ts';
import { FORM_WAYS } from './form-ways.ts';
import { JSON_WAYS } from './json-ways.ts';
import { OUTAGE_WAYS } from './outage-ways.ts';
import { PROSE_WAYS } from './prose-ways.ts';
import { QUESTION_WAYS } from './question-ways.ts';
import { REFUSED_WAYS } from './refused-ways.ts';
import { SCHEMA_WAYS } from './schema-ways.ts';
import { TEXT_WAYS } from './text-ways.ts';
import { TRANSLATION_WAYS } from './translation-ways.ts';
import type { Way } from './way.ts';
import { WINDOW_WAYS } from './window-ways.ts';
import { WIRE_WAYS } from './wire-ways.ts';

/** All ways, each with its documentation. A new way needs only its row. */
export const WAYS: readonly Way[] = [
  WIRE_WAYS,
  OUTAGE_WAYS,
  SCHEMA_WAYS,
  REFUSED_WAYS,
  WINDOW_WAYS,
  TEXT_WAYS,
  PROSE_WAYS,
  JSON_WAYS,
  FORM_WAYS,
  QUESTION_WAYS,
  TRANSLATION_WAYS,
].flat();

/** No deviation. */
export const QUIET: Way = { id: 'quiet', kind: 'wire', source: '', servers: '', must: 'right' };
export const QUIET_WEATHER: Weather = { ways: [], seed: 1 };
