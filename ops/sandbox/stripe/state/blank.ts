import blanks from './blank-objects.json' with { type: 'json' };

/** Returns a copy of the fields that are always empty here in an object of this API version. */
export function blank<K extends keyof typeof blanks>(kind: K): (typeof blanks)[K] {
  return structuredClone(blanks[kind]);
}
