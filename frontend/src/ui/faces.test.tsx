import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { Face, Faces } from './faces.tsx';

const people = (count: number) => Array.from({ length: count }, (_, at) => ({ user_id: `u${at}`, name: `${at + 1} Okafor` }));
/** The letters on the faces, the first one before the others. */
const signs = () => [...document.querySelectorAll('.MuiAvatar-root')].map(({ textContent }) => textContent).toReversed();

it('a face is the first letter of a name, in any alphabet or with no letter', async () => {
  await showScreen(
    <>
      {['émile', '😀 Ada', ' '].map((name) => (
        <Face key={name} name={name} userId={name} />
      ))}
    </>,
  );
  expect(signs().toReversed()).toEqual(['É', '😀', '?']);
});

it('a person has the same colour alone and among others', async () => {
  await showScreen(
    <>
      <Face name="Ada" userId="u0" />
      <Faces people={people(1)} />
    </>,
  );
  const [alone, among] = [...document.querySelectorAll<HTMLElement>('.MuiAvatar-root')].map(({ style }) => style.backgroundColor);
  expect(alone).toBe(among);
});

it('an anonymous person has a colour of the chosen name, which is not that of the account', async () => {
  await showScreen(
    <>
      <Face name="Night owl" userId="u0" />
      <Face name="Night owl" userId={null} />
      <Face name="Night owl" userId={null} />
      <Face name="Wren" userId={null} />
    </>,
  );
  const [known, ...untold] = [...document.querySelectorAll<HTMLElement>('.MuiAvatar-root')].map(({ style }) => style.backgroundColor);
  expect(untold[0]).not.toBe(known);
  expect(untold[1]).toBe(untold[0]);
  expect(untold[2]).not.toBe(untold[0]);
});

it.each([
  [3, 3, ['1', '2', '3']],
  [5, 5, ['1', '2', '3', '4', '5']],
  [9, 9, ['1', '2', '3', '4', '+5']],
  [1, 24, ['1', '+23']],
])('of %i known of %i people at most five faces are shown', async (known, total, shown) => {
  await showScreen(<Faces people={people(known)} total={total} />);
  expect(signs()).toEqual(shown);
});

it('nobody has no face', async () => {
  await showScreen(<Faces people={[]} total={4} />);
  expect(signs()).toEqual([]);
});
