import { describe, expect, it } from 'vitest';
import { useScriptedCalls } from './scripted-call.factory.ts';
import { lingers, says, saysByBytes } from './scripted-vendor.factory.ts';

const { at, ask, failureOf, configure } = useScriptedCalls();
const titled = (title: string) => JSON.stringify({ title, points: ['They dance'] });

describe('the characters of an answer', () => {
  it('arrive complete, wherever the network has split them', async () => {
    const title = 'Bienenstöcke, 蜜蜂, пчёлы, نحل, 🐝';
    at.vendor.play(saysByBytes(titled(title)));
    expect((await ask()).value.title).toBe(title);
  });

  it.each([
    ['one was lost', titled('Bees are wid\ufffdspread')],
    ['it is written as an escape', titled('Bees').replace('Bees', 'wid\\ufffdspread')],
    ['half of a pair was sent', titled('Bees').replace('Bees', 'Bees \\ud83d')],
  ])('are a problem of the answer when %s: it must be written again', async (_, text) => {
    at.vendor.play(says(text));
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.broken_output', repairHint: expect.stringContaining('U+FFFD') });
  });

  it('may be those of the prompt, which an answer may quote', async () => {
    at.vendor.play(says(titled('What \ufffd stands for')));
    expect((await ask({ prompt: '<brief>{"topic":"the sign \ufffd"}</brief>' })).value.title).toContain('\ufffd');
  });
});

describe('a complete answer', () => {
  it('is accepted although its connection stays open, with its tokens', async () => {
    configure({ chunkTimeoutMs: 100_000, firstChunkTimeoutMs: 100_000 });
    at.vendor.play(lingers(titled('Bees')));
    const left = at.vendor.clientLeft();
    const answer = await ask();
    expect([answer.inputTokens, answer.outputTokens]).toEqual([100, 50]);
    expect(answer.ms).toBeLessThan(50_000);
    await left;
  });

  it('that mentions the event which ends one is read to its own end', async () => {
    const title = 'An event {"type":"message_stop"} ends it';
    at.vendor.play(saysByBytes(titled(title)));
    expect((await ask()).value.title).toBe(title);
  });
});
