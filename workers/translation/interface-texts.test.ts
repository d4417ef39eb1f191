import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { translateBulk } from '#domain/translation/bulk/translate-bulk.command.ts';
import { interfaceTextsKind } from '#domain/translation/interface/interface-texts.kind.ts';
import type { OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { messagesIn } from '#contract/platform/message.ts';
import { interfaceCatalogue } from '#domain/translation/interface/interface-catalogue.ts';
import type { Texts } from '#domain/translation/interface/read-catalogue.ts';
import { interfaceFileBody, listLanguages, readInterfaceTexts, textsOf } from '#domain/translation/interface/interface-texts.queries.ts';
import {
  prepareTexts,
  decideProposal,
  proposeText,
  itemsOf,
  messageOf,
  samplesOf,
} from '#domain/translation/interface/interface-text.commands.ts';
import { listProposals } from '#domain/translation/interface/proposals.queries.ts';
import { shieldMarkdown, shieldSentence, unshield } from '#domain/translation/shield.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';
import { faultsOf } from './interface-texts.factory.ts';

const { database, control, configure } = usePipeline();

async function made(language: string): Promise<Texts> {
  await prepareTexts({ language, requestId: randomUUID() });
  await vi.waitUntil(async () => (await readInterfaceTexts(language)).state !== 'preparing', { timeout: 60_000, interval: 50 });
  const { address } = await readInterfaceTexts(language);
  const [, hash] = /\/([0-9a-f]{64})$/.exec(address ?? '') ?? [];
  return hash ? (JSON.parse(await interfaceFileBody(language, hash)) as Texts) : {};
}

const POINTS = 'Course generated, +{n, plural, one {# point} other {# points}}';

const callsOf = async () => {
  await callsSettled();
  return Number((await database.knex('vendor_call').count({ n: 'id' }).first())?.n);
};

describe('I18N-03 the texts of the interface', () => {
  it('OPS-01 have every placeholder and every plural form, each bought once; Spanish and Arabic stay those translated by people', async () => {
    expect(faultsOf('ru', await made('ru'))).toEqual([]);
    for (const language of ['es', 'ar']) expect(faultsOf(language, await textsOf(language))).toEqual([]);
    const calls = await callsOf();
    expect(calls).toBe(Math.ceil(interfaceCatalogue().texts.length / 100));
    expect((await made('ru'))['My Courses']).toContain('‹ru›');
    expect(await made('es')).toEqual({});
    expect(await callsOf()).toBe(calls);
    // a release with a new sentence pays only for that one
    await database.knex('interface_text').where({ language: 'ru', source: 'My Courses' }).delete();
    await database.knex('interface_file').where({ language: 'ru' }).update({ release: 'before' });
    const before = (await readInterfaceTexts('ru')).address;
    expect(Object.keys(await made('ru'))).toHaveLength(interfaceCatalogue().texts.length);
    expect(await callsOf()).toBe(calls + 1);
    // the same texts make the same file
    expect((await readInterfaceTexts('ru')).address).toBe(before);
  });

  it('I18N-07 are translated ten parts at a time', () => {
    const ask = (steps: OrderedStep[]) => interfaceTextsKind.order({ batches: 25 }, steps, null).add.length;
    const step = (n: number, state: OrderedStep['state']): OrderedStep =>
      ({ key: `batch-${n}`, state, error_code: null, tried: [] }) as never;
    expect(ask([])).toBe(10);
    const running = Array.from({ length: 10 }, (_, n) => step(n, 'running'));
    expect(ask(running)).toBe(0);
    expect(ask([...running.slice(1), step(0, 'completed')])).toBe(1);
  });

  it('requested concurrently are one run; without services there are none, and English is shown', { tags: 'slow' }, async () => {
    for (const service of ['claude', 'openai', 'gemini', 'grok']) await control('PUT', 'faults', { service, mode: '500' });
    await Promise.all([1, 2, 3].map(() => prepareTexts({ language: 'nl', requestId: randomUUID() })));
    const runs = () => database.knex('run').where({ kind: 'interface-texts' }).whereRaw(`request->>'language' = 'nl'`);
    await vi.waitUntil(async () => (await runs()).every(({ status }) => status === 'failed'), { timeout: 60_000, interval: 50 });
    expect(await runs()).toHaveLength(1);
    expect(await readInterfaceTexts('nl')).toMatchObject({ state: 'none', address: null });
  });

  it('can be improved: a proposal that an operator accepts is in a new file, and survives the next release', async () => {
    const accountId = await givenOwner();
    await made('ru');
    const { address } = await readInterfaceTexts('ru');
    await expect(
      proposeText({
        accountId,
        language: 'ru',
        source: 'Course generated, +{n, plural, one {# point} other {# points}}',
        proposed: 'Готово',
      }),
    ).rejects.toThrow('braces');
    await expect(proposeText({ accountId, language: 'es', source: 'My Courses', proposed: 'Cursos' })).rejects.toThrow('Text not found');
    // a form that Russian needs is missing
    const lacking = 'Готово, +{n, plural, one {# балл} few {# балла} other {# балла}}';
    await expect(proposeText({ accountId, language: 'ru', source: POINTS, proposed: lacking })).rejects.toThrow('braces');
    await proposeText({ accountId, language: 'ru', source: 'My Courses', proposed: 'Курсы' });
    await proposeText({ accountId, language: 'ru', source: 'My Courses', proposed: 'Мои курсы' });
    const { proposals } = await listProposals();
    expect(proposals).toMatchObject([{ language: 'ru', original_text: 'My Courses', proposed_text: 'Мои курсы' }]);
    await decideProposal(proposals[0]!.proposal_id, { accept: true, operatorId: accountId });
    await expect(decideProposal(proposals[0]!.proposal_id, { accept: false, operatorId: accountId })).rejects.toThrow('Proposal not found');
    expect((await readInterfaceTexts('ru')).address).not.toBe(address);
    await database.knex('interface_file').where({ language: 'ru' }).update({ release: 'before' });
    expect((await made('ru'))['My Courses']).toBe('Мои курсы');
    expect((await listProposals()).languages.find(({ language }) => language === 'ru')).toMatchObject({ by_people: 1, untranslated: 0 });
  });
});

describe('a message of the services', () => {
  const source = '{n, plural, one {# lesson of {name}} other {# lessons of {name}}}';
  const translated = (language: string, say: (sample: number) => string) =>
    messageOf(source, '0', language, new Map(Object.entries(samplesOf(language)).map(([form, sample]) => [`0.${form}`, say(sample)])));

  it('I18N-03 is requested with a number for each form of the language, and has them all', () => {
    const items = itemsOf(source, '0', 'ar');
    expect(items.map(({ id }) => id).toSorted()).toEqual(['0.few', '0.many', '0.one', '0.other', '0.two', '0.zero']);
    expect(items.find(({ id }) => id === '0.one')).toMatchObject({ text: '1 lesson of ⟦0⟧', shielded: ['{name}'] });
    const message = translated('ar', (n) => (n === 2 ? 'درسان من {name}' : `${n} دروس من {name}`))!;
    const say = messagesIn('ar-u-nu-latn', { [source]: message });
    expect([2, 5].map((n) => say(source, { n, name: 'Ada' }))).toEqual(['درسان من Ada', '5 دروس من Ada']);
  });

  it('keeps the apostrophe before a value, in any notation of a large number', () => {
    const message = translated('fr', (n) => `${n.toLocaleString('fr')} leçons de l'{name}`)!;
    const say = messagesIn('fr', { [source]: message });
    expect(say(source, { n: 1_000_000, name: 'Oural' })).toMatch(/^1\s000\s000 leçons de l'Oural$/);
  });

  it('stays English if a form is missing or has lost its value, or the text is not a message', () => {
    expect(translated('ru', (n) => `${n} уроков`)).toBeNull();
    expect(translated('ru', (n) => (n === 2 ? '' : `${n} уроков {name}`))).toBeNull();
    expect(messageOf('Ready', '0', 'de', new Map([['0', 'Fertig {x, plural, one {y}']]))).toBeNull();
  });
});

describe('I18N-04 texts in a request', () => {
  it('come from the stored ones, else from a service, once; untranslatable ones are returned unchanged', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const bulk = (texts: string[], target: string) =>
      translateBulk({ accountId, requestId: randomUUID(), texts, source: 'en', target, signal: new AbortController().signal });
    expect(await bulk(['My Courses'], 'es')).toEqual(['Mis cursos']);
    const before = await callsOf();
    const texts = ['Bees `x = 1` fly', '', 'Bees fly home.', 'Bees fly home.'];
    const [hive, blank, home, again] = await bulk(texts, 'fr');
    expect(hive).toMatch(/^‹fr› .+ `x = 1` .+$/);
    expect([blank, again]).toEqual(['', home]);
    expect(home).toMatch(/^‹fr› .+\.$/);
    await bulk(texts, 'fr');
    expect(await callsOf()).toBe(before + 1);
    for (const service of ['claude', 'openai', 'gemini', 'grok']) await control('PUT', 'faults', { service, mode: '500' });
    expect(await bulk(['Wasps fly too.'], 'fr')).toEqual(['Wasps fly too.']);
  });
});

describe('without a translation service', () => {
  it('I18N-03 nothing is translated or bought: texts come back in English, and the list says which languages need one', async () => {
    const accountId = await givenOwner();
    configure({ services: { speech: false, translation: false } });
    const before = await callsOf();
    expect(await prepareTexts({ language: 'da', requestId: randomUUID() })).toMatchObject({ state: 'none', address: null });
    const sent = { accountId, requestId: randomUUID(), source: 'en', target: 'da', signal: new AbortController().signal };
    expect(await translateBulk({ ...sent, texts: ['My Courses', 'Bees fly home.'] })).toEqual(['My Courses', 'Bees fly home.']);
    const languages = await listLanguages();
    expect(languages.filter(({ texts }) => texts === 'hand').map(({ language }) => language)).toEqual(['en', 'es', 'ar']);
    expect(languages.find(({ language }) => language === 'da')).toMatchObject({ texts: 'unavailable' });
    expect(await callsOf()).toBe(before);
  });
});

describe('a text in translation', () => {
  it('keeps anything but prose, and is rejected if that is missing, doubled or invented', () => {
    const shielded = shieldSentence('{n} courses by Coursewright');
    expect(shielded).toEqual({ text: '⟦0⟧ courses by ⟦1⟧', shielded: ['{n}', 'Coursewright'] });
    expect(unshield(shielded, '⟦1⟧: ⟦0⟧ Kurse')).toBe('Coursewright: {n} Kurse');
    for (const wrong of ['⟦0⟧ Kurse', '⟦0⟧ ⟦0⟧ ⟦1⟧', '⟦0⟧ ⟦1⟧ ⟦2⟧', '⟦0⟧ ⟦1⟧ {x}', '⟦0⟧ ⟦1⟧ <b>', '', '⟦0⟧ ⟦1⟧ ⟦'])
      expect(unshield(shielded, wrong)).toBeNull();
    expect(shieldMarkdown('Use `a_b` and $x^2$ as in [the guide](https://a.example/b "t") <br>').shielded).toEqual([
      '`a_b`',
      '$x^2$',
      '](https://a.example/b "t")',
      '<br>',
    ]);
    expect(unshield(shieldMarkdown('**Bees** fly'), 'Bienen fliegen')).toBeNull();
  });
});
