import { clientOf, createAccount } from '../support/account.ts';
import { must } from '../support/record-workshop.ts';
import { CARDS, payAt } from '../support/stripe.ts';
import { SLOW, expect, test } from '../support/test.ts';

/** Far from the samples and from other tests. */
const HERE = { latitude: -41.2866, longitude: 174.7756 };

const event = {
  starts_at: new Date(Date.now() + 9 * 86_400_000).toISOString(),
  time_zone: 'Pacific/Auckland',
  duration: 90,
  location_name: 'Town library',
  address: '1 Main Street',
  ...HERE,
  event_type: 'Talk',
  max_attendees: 5,
};

test(
  'LOC-04 LOC-05 LOC-16 LOC-18 location is requested at a press; learners who agreed are found, and events are joined, free and paid',
  SLOW,
  async ({ visit }) => {
    const [ben, ines] = [await clientOf(await createAccount('Ben', 1990)), await createAccount('Ines', 1990)];
    await must(ben, 'PUT', '/api/places/sharing', { consent: true, ...HERE, latitude: HERE.latitude + 0.02, subjects: ['Bees'] });
    await must(ben, 'POST', '/api/local-events', { ...event, event_id: crypto.randomUUID(), title: 'Bees on roofs' });
    await must(ben, 'POST', '/api/local-events', { ...event, event_id: crypto.randomUUID(), title: 'Honey workshop', price_cents: 1000 });

    const { page, context } = await visit({ session: ines });
    await context.setGeolocation(HERE);
    await page.goto('/community/nearby');
    await page.getByRole('heading', { name: 'Enable Location Access' }).waitFor();
    // the permission is not granted
    await page.getByRole('button', { name: 'Enable Location Services' }).click();
    await page.getByText('Location access needed for nearby learners and events').waitFor();
    await page.getByText('Location access failed', { exact: false }).waitFor();
    await context.grantPermissions(['geolocation']);
    await page.getByRole('button', { name: 'Enable Location Services' }).click();

    // other users are visible only after agreeing to be visible
    await page.getByRole('button', { name: 'Honey workshop', exact: true }).first().waitFor();
    expect(await page.getByText('Ben Moreno, ').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'I agree to be visible to nearby learners.' }).check();
    await page.getByLabel('Subjects you study').fill('bees, tea');
    await page.getByRole('button', { name: 'Share my location' }).click();
    await page.getByRole('button', { name: 'Ben Moreno', exact: true }).click();
    await page.getByRole('region', { name: 'Ben Moreno' }).getByText('You both study: Bees').waitFor();

    await page.getByRole('button', { name: 'Bees on roofs', exact: true }).first().click();
    await page.getByRole('button', { name: 'Join Event' }).click();
    await page.getByText(/^Successfully joined event! Confirmation: CW-/).waitFor();
    await page.getByText(/^You have a seat\. Confirmation: CW-/).waitFor();

    await page.getByRole('button', { name: 'Honey workshop', exact: true }).first().click();
    await page.getByRole('region', { name: 'Honey workshop' }).getByText('$10').waitFor();
    await page.getByRole('button', { name: 'Join Event' }).click();
    await payAt(page, CARDS.good);
    await page
      .getByRole('region', { name: 'Honey workshop' })
      .getByText(/^You have a seat\. Confirmation: CW-/)
      .waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Add to calendar' }).click()]);
    expect(file.suggestedFilename()).toMatch(/^event-\d{4}-\d\d-\d\d\.ics$/);
  },
);
