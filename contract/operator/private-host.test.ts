import { expect, it } from 'vitest';
import { isPrivateAddress } from './private-host.ts';

it.each([
  'http://127.0.0.1:11434',
  'http://localhost:1234/v1',
  'http://[::1]:8080/v1',
  'http://192.168.1.20:8000/v1',
  'http://10.1.2.3/v1',
  'http://172.31.0.4/v1',
  'http://[fd12::7]/v1',
  'http://ollama:11434/v1',
  'http://gpu.local/v1',
  'http://models.internal/v1',
  'http://host.docker.internal:11434',
])('%s belongs to this machine or its network', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each([
  'https://openrouter.ai/api/v1',
  'http://172.32.0.4/v1',
  'http://8.8.8.8/v1',
  'https://local.example.com/v1',
  'https://[2606:4700::1111]/v1',
  'http://10.example.com/v1',
  'nothing',
  '',
])('%s does not', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
