import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider, type AnyRoute } from '@tanstack/react-router';
import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { brokenAnswer } from '#contract/platform/mocked-answer.factory.ts';
import { SCREENS } from '#contract/screens.ts';
import { router } from '#frontend/app/router.tsx';
import { clearSession } from '#frontend/lib/session/token-store.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { stubServer } from '#frontend/testing/show-screen.tsx';
import { theme } from '#frontend/theme/theme.ts';

const USER = { user_id: 'u1', email: 'ines@example.com', first_name: 'Ines', last_name: 'Moreno', roles: ['learner', 'operator'] };

function Broken(): never {
  throw new Error('The map is torn');
}

beforeEach(() => {
  stubServer(() => brokenAnswer('a proxy', 503, {}));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

async function open(address: string) {
  const shown = createRouter({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }), scrollRestoration: false });
  await shown.load();
  render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={shown as never} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}
const signIn = () => enterSession({ access_token: 'a', refresh_token: 'r', user: USER as never });

/** Outside the app's frame, but only for signed-in users. */
const SIGNED_IN: readonly string[] = ['/connect/$uid'];
/** One screen in each frame. */
const FEW: readonly string[] = ['/market', '/notes', '/operator'];
it.each(FEW)('ROOT-09 an error of the screen %s is shown in its place, with links to others', expectWaysOn);
it.each(SCREENS.filter((path) => !FEW.includes(path)))('and so is one of the screen %s', { tags: 'slow' }, expectWaysOn);

async function expectWaysOn(path: string) {
  const leaf = router.routesByPath[path as (typeof SCREENS)[number]] as AnyRoute;
  if (leaf.id.startsWith('/app') || SIGNED_IN.includes(path)) signIn();
  // the console's frame renders its own screens
  const route = leaf.options.component ? leaf : (leaf.parentRoute as AnyRoute);
  const { component } = route.options;
  route.options.component = Broken;
  try {
    await open(path.replaceAll(/\$\w+/g, 'x'));
    const alert = (await screen.findByText('The map is torn')).closest<HTMLElement>('[role="alert"]')!;
    expect(within(alert).getByRole('heading', { name: 'Loading Error' })).toBeTruthy();
    expect(within(alert).getByRole('button', { name: 'Refresh Page' })).toBeTruthy();
    expect(within(alert).getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/');
  } finally {
    route.options.component = component;
  }
}

it('AUTH-15 a page whose session has just ended is not blank while the next screen is being loaded', async () => {
  signIn();
  await open('/notes');
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  act(() => clearSession(true));
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  expect(await screen.findByText('Loading')).toBeTruthy();
});
