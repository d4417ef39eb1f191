import { describe, expect, it } from 'vitest';
import { malformed, readAddresses } from './organisation-view.tsx';

describe('addresses to be invited', () => {
  it('are read whatever separates them, each once', () => {
    expect(readAddresses(' ada@example.com, Bo@Example.com;\ncy@example.com <ada@example.com>  ')).toEqual([
      'ada@example.com',
      'bo@example.com',
      'cy@example.com',
    ]);
    expect(readAddresses(' \n')).toEqual([]);
  });

  it('that are invalid are named before anything is sent', () => {
    expect(malformed(['ada@example.com', 'bo', 'cy@', '@example.com', 'dee@host'])).toEqual(['bo', 'cy@', '@example.com', 'dee@host']);
  });
});
