import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { FrameTabs } from './frame-tabs.tsx';

const TABS = ['Lessons', 'Listen', 'Map'].map((caption) => ({ to: `/${caption}`, caption }));

it('the tabs are links with addresses, between which the arrow keys, Home and End cycle', async () => {
  await showScreen(<FrameTabs label="Course" tabs={TABS} current="/Listen" />);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
    ['/Lessons', null],
    ['/Listen', 'page'],
    ['/Map', null],
  ]);
  const press = (key: string) => {
    fireEvent.keyDown(document.activeElement!, { key });
    return document.activeElement?.textContent;
  };
  links[1]!.focus();
  expect(['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'].map(press)).toEqual([
    'Map',
    'Lessons',
    'Map',
    'Lessons',
    'Map',
    'Map',
  ]);
});

it('the open tab is scrolled back into view after the router has restored the row’s position', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.hasAttribute('aria-current') ? new DOMRect(500, 0, 100, 44) : new DOMRect(0, 0, 300, 44);
  });
  await showScreen(<FrameTabs label="Course" tabs={TABS} current="/Listen" />);
  const row = screen.getByRole('navigation', { name: 'Course' });
  row.scrollLeft = 0;
  fireEvent.click(screen.getByRole('link', { name: 'Map' }));
  await waitFor(() => expect(row.scrollLeft).toBe(400));
});

it('a tab has the same width open and closed: its bold words always have room', async () => {
  await showScreen(<FrameTabs label="Course" tabs={TABS} current="/Listen" />);
  const words = screen.getAllByRole('link').map((link) => link.querySelector<HTMLElement>('[data-words]')!.dataset.words);
  expect(words).toEqual(['Lessons', 'Listen', 'Map']);
});
