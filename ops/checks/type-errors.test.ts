import { expect, it } from 'vitest';
import { distinctErrors } from './type-errors.mjs';

const shared = `contract/notes/notes.contract.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.
  The expected type comes from property 'limit'.`;
const own = "frontend/src/main.tsx(3,1): error TS2304: Cannot find name 'x'.";

it('an error that several projects share is printed once, with its explanation', () => {
  const results = distinctErrors([
    { name: 'types server', output: `${shared}\n` },
    { name: 'types frontend', output: `${shared}\n${own}\n` },
    { name: 'types journeys', output: `${shared}\n` },
  ]);
  expect(results.map(({ output }) => output)).toEqual([
    shared,
    `${own}\n1 of the errors of types server`,
    '1 of the errors of types server',
  ]);
});

it('an incomplete declaration of an endpoint is told by its last line', () => {
  const [{ output } = { output: '' }] = distinctErrors([
    {
      name: 'types server',
      output: `contract/notes/notes.contract.ts(8,42): error TS2345: Argument of type '{ name: "x"; }' is not assignable to parameter of type 'Endpoint & Decisions'.
  Type '{ name: "x"; }' is not assignable to type 'OfBody'.
    Property 'example' is missing in type '{ name: "x"; }' but required in type '{ readonly example: object; }'.`,
    },
  ]);
  expect(output).toBe(
    `contract/notes/notes.contract.ts(8,42): error TS2345: Property 'example' is missing in type '{ name: "x"; }' but required in type '{ readonly example: object; }'.
  → contract/platform/endpoint.ts explains each field`,
  );
});
