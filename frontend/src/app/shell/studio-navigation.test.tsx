import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { StudioNavigation } from './shell.tsx';

async function linksAt(address: string): Promise<HTMLElement[]> {
  await showScreen(<StudioNavigation />, address);
  return screen.getAllByRole('link');
}

describe('the navigation of the studio', () => {
  it('CRE-02 has the five specified places, the overview first, and payouts and batches', async () => {
    const links = await linksAt('/studio');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Overview', '/studio'],
      ['Courses', '/studio/courses'],
      ['Analytics', '/studio/analytics'],
      ['Students', '/studio/students'],
      ['Payouts', '/studio/payouts'],
      ['Bulk updates', '/studio/batches'],
      ['Create', '/studio/create'],
    ]);
    expect(screen.getByRole('navigation', { name: 'Creator Studio' })).toBeTruthy();
  });

  it.each([
    ['/studio', 'Overview'],
    ['/studio?months=6', 'Overview'],
    ['/studio/courses?filter=draft', 'Courses'],
    ['/studio/courses/c-1/edit', 'Courses'],
    ['/studio/analytics', 'Analytics'],
    ['/studio/students', 'Students'],
    ['/studio/batches/b-1', 'Bulk updates'],
    ['/studio/payouts?onboarding=done', 'Payouts'],
    ['/STUDIO/Create/', 'Create'],
  ])('CRE-02 marks at %s one place: %s', async (address, caption) => {
    const current = (await linksAt(address)).filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map(({ textContent }) => textContent)).toEqual([caption]);
  });

  it('has at most five entries on a phone, with the others behind More, which shows when the current one is among them', async () => {
    const links = await linksAt('/studio/batches');
    // the test's window is wide, where it is not shown
    const more = screen.getByText('More').closest('button')!;
    const onPhone = links.filter((link) => link.dataset['wideOnly'] === undefined);
    expect(onPhone.map(({ textContent }) => textContent)).toEqual(['Overview', 'Courses', 'Analytics', 'Students']);
    expect(more.dataset['current']).toBe('');
    fireEvent.click(more);
    const menu = await screen.findByRole('menu', { name: 'More' });
    const rows = within(menu).getAllByRole('menuitem');
    expect(rows.map((row) => [row.textContent, row.getAttribute('href')])).toEqual([
      ['Payouts', '/studio/payouts'],
      ['Bulk updates', '/studio/batches'],
      ['Create', '/studio/create'],
    ]);
  });
});
