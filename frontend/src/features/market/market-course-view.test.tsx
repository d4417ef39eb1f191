import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#frontend/lib/api-error.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { MarketCourseView } from './market-course-view.tsx';
import { aMarketCourse } from './market.factory.ts';

it('a payment that failed to start is reported at its button, with advice only for temporary failures', async () => {
  const standing = { is_creator: false, course_id: null, progress: 0, has_update: false, may_rate: false };
  stubServer(() => partly({ standing, own_rating: null }));
  let refusal = { status: 503, code: 'payments.unavailable', message: 'The payment service cannot be reached.' };
  const onBuy = () => Promise.reject(new ApiError(refusal));
  await showScreen(<MarketCourseView course={aMarketCourse({ price: 10 })} userId="u1" onBuy={onBuy} />);
  const press = async () => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Buy for $10.00' });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
  };
  expect(
    await screen.findByText(
      'You can have your money back within 14 days, until you have opened 30% of the lessons or exported the course; for at most 3 courses in twelve months, by account and by payment method.',
    ),
  ).toBeTruthy();
  await press();
  const told = await screen.findByText(/^The payment could not be started/);
  expect(told.textContent).toBe(
    'The payment could not be started. The payment service cannot be reached. Nothing was charged. Please try again in a few minutes.',
  );
  expect(told.closest('aside')).toBeTruthy();
  expect(getNotices()).toEqual([]);
  refusal = { status: 409, code: 'market.owned', message: 'You have this course already.' };
  await press();
  expect(await screen.findByText('The payment could not be started. You have this course already.')).toBeTruthy();
});

it('an owner is led into it, right below its cover on a phone, and sees nothing about buying', async () => {
  const standing = { is_creator: false, course_id: 'copy-1', progress: 40, has_update: false, may_rate: false };
  stubServer(({ path }) => partly(path.endsWith('/standing') ? { standing, own_rating: null } : {}));
  await showScreen(<MarketCourseView course={aMarketCourse({ price: 10 })} userId="u1" onBuy={vi.fn()} />);
  const way = await screen.findByRole('link', { name: 'Keep learning' });
  expect(way.getAttribute('href')).toBe('/courses/copy-1');
  const about = screen.getByRole('heading', { name: 'About this course' });
  expect(way.compareDocumentPosition(about)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(about.compareDocumentPosition(screen.getByRole('button', { name: /^Report this course/ }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(document.body.textContent).not.toContain('$10');
});
