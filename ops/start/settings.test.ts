import { describe, expect, it } from 'vitest';
import type { SetupError } from './setup-error.mjs';
import { isLoopbackHost, readSettings } from './settings.mjs';

const read = (env: Record<string, string> = {}, options = {}) => readSettings(env, '/house', options);
const problems = (env: Record<string, string>, options = {}): string[] => {
  try {
    read(env, options);
    return [];
  } catch (error) {
    return (error as SetupError).lines;
  }
};
const portsOf = (env: Record<string, string>) =>
  Object.fromEntries(read(env).ports.map(({ name, port, explicit }) => [name, [port, explicit]]));

describe('settings of the launcher', () => {
  it('need nothing: loopback, embedded store, sandbox, sample accounts', () => {
    expect(read()).toMatchObject({
      bind: '127.0.0.1',
      origin: 'http://localhost:3000',
      dataDir: '/house/.data',
      local: true,
      databaseUrl: null,
      redisUrl: null,
      aiMode: 'sandbox',
      samples: true,
    });
  });

  it('derive the other ports from PORT, and respect configured ones', () => {
    expect(portsOf({ PORT: '4000', ADMIN_PORT: '9000' })).toEqual({
      PORT: [4000, true],
      SANDBOX_PORT: [4100, false],
      ADMIN_PORT: [9000, true],
      WORKER_ADMIN_PORT: [4300, false],
      SANDBOX_SMTP_PORT: [4500, false],
    });
  });

  it('treat an empty variable as absent', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ', PUBLIC_ORIGIN: '' })).toEqual(read());
  });

  it('refuse store and sandbox off this machine, a line each', () => {
    for (const env of [{ PUBLIC_ORIGIN: 'https://learn.example.com' }, { NODE_ENV: 'production' }] as Record<string, string>[]) {
      expect(problems(env)).toEqual([expect.stringContaining('DATABASE_URL is needed'), expect.stringContaining('AI_MODE=live')]);
    }
  });

  it('create no sample accounts off this machine, nor in a database on another one', () => {
    const live = { DATABASE_URL: 'postgres://app@db.example.com/app', AI_MODE: 'live' };
    expect(read({ ...live, PUBLIC_ORIGIN: 'https://learn.example.com' })).toMatchObject({ local: false, samples: false });
    expect(read(live)).toMatchObject({ local: true, samples: false });
    expect(read({ DATABASE_URL: 'postgres://app@127.0.0.1:5432/app' })).toMatchObject({ samples: true });
  });

  it('do not open sample accounts to the network by BIND alone', () => {
    expect(problems({ BIND: '0.0.0.0' })).toEqual([expect.stringContaining('PUBLIC_ORIGIN')]);
    expect(read({ BIND: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:3000' }).notices).toHaveLength(1);
  });

  it('report all problems at once', () => {
    expect(problems({ PORT: '70000', AI_MODE: 'magic', PUBLIC_ORIGIN: 'learn.example.com' })).toHaveLength(3);
  });

  it('require only the settings that a script uses', () => {
    expect(problems({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example.com/app' }, { needs: 'store' })).toEqual([]);
    expect(problems({ NODE_ENV: 'production' }, { needs: 'nothing' })).toEqual([]);
  });

  it('recognise loopback addresses', () => {
    for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])
      expect(isLoopbackHost(host), host).toBe(true);
    for (const host of ['0.0.0.0', 'example.com', '127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1'])
      expect(isLoopbackHost(host), host).toBe(false);
  });
});
