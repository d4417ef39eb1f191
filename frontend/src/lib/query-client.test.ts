import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  queryClient.clear();
});

it('an offline query fails, so that its screen can say so, and is refetched when the connection is back', async () => {
  vi.useFakeTimers();
  onlineManager.setOnline(false);
  const noAnswer = new ApiError({ status: 0, code: 'network', message: 'The server could not be reached.' });
  const asked = queryClient.query({
    queryKey: ['a'],
    queryFn: () => Promise.reject(noAnswer),
    retry: queryClient.getDefaultOptions().queries!.retry!,
  });
  const failed = expect(asked).rejects.toBe(noAnswer);
  await vi.runAllTimersAsync();
  await failed;
  expect(queryClient.getDefaultOptions().queries?.refetchOnReconnect).toBe(true);
});
