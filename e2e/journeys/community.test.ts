import { createAccount, PASSWORD } from '../support/account.ts';
import { signInByForm } from '../support/forms.ts';
import { expect, test, type Visit } from '../support/test.ts';

async function arrive(visit: Visit, name: string, address: string, birthYear: number | null = null) {
  const { user } = await createAccount(name, birthYear);
  const { page } = await visit();
  await page.goto(`/sign-in?next=${encodeURIComponent(address)}`);
  await signInByForm(page, user.email, PASSWORD);
  return page;
}

test('COM-03 COM-06 COM-08 COM-10 COM-11 a discussion is started, answered and liked by somebody else, and a study group is made', async ({
  visit,
}) => {
  const ines = await arrive(visit, 'Ines', '/community');
  await ines.getByText('Learning Community Hub').waitFor();
  for (const name of ['Members', 'Discussions', 'Study groups']) await ines.getByRole('term').getByText(name, { exact: true }).waitFor();
  for (const name of ['Discussion forums', 'Create and Share', 'Nearby']) await ines.getByRole('heading', { name, exact: true }).waitFor();
  await ines.getByText('Enter your year of birth on the map', { exact: false }).waitFor();
  // every place has one name, in its tab and as its title
  const tabs = ines.getByRole('navigation', { name: 'Community', exact: true });
  const places = await tabs.getByRole('link').allTextContents();
  expect(places).not.toContain('Hidden texts');
  for (const name of places.toReversed()) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await ines.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
  }
  await ines.getByRole('button', { name: 'Start New Discussion' }).click();
  // a newcomer is asked for the year of birth once, and continues in the same dialog
  await ines.getByLabel('Year of birth').fill('1990');
  await ines.getByRole('button', { name: 'Continue' }).click();
  await ines.getByRole('button', { name: 'Post', exact: true }).click();
  await ines.getByText('Please fill in all required fields').waitFor();
  await ines.getByLabel('Title').fill('When do bees swarm?');
  await ines.getByLabel('Text').fill('Mine are **restless**. <img src=x onerror=alert(1)>');
  await ines.getByRole('combobox', { name: 'Category' }).selectOption('technical');
  await ines.getByRole('button', { name: 'Post', exact: true }).click();
  await ines.getByText('Post created successfully!').waitFor();
  await ines.getByRole('heading', { name: 'When do bees swarm?', level: 1 }).waitFor();
  expect(await ines.locator('article strong').textContent()).toBe('restless');
  expect(await ines.locator('article img').count()).toBe(0);

  const omar = await arrive(visit, 'Omar', new URL(ines.url()).pathname, 1985);
  await omar.getByLabel('Your reply').fill('In May, on a warm day.');
  await omar.getByRole('button', { name: 'Reply' }).click();
  await omar.getByRole('list', { name: 'Replies' }).getByText('In May, on a warm day.').waitFor();
  await omar
    .getByRole('article')
    .getByRole('button', { name: /^Like 0/ })
    .click();
  await omar.getByRole('button', { name: /^Liked 1/ }).waitFor();

  await omar.goto('/community/groups');
  await omar.getByRole('button', { name: 'Create Study Group' }).click();
  await omar.getByLabel('Name').fill('City bees');
  await omar.getByLabel('Description').fill('Hives on roofs.');
  await omar.getByRole('button', { name: 'Create group' }).click();
  await omar.getByText('Study group created successfully!').waitFor();
  await omar.getByText('You own it').waitFor();
});
