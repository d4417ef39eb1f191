import { expect, it } from 'vitest';
import { whenWord } from './schedules-section.tsx';

it('shows when a schedule runs', () => {
  expect(whenWord({ every_s: 5 })).toBe('every 5 s');
  expect(whenWord({ hour: 3, minute: 30, weekday: null, zone: 'UTC' })).toBe('each day at 03:30 (UTC)');
  expect(whenWord({ hour: 18, minute: 0, weekday: 0, zone: 'Europe/Madrid' })).toBe('each week on Sunday at 18:00 (Europe/Madrid)');
});
