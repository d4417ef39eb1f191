import { expect, it } from 'vitest';
import { assertConnected, definePorts } from './ports.ts';

interface Greeter {
  greet(name: string): string;
}

it('has a feature’s functions done by those who are connected, and fails at start while a feature was forgotten', () => {
  const ports = definePorts<Greeter>('greetings');
  expect(() => ports()).toThrow('the ports of greetings are not connected: call startEngine() first');
  expect(assertConnected).toThrow(/nothing connects the ports of .*greetings/);

  ports.connect({ greet: (name) => `Hello ${name}` });
  expect(ports().greet('Ada')).toBe('Hello Ada');
  expect(assertConnected).not.toThrow(/greetings/);
});
