import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Defects } from '../compose/defects.ts';
import { isObject, type JsonObject } from '../wire/wire.ts';
import { BadControl } from './bad-control.ts';

function readFields(body: unknown, known: readonly string[]): JsonObject {
  if (!isObject(body)) throw new BadControl('a JSON object is required');
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown) throw new BadControl(`unknown field ${unknown}; known are ${known.join(', ')}`);
  return body;
}

function share(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw new BadControl(`${name} must be a number from 0 to 1`);
  return value;
}

/** A body of one share, 0 to 1, by its name. @throws BadControl */
export function readShare<Name extends string>(body: unknown, name: Name): Record<Name, number> {
  return { [name]: share(readFields(body, [name])[name], name) } as Record<Name, number>;
}

/** `PUT /control/drift` body: `{share, language?}`, English by default. @throws BadControl */
export function readDrift(body: unknown): Defects['drift'] {
  const { share: given, language = 'english' } = readFields(body, ['share', 'language']);
  const known = FORM_OPTIONS.language_preference.find((option) => option === language);
  if (!known) throw new BadControl(`language must be one of ${FORM_OPTIONS.language_preference.join(', ')}`);
  return { share: share(given, 'share'), language: known };
}
