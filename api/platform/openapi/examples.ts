import { sample } from 'openapi-sampler';

/**
 * Returns a value that a JSON Schema of the contract accepts, always the same one. A schema with a rule that JSON Schema cannot say, or that has a
 * pattern, names its example in the contract by `z.meta({ examples })`; a test holds that every example is valid.
 */
export const exampleOf = (schema: object): unknown => sample(schema as Parameters<typeof sample>[0], { quiet: true }, schema);
