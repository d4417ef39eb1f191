import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readSignal } from './signals.ts';
import { openMesh } from './use-call.ts';

/** Connections of the browser, by who opened them; jsdom has none. */
let opened: FakeConnection[];
class FakeConnection extends EventTarget {
  isClosed = false;
  connectionState = 'new';
  remoteDescription: unknown = null;
  localDescription: { sdp: string } | null = null;
  constructor() {
    super();
    opened.push(this);
  }
  addTransceiver() {}
  getTransceivers() {
    return [];
  }
  async setLocalDescription() {
    this.localDescription = { sdp: 'own' };
  }
  async setRemoteDescription(description: unknown) {
    this.remoteDescription = description;
  }
  close() {
    this.isClosed = true;
  }
}

let sent: (readonly [to: string, type: string | undefined])[];
let people: readonly string[];
beforeEach(() => {
  [opened, sent, people] = [[], [], []];
  vi.stubGlobal('RTCPeerConnection', FakeConnection);
  vi.stubGlobal('MediaStream', EventTarget);
});

const meshOf = (selfId: string) =>
  openMesh({
    selfId,
    iceServers: [],
    send: (to, data) => sent.push([to, readSignal(data)?.type]),
    onPeople: (now) => (people = now.map(({ userId }) => userId)),
  });
const sentTo = (id: string) => sent.filter(([to]) => to === id).map(([, type]) => type);

describe('ROOM-01 the connections of a call', () => {
  it('lead to everyone but oneself; the higher id offers, the other requests it', async () => {
    const mesh = meshOf('b');
    mesh.setPeople(['a', 'b', 'c']);
    expect(people).toEqual(['a', 'c']);
    await expect.poll(() => sentTo('a')).toEqual(['media', 'offer']);
    expect(sentTo('c')).toEqual(['hello', 'media']);
    expect(sentTo('b')).toEqual([]);
    mesh.close();
  });

  it('end with a person who leaves, and stay to those who are still there', async () => {
    const mesh = meshOf('c');
    mesh.setPeople(['a', 'b', 'c']);
    await expect.poll(() => opened.length).toBe(2);
    mesh.setPeople(['b', 'c']);
    expect(people).toEqual(['b']);
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    mesh.close();
    expect(opened.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it('open for a person heard of before being listed, offered once, and never for one’s own signal or an unknown one', async () => {
    const mesh = meshOf('b');
    const hello = JSON.stringify({ type: 'hello' });
    mesh.onSignal('b', hello);
    mesh.onSignal('c', 'hello');
    expect(sent).toEqual([]);
    mesh.onSignal('a', hello);
    await expect.poll(() => sentTo('a')).toEqual(['media', 'offer']);
    mesh.setPeople(['a', 'b']);
    expect(opened).toHaveLength(1);
    mesh.close();
  });

  it('tell everyone the state of the microphone, and again a person who returns', async () => {
    const mesh = meshOf('b');
    mesh.setPeople(['a', 'b', 'c']);
    await expect.poll(() => sentTo('a')).toEqual(['media', 'offer']);
    sent = [];
    mesh.setMedia({ isMuted: true, hasCamera: false, isSharing: false });
    expect(sent).toEqual([
      ['a', 'media'],
      ['c', 'media'],
    ]);
    mesh.onSignal('a', JSON.stringify({ type: 'hello' }));
    await expect.poll(() => sentTo('a')).toEqual(['media', 'media', 'offer']);
    mesh.close();
  });
});
