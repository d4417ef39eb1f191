import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRestoredFocus } from './restored-focus.ts';

function List({ isGroup = false }: { readonly isGroup?: boolean }) {
  const [rows, setRows] = useState(['a', 'b', 'c']);
  const root = useRestoredFocus();
  const buttons = rows.map((row) => {
    const button = (
      <button key={row} type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
        {row}
      </button>
    );
    return isGroup ? button : <li key={row}>{button}</li>;
  });
  return (
    <div ref={root}>
      <h1 tabIndex={-1}>Rows</h1>
      {rows.length > 0 && (isGroup ? <div role="group">{buttons}</div> : <ul>{buttons}</ul>)}
    </div>
  );
}

function Offer() {
  const [isDone, setDone] = useState(false);
  const root = useRestoredFocus();
  return (
    <div ref={root}>
      <ul>
        <li>
          <button type="button" disabled={isDone} onClick={() => setDone(true)}>
            Connect
          </button>
        </li>
      </ul>
    </div>
  );
}

function decide(name: string): void {
  const button = screen.getByRole('button', { name });
  button.focus();
  button.click();
}

it('moves the focus from a decided row to the next one, then to the one before, finally to the heading', async () => {
  render(<List />);
  for (const [name, next] of [
    ['b', 'c'],
    ['c', 'a'],
    ['a', 'Rows'],
  ] as const) {
    decide(name);
    await expect.poll(() => document.activeElement?.textContent).toBe(next);
  }
});

it('moves the focus from a removed button to its group', async () => {
  render(<List isGroup />);
  decide('a');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('group'));
});

it('moves the focus from a disabled button to its row', async () => {
  render(<Offer />);
  decide('Connect');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('listitem'));
});

it('leaves the focus alone after a press beside the control', async () => {
  render(<List />);
  const button = screen.getByRole('button', { name: 'a' });
  button.focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  button.click();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(document.body);
});
