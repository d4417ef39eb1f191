import { expect, it } from 'vitest';
import { assertConnected, definePorts } from './ports.ts';

interface Greeter {
  greet(name: string): string;
}

it('runs a feature’s functions in the connected implementation, and fails at start if a feature was forgotten', () => {
  const ports = definePorts<Greeter>('greetings');
  expect(() => ports()).toThrow('the ports of greetings are not connected: call startEngine() first');
  expect(assertConnected).toThrow(/nothing connects the ports of .*greetings/);

  ports.connect({ greet: (name) => `Hello ${name}` });
  expect(ports().greet('Ada')).toBe('Hello Ada');
  expect(assertConnected).not.toThrow(/greetings/);
});
