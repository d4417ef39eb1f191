import { screen } from '@testing-library/react';
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
});
