import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import Assistant, { useConversation } from '#frontend/features/marketing/assistant/assistant.tsx';
import { renderHook } from '@testing-library/react';
import { stubServer, unreachable, type SentRequest } from '#frontend/testing/show-screen.tsx';

let sent: readonly SentRequest[];
beforeEach(() => {
  vi.useFakeTimers();
  sent = stubServer(unreachable);
});

const tab = () => screen.getByRole('button', { name: 'AI Assistant' });
const field = () => screen.getByLabelText<HTMLInputElement>('Your question');
const lines = () => within(screen.getByRole('log')).getAllByRole('listitem');
const ask = (question: string) => {
  fireEvent.change(field(), { target: { value: question } });
  fireEvent.submit(field().form!);
};

describe('the assistant', () => {
  it('LAND-14 is minimised or open, and starts with one greeting', () => {
    render(<Assistant />);
    expect(screen.queryByRole('log')).toBeNull();
    expect(tab().getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(tab());
    expect(lines()).toHaveLength(1);
    expect(document.activeElement).toBe(field());
  });

  it('LAND-15 answers after a second, without a request', () => {
    render(<Assistant startsOpen />);
    ask('What does it cost?');
    expect(field().value).toBe('');
    expect(lines()).toHaveLength(2);
    screen.getByText('An answer is being written.');
    act(() => vi.advanceTimersByTime(999));
    expect(lines()).toHaveLength(2);
    act(() => vi.advanceTimersByTime(1));
    expect(lines()).toHaveLength(3);
    expect(lines()[2]!.textContent).toContain('$15/month');
    expect(screen.queryByText('An answer is being written.')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('does not promise more services than are available', () => {
    render(<Assistant startsOpen />);
    ask('Which AI services write a course?');
    act(() => vi.advanceTimersByTime(1_000));
    const said = lines().at(-1)!.textContent;
    expect(said).toMatch(/Up to four services write a course together: .*When one is away, another that can be reached takes its part\.$/);
    // it used to say 'All four take part' of three services
    expect(said).not.toMatch(/\ball (?:four|of them)\b/i);
  });

  it('ignores a blank question', () => {
    render(<Assistant startsOpen />);
    ask('   ');
    expect(lines()).toHaveLength(1);
  });

  it('keeps the conversation while it is minimised, and returns the focus', () => {
    render(<Assistant startsOpen />);
    ask('hello');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(document.activeElement).toBe(tab());
    act(() => vi.advanceTimersByTime(1_000));
    fireEvent.click(tab());
    expect(lines()).toHaveLength(3);
  });

  it('LAND-17 has messages with id, type, message and timestamp', () => {
    const { result } = renderHook(() => useConversation());
    act(() => result.current.ask('hello'));
    expect(result.current.messages).toEqual([
      { id: expect.any(String), type: 'assistant', message: expect.any(String), timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
      { id: expect.any(String), type: 'user', message: 'hello', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect(new Set(result.current.messages.map(({ id }) => id)).size).toBe(2);
  });
});
