import { afterEach, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { setTxtResolver } from '#domain/organisations/domains/domain.commands.ts';
import { tendSignIns } from '#domain/organisations/sign-in/tend-sign-ins.command.ts';
import { samlProvider } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { signInCalls } from './sign-in.factory.ts';

const api = useTestApi();
const { post, givenSchool, verify, save, mode, comeBySaml } = signInCalls(api);
const knex = (table: string) => api.database.knex(table);
afterEach(() => setTxtResolver(null));

const claim = (by: Person, domain: string) => post('/api/organisation/domains', { domain }, { by });
const check = (by: Person, domain: string) => post(`/api/organisation/domains/${domain}/check`, undefined, { by });
const open = (by: Person, domain: string) => post(`/api/organisation/domains/${domain}`, { joins: true }, { by, method: 'PUT' });
const join = (by: Person) => post('/api/organisation/membership', undefined, { by });
/** Returns the value with which DNS would have to answer. */
const recordOf = async (by: Person, domain: string): Promise<string> =>
  (await claim(by, domain)).json.domains.find((one: { domain: string }) => one.domain === domain).record_value;
const founds = async (organisation: string) => (await post('/api/auth/organisation/find', { organisation })).json.found;

describe('a domain cannot be taken over', () => {
  it('with an invalid name, or a public mail domain, however it is written', async () => {
    const { owner } = await givenSchool('Claiming School', 'claiming.example');
    const publicMail =
      'gmail.com|GMAIL.COM| gmail.com |gmail.com.|mail.gmail.com|ｇmail.com|gmail\u200b.com|gmail。com|googlemail.com|outlook.com|' +
      'icloud.com|proton.me|tuta.com|qq.com|mozmail.com|privaterelay.appleid.com|x.duck.com';
    const none =
      'com|.com|localhost|*.claiming.example|_coursewright.claiming.example|@claiming.example|a@claiming.example|1.2.3.4|[::1]|' +
      'a..example|-a.example|a-.example|claiming.example/x|claiming.example:53|claiming.example?|claiming .example|claiming\n.example|' +
      "bücher.example|a'.example|";
    const names = [...publicMail.split('|'), ...none.split('|'), `${'a'.repeat(64)}.example`, `${'a.'.repeat(130)}example`];
    for (const name of names) {
      const answer = await claim(owner, name);
      // another spelling of the same name is refused as that name
      expect([400, 409, 422, 403], `${name}: ${answer.text}`).toContain(answer.status);
    }
    expect(await knex('organisation_domain').where({ added_by: owner.userId })).toEqual([]);
  });

  it('by two organisations at once, even if both records exist', async () => {
    const [a, b] = [await givenSchool('First', 'first.example'), await givenSchool('Second', 'second.example')];
    const values = [await recordOf(a.owner, 'both.example'), await recordOf(b.owner, 'both.example')];
    setTxtResolver(async () => values.map((value) => [value]));
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => check((n % 2 ? a : b).owner, 'both.example')));
    expect(await knex('organisation_domain').where({ domain: 'both.example' }).whereNotNull('verified_at')).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.code))).toEqual(new Set([undefined, 'organisation.domain_taken']));
  });

  it('with another organisation’s record, an old one, a part of one, or one at another name', async () => {
    const [a, b] = [await givenSchool('Third', 'third.example'), await givenSchool('Fourth', 'fourth.example')];
    const domain = 'records.example';
    const [theirs, old] = [await recordOf(a.owner, domain), await recordOf(b.owner, domain)];
    await post(`/api/organisation/domains/${domain}`, undefined, { by: b.owner, method: 'DELETE' });
    const mine = await recordOf(b.owner, domain);
    expect(mine).not.toBe(old);
    const answers: string[][][] = [
      [[theirs]],
      [[old]],
      [[mine.slice(0, -1)]],
      [[`${mine}x`]],
      [[mine.toUpperCase()]],
      [[`${theirs} ${mine}`]],
      [[mine.split('=')[1]!]],
      [['coursewright-verification=']],
      [['*']],
      [],
    ];
    for (const answer of answers) {
      setTxtResolver(async () => answer);
      expect((await check(b.owner, domain)).json.code, JSON.stringify(answer)).toBe('organisation.domain_unproven');
    }
    setTxtResolver(async (asked) => (asked === domain ? [[mine]] : []));
    expect((await check(b.owner, domain)).json.code).toBe('organisation.domain_unproven');
    // a record can consist of several strings
    setTxtResolver(async (asked) => (asked === `_coursewright.${domain}` ? [[mine.slice(0, 20), mine.slice(20)]] : []));
    expect((await check(b.owner, domain)).status).toBe(200);
  });

  it('before it is verified: nobody joins, is found or is vouched for by it', async () => {
    const { id, owner } = await givenSchool('Fifth', 'fifth.example');
    const provider = samlProvider({ entityId: 'https://idp.fifth.example/saml' });
    await save(owner, { kind: 'saml', slug: 'fifth', metadata: provider.metadata() });
    await mode(owner, 'offered');
    await claim(owner, 'claimed.example');
    await open(owner, 'claimed.example');
    const person = await api.givenPerson('vic@claimed.example', { proven: true });
    expect((await join(person)).status).toBe(404);
    expect(await founds('vic@claimed.example')).toBe(null);
    const attributes = { mail: [person.email] };
    expect((await comeBySaml(id, provider, { subject: 'evil', attributes, terms: true })).json.code).toBe('auth.proof_needed');
  });

  it('above or beside it: a sub-domain belongs to someone else, and so does one that only looks the same', async () => {
    const { id, owner } = await givenSchool('Sixth', 'sixth.example');
    const provider = samlProvider({ entityId: 'https://idp.sixth.example/saml' });
    await save(owner, { kind: 'saml', slug: 'sixth', metadata: provider.metadata() });
    await verify(owner, 'sixth.example');
    await open(owner, 'sixth.example');
    await mode(owner, 'offered');
    const beside = ['sub.sixth.example', 'sixth.example.org', 'xsixth.example', 'xn--sxth-1na.example'];
    for (const domain of beside) {
      const person = await api.givenPerson(`vic@${domain}`, { proven: true });
      expect((await join(person)).status, domain).toBe(404);
      expect(await founds(person.email), domain).toBe(null);
      for (const mail of [
        person.email,
        `"vic@${domain}"@sixth.example.org`,
        `vic@${domain}@sixth.example`,
        `vic@sixth.example@${domain}`,
      ]) {
        const answer = await comeBySaml(id, provider, {
          subject: `evil ${mail.replaceAll('"', '')}`,
          attributes: { mail: [mail.replaceAll('"', '&quot;')] },
          terms: true,
        });
        expect(answer.json.code, mail).toBe('auth.proof_needed');
      }
    }
    const other = await givenSchool('Seventh', 'seventh.example');
    expect((await verify(other.owner, 'sub.sixth.example')).status).toBe(200);
    expect((await join(await api.givenPerson('ann@sub.sixth.example', { proven: true }))).status).toBe(404);
  });

  it('with an address that nobody has confirmed, or that somebody only requested', async () => {
    const { id, owner } = await givenSchool('Eighth', 'eighth.example');
    await verify(owner, 'eighth.example');
    await open(owner, 'eighth.example');
    const unproven = await api.givenPerson('eve@eighth.example');
    const wanting = await api.givenPerson('eve@elsewhere.example', { proven: true });
    await post('/api/auth/email', { email: 'chosen@eighth.example', password: 'correct horse battery' }, { by: wanting, method: 'PUT' });
    for (const person of [unproven, wanting]) {
      expect([403, 404]).toContain((await join(person)).status);
      expect((await api.call('/api/organisation', { bearer: person.accessToken })).json.joinable).toBe(null);
    }
    expect(await knex('organisation_member').where({ organisation_id: id }).pluck('account_id')).toEqual([owner.userId]);
  });

  it('after its record is gone: it no longer vouches for its addresses, and nobody joins by it', async () => {
    const { id, owner } = await givenSchool('Ninth', 'ninth.example');
    const provider = samlProvider({ entityId: 'https://idp.ninth.example/saml' });
    await save(owner, { kind: 'saml', slug: 'ninth', metadata: provider.metadata() });
    await verify(owner, 'ninth.example');
    await open(owner, 'ninth.example');
    await mode(owner, 'offered');
    setTxtResolver(() => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' })));
    await tendSignIns();
    await knex('organisation_domain')
      .where({ organisation_id: id })
      .update({ missing_since: new Date(Date.now() - 15 * 86_400_000) });
    await tendSignIns();
    const person = await api.givenPerson('vic@ninth.example', { proven: true });
    expect((await join(person)).status).toBe(404);
    expect(await founds(person.email)).toBe(null);
    const attributes = { mail: [person.email] };
    expect((await comeBySaml(id, provider, { subject: 'evil', attributes, terms: true })).json.code).toBe('auth.proof_needed');
    // the domain's next owner can claim it
    const buyer = await givenSchool('Tenth', 'tenth.example');
    expect((await verify(buyer.owner, 'ninth.example')).status).toBe(200);
  });
});
