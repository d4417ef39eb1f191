import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SERVICES } from '#contract/platform/ai-services.ts';
import type { ServiceConnection } from '#contract/operator/service-connections.contract.ts';
import { ENGINE_NAMES, roleOf } from '#frontend/features/mentor/mentor-words.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { SERVICE_COLOURS } from '#frontend/ui/charts/service-colours.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { ConnectionsSection } from '#frontend/features/operator/connections/connections-section.tsx';

vi.mock(import('#contract/platform/ai-service-rows.ts'), async (original) => {
  const rows = await original();
  const { LUMEN } = await import('#contract/platform/further-service.factory.ts');
  return { ...rows, AI_SERVICES: { ...rows.AI_SERVICES, lumen: LUMEN } };
});

const connection = (service: string): ServiceConnection =>
  ({
    service,
    state: 'none',
    kind: 'vendor',
    base_url: `https://${service}.example/v1`,
    model: '',
    key_hint: null,
    context_tokens: null,
    price: null,
    listed_since: null,
    changed_at: null,
    changed_by: null,
    budget: null,
    spent_today_micro_usd: 0,
    spent_month_micro_usd: 0,
    used_up_until: null,
    suggested_model: `${service}-large`,
    learnt: [],
  }) as ServiceConnection;

it('a fifth service given by one row is on the page, with its name, colour and style', async () => {
  stubServer(({ path }) =>
    path === '/api/operator/connections'
      ? {
          body: {
            connections: SERVICES.map(connection),
            test: { calls: 2, input: 2_600, output: 1_400 },
            list_prices: [],
            running_test: null,
            may_change: true,
            needs_code: false,
            may_be_private: true,
          },
        }
      : { body: { services: [] } },
  );
  await showScreen(<ConnectionsSection />);
  const row = await screen.findByRole('row', { name: /^Lumen/ });
  within(row)
    .getByRole('button', { name: /Connect/ })
    .click();
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect an AI service' }));
  expect(dialog.getByRole('button', { name: 'Lumen' }).getAttribute('aria-pressed')).toBe('true');
  expect((dialog.getByLabelText(/^Model/) as HTMLInputElement).value).toBe('lumen-large');

  const lumen = 'lumen' as never;
  expect([SERVICE_NAMES[lumen], ENGINE_NAMES[lumen], roleOf(lumen)]).toEqual(['Lumen', 'Lumen', 'Sceptical']);
  expect(SERVICE_COLOURS).toMatchObject({ '--service-lumen': '#4D2C6B', '[data-scheme="dark"] &': { '--on-lumen': '#1F0D30' } });
});
