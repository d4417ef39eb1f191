import { expect, it } from 'vitest';
import { mailboxOf } from './trial-use.ts';

it.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+trial2@example.com', 'ada@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['+odd@example.com', '+odd@example.com'],
])('%s is the mailbox %s: one person, one trial', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
