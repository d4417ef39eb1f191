import { useRef, type ReactNode } from 'react';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { checkSession } from '#frontend/lib/session/session.ts';
import { clearSession, writeSession } from '#frontend/lib/session/token-store.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ConsoleTable, type Column } from './console-table.tsx';
import { KeyList } from './key-list.tsx';

interface Row {
  readonly name: string;
  readonly waiting: number;
}
const paused = vi.fn();
const opened = vi.fn();
const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    name: 'Queue',
    cell: ({ name }) => (
      <a href={`#${name}`} onClick={() => opened(name)}>
        {name}
      </a>
    ),
  },
  { id: 'waiting', name: 'Waiting', isFigure: true, cell: ({ waiting }) => waiting },
  { id: 'workers', name: 'Workers', isExtra: true, cell: () => 2 },
  {
    id: 'act',
    name: 'Act',
    cell: ({ name }) => (
      <button type="button" onClick={() => paused(name)}>
        Pause {name}
      </button>
    ),
  },
];
const ROWS = [
  { name: 'film', waiting: 3 },
  { name: 'draw', waiting: 4 },
];

function Screen({ children }: { readonly children?: ReactNode }) {
  const main = useRef<HTMLDivElement>(null);
  return (
    <>
      <KeyList main={main} />
      <div ref={main}>{children ?? <Queues />}</div>
    </>
  );
}

function Queues() {
  return (
    <>
      <form role="search">
        <input aria-label="Find" />
      </form>
      <ConsoleTable label="Queues" columns={columns} rows={ROWS} keyOf={({ name }) => name} keep="queues" />
    </>
  );
}

/** Signs a user in as at the start of the product, which asks the server for the user. */
async function signIn(userId: string): Promise<void> {
  const user = { user_id: userId, roles: ['operator'] };
  stubServer(() => partly({ user }));
  writeSession({ accessToken: 'access', user } as never);
  await checkSession();
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const press = (key: string, init: object = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
const focusedRow = () => document.activeElement?.closest('tr')?.querySelector('th')?.textContent ?? null;
const listedKeys = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Console shortcuts' });
  return within(dialog)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
    .filter((keys) => !/^g |^Ctrl/.test(keys ?? ''));
};

afterEach(() => {
  clearSession();
  setAccessibilityPreferences({ keyboard_navigation: true });
});

it('OPS-03: the columns are chosen, and stored for the user who chose them', async () => {
  await signIn('u-olu');
  await showScreen(<Screen />);
  expect(heads()).toEqual(['Queue', 'Waiting', 'Act']);
  fireEvent.click(screen.getByRole('button', { name: 'Columns of Queues' }));
  const menu = screen.getByRole('menu');
  expect(within(menu).queryByText('Queue')).toBeNull();
  fireEvent.click(within(menu).getByRole('menuitemcheckbox', { name: 'Workers' }));
  fireEvent.click(within(menu).getByRole('menuitemcheckbox', { name: 'Waiting' }));
  expect(within(menu).getByRole('menuitemcheckbox', { name: 'Waiting' }).getAttribute('aria-checked')).toBe('false');
  cleanup();
  await showScreen(<Screen />);
  expect(heads()).toEqual(['Queue', 'Workers', 'Act']);
  cleanup();
  await signIn('u-other');
  await showScreen(<Screen />);
  expect(heads()).toEqual(['Queue', 'Waiting', 'Act']);
});

it('OPS-03: J and K move between rows, A performs the row’s act, Enter opens it, / searches, and ? lists the keys', async () => {
  await showScreen(<Screen />);
  press('j');
  expect(focusedRow()).toBe('film');
  press('j');
  expect(focusedRow()).toBe('draw');
  press('j');
  expect(focusedRow()).toBe('draw');
  press('k');
  expect(focusedRow()).toBe('film');
  // a keyboard for another script, with the letter in the same place
  press('ο', { code: 'KeyJ' });
  expect(focusedRow()).toBe('draw');
  press('a');
  expect(paused).toHaveBeenCalledExactlyOnceWith('draw');
  expect(opened).not.toHaveBeenCalled();
  press('Enter');
  expect(opened).toHaveBeenCalledExactlyOnceWith('draw');
  press('/');
  expect(document.activeElement).toBe(screen.getByLabelText('Find'));
  press('j');
  press('?');
  expect([document.activeElement, screen.queryByRole('dialog')]).toEqual([screen.getByLabelText('Find'), null]);
  screen.getByLabelText('Find').blur();
  press('?');
  expect(await listedKeys()).toEqual(['j', 'k', 'Enter', 'a', '/', '?']);
});

it('OPS-03: ? lists only the keys of this screen: J and K work on entries too, and / only with a search', async () => {
  await showScreen(
    <Screen>
      <EntryList>
        <Entry title="Bees" />
        <Entry title="Tea" />
      </EntryList>
    </Screen>,
  );
  press('j');
  press('j');
  expect(document.activeElement?.textContent).toBe('Tea');
  expect([fireEvent.keyDown(document.body, { key: '/' }), press('a')]).toEqual([true, true]);
  press('?');
  expect(await listedKeys()).toEqual(['j', 'k', '?']);
});

it('OPS-03: the keys are off if the user has turned shortcuts off, and with a modifier key', async () => {
  await showScreen(<Screen />);
  press('j', { ctrlKey: true });
  setAccessibilityPreferences({ keyboard_navigation: false });
  press('j');
  expect(focusedRow()).toBeNull();
});
