import { describe, expect, it } from 'vitest';
import { stripServerProperties } from './contract-for-browser.ts';

const SOURCE = `
import * as z from 'zod/mini';
export const PASSWORD = { min: 8 };
const email = z.string().check(z.email());
const shared = { id: z.string() };
export const login = defineEndpoint({
  name: 'login', method: 'POST', path: '/api/auth/login', summary: 'x', auth: 'public',
  body: z.object({ email }), responses: { 200: z.object({}) }, errors: [],
});
`;

describe('a contract file in the browser', () => {
  const lean = stripServerProperties(SOURCE);

  it('keeps how an endpoint is reached', () => {
    const { login } = new Function(`const z = new Proxy(() => z, { get: () => z, apply: () => z }); const defineEndpoint = (e) => e;
      ${lean.replace(/^import.*$/m, '').replaceAll('export ', '')} return { login, PASSWORD };`)() as { login: object };
    expect(login).toEqual({ name: 'login', method: 'POST', path: '/api/auth/login', auth: 'public' });
  });

  it('contains no server shapes, and marks the remaining schemas as tree-shakeable', () => {
    expect(lean).not.toContain('responses');
    expect(lean).toContain('const email = /* @__PURE__ */ (() => (z.string().check(z.email())))()');
  });

  it('marks objects of shapes too, which would else keep the whole library', () => {
    expect(lean).toContain('const shared = /* @__PURE__ */ (() => ({ id: z.string() }))()');
  });

  it('leaves constants alone', () => {
    expect(lean).toContain('export const PASSWORD = { min: 8 };');
  });
});
