import blanks from './blank-objects.json' with { type: 'json' };

/** The fields of an object of this API version that are always empty here, as a copy of one's own. */
export function blank<K extends keyof typeof blanks>(kind: K): (typeof blanks)[K] {
  return structuredClone(blanks[kind]);
}
