import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretsIn } from './bundle-secrets.mjs';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(path.join(tmpdir(), 'coursewright-dist-'));
  mkdirSync(path.join(dist, 'assets'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const planted = (code: string, known: Record<string, string> = {}) => {
  writeFileSync(path.join(dist, 'assets', 'main-1a2b.js'), `const a=1;${code};export{a}`);
  return secretsIn(dist, known).map(({ what }) => what);
};

describe('forbidden content of the built frontend is found wherever it was planted', () => {
  it.each([
    ['a key of Stripe', `x="sk_test_51Hxyz"`],
    ['a key of Stripe', `x="rk_live_51Hxyz"`],
    ['a key of Stripe', 'x="sk_"+mode+key'],
    ['a signing secret', 'x="whsec_abc"'],
    ['a key of an AI service', `x="sk-ant-${'a'.repeat(24)}"`],
    ['a key of an AI service', `x="AIza${'b'.repeat(35)}"`],
    ['a private key', 'x=`-----BEGIN RSA PRIVATE KEY-----`'],
    ['a password hash', 'x="$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"'],
    ['the address of a store', 'x="postgresql://app:pass@db/app"'],
    ['a setting of the server', 'x=process.env.DATABASE_URL'],
    ['what only servers read of an endpoint', 'x=d({name:`me`,auth:`user`,personOnly:`access`})'],
    ['a card number', 'x="4242 4242 4242 4242"'],
    ['a card number', 'x=5555555555554444'],
    ['a card number', 'x="3782 822463 10005"'],
  ])('%s', (what, code) => {
    expect(planted(code)).toContain(what);
  });

  it('including a secret of this installation, whatever it looks like', () => {
    expect(planted('x="0f6c2b9d"', { 'the session secret': '0f6c2b9d' })).toEqual(['the session secret']);
  });

  it('and nothing else: ids, sums and words that only look like it', () => {
    expect(
      planted(
        'task_id=1;risk_of=2;x=9007199254740991;y="4242 4242 4242 4241";z=.4242424242424242;d="ask-anything-you-want-to";f=[476837158203125,4e3];p="M54 156 130 165 4"',
      ),
    ).toEqual([]);
  });
});
