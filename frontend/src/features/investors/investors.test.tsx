import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { LIVE_FEATURES } from '#contract/investors/claims.ts';
import { isDelivered } from '#contract/platform/delivered-parts.ts';
import { namesUndelivered } from '#contract/platform/named-parts.ts';
import { INVESTOR_PAGE } from '#contract/investors/investor-page.ts';
import { VALUATION_ANALYSIS } from '#contract/investors/valuation-analysis.ts';
import { STATED } from '#contract/investors/material.ts';
import { partly, stubServer, unreachable, type Answer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { InvestorPage } from '#frontend/features/investors/investor-page.tsx';
import { actOnMaterial, Material } from '#frontend/features/investors/show-material.tsx';
import { wireMaterial } from '#frontend/features/investors/wire-material.ts';

const left = vi.fn();
vi.mock('#frontend/lib/leave-page.ts', () => ({ navigateTo: (url: string) => left(url) }));

let answers: Record<string, Answer | 'no network'>;
let sent: readonly SentRequest[];
/** The names of saved files, and the revoked object URLs. */
let saved: string[];
/** The blobs of the saved files. */
let blobs: Blob[];
const released = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  [answers, saved, blobs] = [{}, [], []];
  for (const mock of [left, released, onClose]) mock.mockClear();
  sent = stubServer(({ path }) => {
    const answer = answers[path] ?? { body: 'file' };
    return answer === 'no network' ? unreachable() : answer;
  });
  Object.assign(URL, { createObjectURL: (blob: Blob) => (blobs.push(blob), 'blob:file'), revokeObjectURL: released });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  // jsdom does not implement dialogs
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
  vi.spyOn(HTMLDialogElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const headings = (level: number) => screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);

describe('the page for investors', () => {
  it('INV-01 INV-02 INV-06 INV-09 HELP-05 has the specified sections, phases with their labels, and every figure marked', () => {
    document.body.innerHTML = renderToStaticMarkup(<InvestorPage />);
    expect(headings(2)).toEqual([...INVESTOR_PAGE.parts.map(({ title }) => title), 'Files']);
    expect(INVESTOR_PAGE.parts.map(({ title }) => title)).toEqual([
      'Features',
      'Monetization model',
      'Development milestones',
      'Market opportunity',
      'Financial projections',
      'Platform utility for learners',
      'Platform utility for enterprises',
      'Investment call to action',
    ]);
    expect([...document.querySelectorAll('.iv-label')].map(({ textContent }) => textContent)).toEqual([
      'COMPLETE',
      'COMPLETED',
      'LIVE NOW',
    ]);
    const figures = [...document.querySelectorAll('.iv-figures > div')];
    expect(figures.length).toBeGreaterThan(7);
    for (const figure of figures) expect(figure.textContent).toContain(STATED);
    for (const live of LIVE_FEATURES.filter((feature) => !namesUndelivered(feature))) screen.getByText(live);
    expect(isDelivered('ar_vr')).toBe(true);
    screen.getByText('AR/VR learning');
    expect(screen.queryByText(/Planned, not available yet/)).toBeNull();
    screen.getByText('$2.5B');
    const buttons = screen.getAllByRole('button').map((button) => [button.textContent, button.dataset['material']]);
    expect(buttons).toEqual(
      expect.arrayContaining([
        ['Contact Investors', 'contact'],
        ['View Valuation Analysis', 'valuation-analysis'],
      ]),
    );
    document.body.innerHTML = '';
  });

  it('INV-02 A22 opens a mail draft to the configured address, or without one the form for messages to the operator', async () => {
    answers['/api/investors/contact'] = { body: { email: 'invest@example.com' } };
    expect(await actOnMaterial('contact')).toBeNull();
    expect(left).toHaveBeenCalledWith('mailto:invest@example.com?subject=Investment%20Inquiry');
    answers['/api/investors/contact'] = { body: { email: null } };
    expect(await actOnMaterial('contact')).toBeNull();
    expect(left).toHaveBeenLastCalledWith('/contact-sales?plan=investment');
  });
});

describe('the valuation analysis', () => {
  it('INV-03 INV-04 INV-05 contains the specified content, and leads to the deck, which replaces it', async () => {
    answers['/api/investors/contact'] = { body: { email: 'invest@example.com' } };
    render(<Material first="valuation-analysis" onClose={onClose} />);
    const dialog = screen.getByRole('dialog', { name: 'Comprehensive Valuation Analysis' });
    expect(headings(3)).toEqual(VALUATION_ANALYSIS.parts.map(({ title }) => title));
    expect(headings(3)).toEqual(['Timeline', 'Milestones', 'Revenue growth', 'Competitive advantages', 'Investment thesis']);
    screen.getByRole('button', { name: 'Download Full Analysis Report' });
    press('Schedule Investment Call');
    await waitFor(() => expect(left).toHaveBeenCalledWith('mailto:invest@example.com?subject=Schedule%20Investment%20Call'));
    press('View Pitch Deck');
    expect(dialog.isConnected).toBe(false);
    expect(screen.getAllByRole('dialog').map((each) => within(each).getByRole('heading', { level: 2 }).textContent)).toEqual([
      'Investor Pitch Deck',
    ]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('DL-09 DL-10 DL-03 DL-06 saves the report from a blob and says so for 3 s; a failure stays', async () => {
    answers['/api/valuation-analysis/download'] = {
      body: '<h1>Analysis</h1>',
      headers: { 'content-disposition': 'attachment; filename="report.html"' },
    };
    render(<Material first="valuation-analysis" onClose={onClose} />);
    const timer = vi.spyOn(globalThis, 'setTimeout');
    press('Download Full Analysis Report');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Report downloaded'));
    expect(saved).toEqual(['report.html']);
    expect(await blobs[0]!.text()).toBe('<h1>Analysis</h1>');
    expect(sent[0]!.headers.has('authorization')).toBe(false);
    expect(timer.mock.calls.find(([work]) => String(work).includes('revokeObjectURL'))?.[1]).toBe(100);
    expect(released).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(released).toHaveBeenCalledWith('blob:file');
    await vi.advanceTimersByTimeAsync(3_000);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    answers['/api/valuation-analysis/download'] = 'no network';
    press('Download Full Analysis Report');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Download failed. Please try again.'));
  });
});

describe('the pitch deck', () => {
  it('INV-07 INV-10 DL-05 shows six slides one at a time, and contains its downloads', async () => {
    render(<Material first="pitch-deck" onClose={onClose} />);
    const seen = [];
    for (let slide = 1; slide <= 6; slide++) {
      seen.push(headings(3)[0]);
      expect(screen.getByText(`Slide ${slide} of 6`)).toBeTruthy();
      press('Next slide');
    }
    expect(seen).toEqual(['Overview', 'Market problem', 'Solution', 'Strategic advantages', 'Financial growth', 'Investment ask']);
    const names = ['Pitch Deck', 'White Paper', 'Valuation Analysis', 'Patent Documents'];
    for (const [index, name] of names.entries()) {
      press(`Download ${name}`);
      await waitFor(() => expect(saved).toHaveLength(index + 1));
    }
    expect(saved).toEqual([
      'coursewright-investor-pitch-deck.html',
      'coursewright-seed-round-white-paper.html',
      'coursewright-valuation-analysis-report.html',
      'coursewright-patent-documents.zip',
    ]);
  });

  it('DL-07 DL-08 shows the server’s message when patents cannot be listed, and the specified text when they cannot be zipped', async () => {
    answers['/api/patents/generate'] = problem('service.unavailable', 'Not today.');
    answers['/api/patents/download'] = brokenAnswer('a proxy', 500, {});
    render(<Material first="pitch-deck" onClose={onClose} />);
    press('Show Patent Documents');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not today.'));
    press('Download Patent Documents');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Patent pending download failed. Please try again.'));
    const patent = { id: 'CW-01', title: 'A mechanism', field: 'Reading', status: 'pending' };
    answers['/api/patents/generate'] = partly({ individual_patents: [patent] });
    press('Show Patent Documents');
    await waitFor(() => expect(screen.getByRole('list', { name: 'Patent documents' }).textContent).toContain('A mechanism'));
  });

  it('LAND-13 closes by its close control or a press outside, not inside', () => {
    render(<Material first="pitch-deck" onClose={onClose} />);
    const dialog = screen.getByRole('dialog');
    const pressAt = (target: Element, x: number) =>
      fireEvent(target, new MouseEvent('pointerdown', { bubbles: true, clientX: x, clientY: 50 }));
    pressAt(dialog, 50);
    pressAt(screen.getByRole('button', { name: 'Close' }), 150);
    expect(onClose).not.toHaveBeenCalled();
    pressAt(dialog, 150);
    expect(onClose).toHaveBeenCalledTimes(1);
    Object.assign(dialog, { open: true });
    press('Close');
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe('the buttons of a public page', () => {
  let stop = () => undefined as void;
  afterEach(() => stop());
  const wired = (load = async () => ({ actOnMaterial })) => {
    document.body.innerHTML = '<p><button data-material="white-paper">Get</button><span role="alert" data-material-note></span></p>';
    stop();
    stop = wireMaterial(document.body, load);
    fireEvent.click(document.querySelector('button')!);
    return document.querySelector('[role=alert]')!;
  };

  it('DL-01 DL-02 LAND-01 saves the white paper under the server’s name, else under its own', async () => {
    answers['/api/white-paper'] = { body: { success: true, content: '<p>', filename: 'seed.html' } };
    wired();
    await waitFor(() => expect(saved).toEqual(['seed.html']));
    expect([await blobs[0]!.text(), blobs[0]!.type]).toEqual(['<p>', expect.stringMatching('text/html')]);
    answers['/api/white-paper'] = { body: { success: true, content: '<p>', filename: '' } };
    wired();
    await waitFor(() => expect(saved[1]).toBe('coursewright-seed-round-white-paper.html'));
  });

  it.each<[string, Answer | 'no network']>([
    ['no network', 'no network'],
    ['an answer that is not OK', brokenAnswer('a proxy', 500, {})],
    ['success false', { body: { success: false, content: '', filename: '' } }],
  ])('DL-04 G12 logs %s, and tells who pressed', async (_, answer) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    answers['/api/white-paper'] = answer;
    const note = wired();
    await waitFor(() => expect(note.textContent).toBe('Download failed. Please try again.'));
    expect(log).toHaveBeenCalled();
    expect(saved).toEqual([]);
  });

  it('G12 reports that the code of the dialogs could not be fetched', async () => {
    const note = wired(async () => Promise.reject(new Error('gone')));
    await waitFor(() => expect(note.textContent).toBe('Download failed. Please try again.'));
  });
});
