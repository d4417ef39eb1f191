import { beforeAll, expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { findViolations } from '#domain/operator/alerts/watch-alerts.command.ts';
import { ALERT_RULES } from '#domain/operator/alerts/alert-rules.ts';
import { readSamples } from '#domain/operator/overview/overview.queries.ts';

const api = useTestApi();
const rule = ALERT_RULES.find(({ name }) => name === 'StorageFull')!;
const registration = { password: 'a long enough password', first_name: 'Ada', last_name: 'Okafor', terms_accepted: true };
const register = (email: string) => api.call('/api/auth/register', { body: { email, ...registration } });

beforeAll(() =>
  // the server's error when it must extend a table on a full disk
  api.database.knex.raw(
    `create function full_disk() returns trigger language plpgsql as $$ begin
       if new.email like 'full%' then raise sqlstate '53100' using message = 'could not extend file: No space left on device'; end if;
       return new;
     end $$;
     create trigger full_disk before insert on account for each row execute function full_disk()`,
  ),
);

it(
  'OPS-03 a full disk is reported as such: to the user whose request needs space, in every health response, and to operators',
  { tags: 'slow' },
  async () => {
    expect((await api.call('/api/health')).json.parts.storage).toBe('ok');
    expect((await api.call('/api/health/ready')).json.checks.storage).toBe('ok');
    expect(findViolations(rule, await readSamples()).size).toBe(0);

    const refused = await register('full@example.com');
    expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([503, 'service.storage_full', '30']);
    expect(refused.json.detail).toMatch(/^Our storage is full/);

    // cached results can be two seconds old
    await expect.poll(async () => (await api.call('/api/health')).json.degraded, { timeout: 4_000 }).toContain('storage');
    for (let n = 0; n < 10; n += 1) {
      await register('full@example.com');
      const ready = await api.call('/api/health/ready');
      expect([ready.status, ready.json.detail]).toEqual([503, 'Not ready: storage.']);
    }
    const { status, parts } = (await api.call('/api/health')).json;
    expect([status, parts.storage]).toEqual(['degraded', 'down']);
    expect([...findViolations(rule, await readSamples())]).toEqual([['', 1]]);
    // there is space again
    await expect.poll(async () => (await api.call('/api/health/ready')).status, { timeout: 60_000, interval: 200 }).toBe(200);
  },
);
