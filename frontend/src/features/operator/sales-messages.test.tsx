import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { SalesMessage } from '#contract/billing/sales.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { SalesMessageList } from './sales-message-list.tsx';

const aMessage = (part: Partial<SalesMessage> = {}): SalesMessage => ({
  sales_message_id: 'message-1',
  at: '2026-12-03T12:00:00.000Z',
  package_id: 'enterprise',
  name: 'Ines Moreno',
  email: 'ines@example.com',
  organisation: 'State University',
  message: 'Five hundred seats, from spring.',
  answered_at: null,
  answered_by: null,
  ...part,
});

/** The list, with the URL state of its page. */
function Messages() {
  const [state, setState] = useState<'open' | 'answered'>('open');
  return <SalesMessageList state={state} onState={setState} />;
}

describe('messages to sales', () => {
  it('show the sender, the plan and the reply address; an answered one moves to the others', async () => {
    let messages = [aMessage()];
    const sent = stubServer(({ method }) => {
      if (method === 'POST') messages = [];
      return { body: method === 'POST' ? { message: aMessage() } : { messages, next_cursor: null } };
    });
    await showScreen(<Messages />);
    const row = (await screen.findAllByRole('row'))[1]!;
    expect(row.textContent).toContain('State UniversityInes Moreno · ines@example.comEnterpriseFive hundred seats, from spring.');
    expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:ines@example.com');
    fireEvent.click(screen.getByRole('button', { name: 'Mark as answered State University · ines@example.com' }));
    await screen.findByText('Nothing is waiting for you');
    expect(sent.find(({ method }) => method === 'POST')!.path).toBe('/api/operator/sales-messages/message-1/answered');
  });

  it('that were answered name the operator, even one who has left', async () => {
    const answered_at = '2026-12-04T12:00:00.000Z';
    const messages = [
      aMessage({ answered_at, answered_by: 'olga@example.com' }),
      aMessage({ sales_message_id: 'message-2', answered_at, package_id: null }),
    ];
    stubServer(() => ({ body: { messages, next_cursor: null } }));
    await showScreen(<Messages />);
    fireEvent.click(await screen.findByRole('button', { name: 'Answered messages' }));
    await screen.findByRole('button', { name: 'Answered messages', pressed: true });
    const [, one, other] = await screen.findAllByRole('row');
    expect(one!.textContent).toMatch(/Answered by olga@example.com$/);
    expect(other!.textContent).toMatch(/Answered by a former member$/);
    expect(screen.queryByRole('button', { name: /Mark as answered/ })).toBeNull();
  });

  it('that cannot be loaded are not shown as none; one that could not be marked stays', async () => {
    stubServer(() => problem('internal', 'Something went wrong on our side'));
    const { unmount } = await showScreen(<Messages />);
    await screen.findByRole('heading', { name: 'The messages could not be loaded' });
    unmount();
    const sent = stubServer(({ method }) =>
      method === 'POST' ? problem('internal', 'Away') : { body: { messages: [aMessage()], next_cursor: null } },
    );
    await showScreen(<Messages />);
    const button = await screen.findByRole('button', { name: /^Mark as answered/ });
    fireEvent.click(button);
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });
});
