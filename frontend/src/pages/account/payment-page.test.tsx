import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paidPlan, thePlans } from '#frontend/features/billing/packages.factory.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import PaymentPage from './payment-page.tsx';

const to = vi.fn<(to: object) => void>();
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => ({}),
  useParams: () => ({ packageId: 'premium_monthly' }),
  Navigate: (props: object) => {
    to(props);
    return null;
  },
}));

const show = (plan: ReturnType<typeof paidPlan>) => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser({ subscription_status: 'active' }) });
  stubServer(({ path }) => {
    if (path === '/api/subscription') return partly(plan);
    if (path.endsWith('packages')) return partly({ packages: thePlans });
    return partly({});
  });
  return showScreen(<PaymentPage />);
};

it('a user with a paid plan changes it, at the price shown there, and is not sold another one', async () => {
  await show(paidPlan({ plan: 'Basic', package_id: 'basic_monthly', interval: 'month' }));
  await waitFor(() => expect(to).toHaveBeenCalledWith({ to: '/billing', search: { change: 'premium_monthly' }, replace: true }));
});

it('the plan of their organisation is not their own: they can buy', async () => {
  await show(paidPlan({ plan: 'University', package_id: null, interval: null }));
  await screen.findByRole('button', { name: 'Proceed to Payment' });
  expect(to).not.toHaveBeenCalled();
});
