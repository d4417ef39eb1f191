import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { clearNotices, getNotices, toast } from './toast.ts';
import { useAction } from './use-action.ts';

let calls: string[];
let answers: { resolve: () => void; reject: (error: Error) => void }[];

/** Two buttons that run the same mutation with different variables. */
function Buttons() {
  const { mutate, isPending } = useAction({
    mutationFn: (name: string) => {
      calls.push(name);
      return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
    },
  });
  return ['one', 'other'].map((name) => (
    <button key={name} type="button" aria-busy={isPending} onClick={() => mutate(name)}>
      {name}
    </button>
  ));
}
const button = (name: string) => screen.getByRole('button', { name });
const isBusy = (is: boolean) => waitFor(() => expect(button('one').getAttribute('aria-busy')).toBe(String(is)));
/** Settles the pending call and waits until the screen shows it. */
async function settle(how: 'resolve' | 'reject') {
  await isBusy(true);
  answers.at(-1)![how](new Error('away'));
  await isBusy(false);
}

beforeEach(async () => {
  calls = [];
  answers = [];
  await showScreen(<Buttons />);
});

it('a second press at once, before the first is rendered, does nothing', async () => {
  act(() => {
    button('one').click();
    button('one').click();
  });
  await isBusy(true);
  fireEvent.click(button('one'));
  expect(calls).toEqual(['one']);
});

it('a mutation of another object runs in parallel', async () => {
  fireEvent.click(button('one'));
  fireEvent.click(button('other'));
  await waitFor(() => expect(calls).toEqual(['one', 'other']));
});

it('the second press of a double click does nothing, even if the first is already done', async () => {
  fireEvent.click(button('one'), { detail: 1 });
  await settle('resolve');
  fireEvent.click(button('one'), { detail: 2 });
  await act(async () => {});
  expect(calls).toEqual(['one']);
  fireEvent.click(button('one'), { detail: 1 });
  await waitFor(() => expect(calls).toEqual(['one', 'one']));
});

it('can be retried after a refusal', async () => {
  fireEvent.click(button('one'), { detail: 1 });
  await settle('reject');
  fireEvent.click(button('one'), { detail: 2 });
  await waitFor(() => expect(calls).toEqual(['one', 'one']));
});

it('retrying hides its own error message, and no other', async () => {
  cleanup();
  clearNotices();
  function Button() {
    const { mutate, isPending } = useAction({
      mutationFn: () => new Promise<void>((resolve, reject) => answers.push({ resolve, reject })),
      onError: () => toast('error', 'It failed.'),
      onSuccess: () => toast('success', 'It worked.'),
    });
    return (
      <button type="button" aria-busy={isPending} onClick={() => mutate(undefined, { onError: () => toast('error', 'Here too.') })}>
        one
      </button>
    );
  }
  await showScreen(<Button />);
  toast('error', 'Something else failed.');
  const shown = () => getNotices().flatMap(({ text, isShown }) => (isShown ? [text] : []));
  fireEvent.click(button('one'));
  await settle('reject');
  await waitFor(() => expect(shown()).toEqual(['Here too.', 'It failed.', 'Something else failed.']));
  fireEvent.click(button('one'));
  await waitFor(() => expect(shown()).toEqual(['Something else failed.']));
  await settle('resolve');
  await waitFor(() => expect(shown()).toEqual(['It worked.', 'Something else failed.']));
});

it('a press made offline fails at once and is not repeated later, when it may mean something else', async () => {
  onlineManager.setOnline(false);
  fireEvent.click(button('one'));
  await settle('reject');
  act(() => onlineManager.setOnline(true));
  await act(async () => {});
  expect(calls).toEqual(['one']);
});

it('nothing in the interface makes changes in another way', () => {
  const root = path.join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const others = files.filter((file) =>
    /import \{[^}]*\buseMutation\b[^}]*\} from '@tanstack/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(others.filter((file) => !file.endsWith('use-action.ts'))).toEqual([]);
});
