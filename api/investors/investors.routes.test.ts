import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { COMPLIANCE, INVESTMENT, INVESTMENT_NUMBERS, LIVE_FEATURES, PARTNERS, RATING, REVENUE_MIX } from '#contract/investors/claims.ts';
import { NOTICE, STATED } from '#contract/investors/material.ts';
import { config, setConfig } from '#domain/platform/config.ts';

const api = useTestApi();
const get = (path: string) => fetch(`${api.origin}${path}`);
const count = (text: string, part: string) => text.split(part).length - 1;

describe('material for investors, without an account', () => {
  it('DL-01 returns the white paper and the name of its file', async () => {
    const { json: answer } = await api.call('/api/white-paper');
    expect(answer).toEqual({ success: true, filename: 'coursewright-seed-round-white-paper.html', content: expect.any(String) });
    expect(answer.content).toMatch(/^<!doctype html>/);
    expect(answer.content).toBe(await (await get('/api/white-paper/download')).text());
  });

  it.each([
    ['/api/white-paper/download', 'coursewright-seed-round-white-paper.html', 'Coursewright: seed round white paper'],
    ['/api/investor-deck/download', 'coursewright-investor-pitch-deck.html', 'Investor Pitch Deck'],
    ['/api/valuation-analysis/download', 'coursewright-valuation-analysis-report.html', 'Comprehensive Valuation Analysis'],
  ])('DL-05 %s is a complete file of that name, with each figure marked as a statement', async (path, name, title) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/html; charset=utf-8',
      `attachment; filename="${name}"`,
    ]);
    const html = await answer.text();
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain(NOTICE);
    expect(html).not.toMatch(/<script|<link|src=|https?:/);
    const figures = count(html, '<dd>');
    expect(figures).toBeGreaterThanOrEqual(4);
    expect(count(html, `<span class="stated">${STATED}</span>`)).toBe(figures);
    expect(count(html, `(${STATED}).`)).toBe(count(html, '<svg'));
  });

  it('INV-07 INV-08 INV-09 the deck has its six slides and the stated figures', async () => {
    const html = await (await get('/api/investor-deck/download')).text();
    expect([...html.matchAll(/class="slide"><h2>([^<]+)/g)].map(([, title]) => title)).toEqual([
      'Overview',
      'Market problem',
      'Solution',
      'Strategic advantages',
      'Financial growth',
      'Investment ask',
    ]);
    for (const figure of ['$2.5M', '$150M', '16.7x', '10M', '$2.5B']) expect(html).toContain(`<dd>${figure}</dd>`);
    for (const { name, percent } of REVENUE_MIX) expect(html).toContain(`${name}: ${percent}%`);
    expect(REVENUE_MIX.map(({ percent }) => percent)).toEqual([40, 35, 25]);
    expect(html).toContain('8-component AI orchestration engine');
  });

  it('DL-07 DL-08 lists the 18 descriptions of inventions, invents no number, and packs one file of each', async () => {
    const { individual_patents: patents } = (await api.call('/api/patents/generate')).json;
    expect(patents).toHaveLength(18);
    expect(PARTNERS.find(({ label }) => label === 'patents filed')!.figure).toBe('18');
    expect(new Set(patents.map(({ id }: { id: string }) => id)).size).toBe(18);
    const answer = await get('/api/patents/download');
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'application/zip',
      'attachment; filename="coursewright-patent-documents.zip"',
    ]);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(patents.map(({ filename }: { filename: string }) => filename));
    for (const { filename, title, number, status } of patents) {
      expect(number).toBeNull();
      expect(status).toContain('operator’s statement');
      expect(strFromU8(files[filename]!)).toContain(`<h1>${title}</h1>`);
    }
  });

  it('draws its bars from the figures beside them', () => {
    const { askMillions, valuationMillions, roi, learners, users } = INVESTMENT_NUMBERS;
    expect([
      `$${askMillions}M`,
      `$${valuationMillions}M`,
      `${roi}x`,
      `${learners.toLocaleString('en-US')}+`,
      `${users / 1_000_000}M`,
    ]).toEqual((['ask', 'valuation', 'roi', 'learners', 'users'] as const).map((name) => INVESTMENT[name].figure));
  });

  it('INV-02 names the contact for investors', async () => {
    expect((await api.call('/api/investors/contact')).json).toEqual({ email: null });
    const base = config();
    setConfig({ ...base, investorEmail: 'ir@example.com' });
    expect((await api.call('/api/investors/contact')).json).toEqual({ email: 'ir@example.com' });
    setConfig(base);
  });

  it('HELP-05 the list of live features is the specified text, whatever this installation has', () => {
    expect([LIVE_FEATURES.length, LIVE_FEATURES[0]]).toEqual([16, '8-component AI orchestration engine']);
    expect([RATING, COMPLIANCE.length, INVESTMENT.ask.figure]).toEqual(['4.9/5 from 10,000+ learners', 5, '$2.5M']);
  });
});
