import { expect, it } from 'vitest';
import { connectDatabase, database, disconnectDatabase } from './database.ts';
import { assertConnected, definePorts, hasUnconnectedPorts } from './ports.ts';

interface Greeter {
  greet(name: string): string;
}

it('runs a feature’s functions in the connected implementation; a process in which one is missing gets no database', async () => {
  const ports = definePorts<Greeter>('greetings');
  expect(() => ports()).toThrow('the ports of greetings are not connected: call startEngine() first');
  expect(assertConnected).toThrow(/nothing connects the ports of .*greetings/);
  expect(hasUnconnectedPorts()).toBe(true);
  connectDatabase('postgres://nobody@127.0.0.1:1/none', { poolMax: 1 });
  expect(database).toThrow(/nothing connects the ports of .*greetings: call startEngine\(\)/);

  ports.connect({ greet: (name) => `Hello ${name}` });
  expect(ports().greet('Ada')).toBe('Hello Ada');
  // a file that ran before may have left others unconnected
  for (const ask of [assertConnected, database]) expect(ask).not.toThrow(/greetings/);
  await disconnectDatabase();
});
