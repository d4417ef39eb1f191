import { expect, it } from 'vitest';
import type { ReceivedSpan } from '../testing/trace-receiver.ts';
import { summarise } from './trace-summary.ts';

const span = (spanId: string, parentId: string | null, name: string, ms: number): ReceivedSpan => ({
  service: 'api',
  traceId: '01a2',
  spanId,
  parentId,
  name,
  ms,
  isError: false,
  attributes: {},
});

it('a trace is described by its root, its spans without a parent, and its spans by name', () => {
  const spans = [
    span('1', null, 'POST generate', 40),
    span('2', '1', 'select run', 1.4),
    span('3', '1', 'select run', 1),
    span('4', '9', 'insert run', 2),
  ];
  expect(summarise(spans)).toEqual([
    'trace 01a2: 4 spans, 1 root (POST generate), 1 without their parent',
    '     2  api  select run  2 ms',
    '     1  api  POST generate  40 ms',
    '     1  api  insert run  2 ms',
  ]);
});
