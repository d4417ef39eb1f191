import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { useCurrentInView } from './scrolled-row.ts';

const SECTION_PX = 36;
const RAIL = { top: 64, height: 300 };
const FOOT_PX = 64;

// a browser reports the sizes as soon as they are observed
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', function Resizes(tell: () => void) {
    return { observe: tell, disconnect: () => undefined };
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A rail of twenty sections, eight of them in view; its foot covers 64 px. */
function Rail({ current }: { readonly current: number }) {
  const rail = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useCurrentInView(rail, list, { current: String(current) });
  return (
    <nav ref={rail}>
      <ul ref={list}>
        {Array.from({ length: 20 }, (_, at) => (
          <li key={at} data-at={at} {...(at === current && { 'aria-current': 'page' as const })}>
            {at}
          </li>
        ))}
      </ul>
      <div data-foot="" />
    </nav>
  );
}

it.each([
  ['the first', 0, 0],
  ['one that is in sight', 4, 0],
  ['one that the foot would cover', 7, 8 * SECTION_PX - (RAIL.height - FOOT_PX)],
  ['the last', 19, 20 * SECTION_PX - (RAIL.height - FOOT_PX)],
])('the open section of a rail is in view: %s', async (_which, current, scrolled) => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.dataset.foot !== undefined) return new DOMRect(0, 0, 200, FOOT_PX);
    const at = Number(this.dataset.at);
    if (Number.isNaN(at)) return new DOMRect(0, RAIL.top, 200, RAIL.height);
    return new DOMRect(0, RAIL.top + at * SECTION_PX - this.closest('nav')!.scrollTop, 200, SECTION_PX);
  });
  await showScreen(<Rail current={current} />);
  await waitFor(() => expect(screen.getByRole('navigation').scrollTop).toBe(scrolled));
});
