import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Returns the memory a process retains after a garbage collection, on and off the heap, in MB. @param inspector address of its inspector */
export async function retainedMb(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  await once(socket, 'open');
  let last = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: number } }>((resolve) => {
      const id = (last += 1);
      const hear = (data: unknown) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: { result?: { value?: number } } };
        if (answer.id !== id) return;
        socket.off('message', hear);
        resolve(answer.result ?? {});
      };
      socket.on('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call('HeapProfiler.enable');
  await call('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = await call('Runtime.evaluate', { expression });
  socket.close();
  return (result?.value ?? NaN) / 1_048_576;
}
