import { describe, expect, it } from 'vitest';
import { readContractOptions } from './contract-options.ts';

describe('npm run contract -- …', () => {
  it('reads package, owner and organisation in this order, and the options anywhere', () => {
    expect(readContractOptions(['--reference', 'C-1', 'enterprise', 'dean@example.com', 'State University'])).toEqual({
      package_id: 'enterprise',
      owner_email: 'dean@example.com',
      organisation_name: 'State University',
      reference: 'C-1',
    });
    expect(readContractOptions(['enterprise', 'a@example.com', 'U', '--reference=C-2', '--starts-on', '2026-11-01'])).toMatchObject({
      reference: 'C-2',
      starts_on: '2026-11-01',
    });
  });

  it.each([
    [[], /^Usage: npm run contract/],
    [['enterprise', 'a@example.com', 'U'], /^Usage: npm run contract/],
    [['enterprise', 'a@example.com', 'State', 'University', '--reference', 'C-1'], /^Usage: npm run contract/],
    [['enterprise', 'a@example.com', 'U', '--reference'], /^--reference needs a value/],
    [['enterprise', 'a@example.com', 'U', '--price', '1'], /^Usage: npm run contract/],
  ])('reports the problem with %j', (words, message) => {
    expect(() => readContractOptions(words)).toThrow(message);
  });
});
