import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { SharingPanel } from './sharing-panel.tsx';

const HERE = { latitude: 51.48, longitude: 0 };
const REFUSED = 'You can share your place again in an hour.';
const SHARED = { shared_at: '2026-11-20T10:00:00.000Z', subjects: ['Bees'], status: 'Available', position: HERE } as never;
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const alert = () => screen.queryByRole('alert')?.textContent || undefined;

describe('being found', () => {
  it('shows the server’s reason for a refusal, until it has succeeded', async () => {
    let isRefused = true;
    stubServer(({ method }) => (isRefused && method !== 'GET' ? problem('limits.rate', REFUSED) : partly({ sharing: SHARED })));
    await showScreen(<SharingPanel userId="u1" sharing={null} position={HERE} />);
    fireEvent.click(screen.getByRole('checkbox', { name: /^I agree/ }));
    await press('Share my location');
    expect(alert()).toBe(REFUSED);
    isRefused = false;
    await press('Share my location');
    expect(alert()).toBeUndefined();
  });

  it('requires the tick, and resets the message once it is set', async () => {
    const sent = stubServer(() => partly({}));
    await showScreen(<SharingPanel userId="u1" sharing={null} position={HERE} />);
    await press('Share my location');
    expect(alert()).toBe('Please tick the box to agree to be found.');
    fireEvent.click(screen.getByRole('checkbox', { name: /^I agree/ }));
    expect(alert()).toBeUndefined();
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('reports that it could not be stopped, and removes an old error after a success', async () => {
    let isRefused = true;
    stubServer(({ method }) =>
      isRefused && method === 'DELETE' ? problem('service.unavailable', 'The map is away.') : partly({ sharing: null }),
    );
    await showScreen(<SharingPanel userId="u1" sharing={SHARED} position={HERE} />);
    await press('Stop sharing your location');
    expect(alert()).toBe('The map is away.');
    isRefused = false;
    await press('Stop sharing your location');
    expect(alert()).toBeUndefined();
  });
});
