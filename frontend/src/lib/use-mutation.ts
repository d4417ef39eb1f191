import { useCallback, useRef } from 'react';
import { useMutation as useAnyMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';

/** What counts as one double click, in ms; systems let people choose up to about this. */
const DOUBLE_CLICK_MS = 1_000;

/** Which press in a row the last click was: 2 is the second of a double click, 0 a key or a script. */
let pressInRow = 0;
if (typeof window !== 'undefined') window.addEventListener('click', ({ detail }) => void (pressInRow = detail), { capture: true });

/**
 * React Query's `useMutation`, pressed once for a double click: the same call is ignored while it is under way, from the first moment on
 * (`isPending` is on the screen a moment later), and once more when it has succeeded before the second press of the same double click.
 * Made offline it fails at once. A button shows it by `aria-busy={isPending}` and keeps the focus.
 */
export function useMutation<Data = unknown, Failure = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  // Else a press made offline waits in silence and is done when the connection is back, whatever has happened since.
  const result = useAnyMutation({ ...options, networkMode: 'always' });
  const { mutateAsync } = result;
  /** When a call with these variables was begun or has succeeded; Infinity while it is under way. */
  const begun = useRef(new Map<string, number>());
  const mutate = useCallback<typeof result.mutate>(
    (...call) => {
      const key = JSON.stringify(call[0]) ?? '';
      const last = begun.current.get(key) ?? -Infinity;
      if (last === Infinity || (pressInRow > 1 && performance.now() - last < DOUBLE_CLICK_MS)) return;
      begun.current.set(key, Infinity);
      mutateAsync(...call).then(
        () => begun.current.set(key, performance.now()),
        () => begun.current.delete(key),
      );
    },
    [mutateAsync],
  );
  return { ...result, mutate };
}
