import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storePushWanted } from '#frontend/lib/push-choice.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { NotifyButton } from './run-now.tsx';
import { notifyIfHidden } from './notify-me.ts';

const shown: string[] = [];
const requestPermission = vi.fn<() => Promise<NotificationPermission>>();
let task = 0;
const taskId = () => `task-${task}`;

/** A browser that answers the permission request like this. */
function browserThat(answers: NotificationPermission, before: NotificationPermission = 'default'): void {
  class FakeNotification extends EventTarget {
    static permission = before;
    static requestPermission = requestPermission.mockImplementation(async () => (FakeNotification.permission = answers));
    constructor(title: string) {
      super();
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('isSecureContext', true);
}
const hide = (isHidden: boolean) => vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Notify me' }));
const tell = () => notifyIfHidden(taskId(), { title: 'Course generated', body: 'Bees' }, () => undefined);

beforeEach(() => {
  shown.length = 0;
  requestPermission.mockReset();
  task += 1;
});

describe('A19 Notify me', () => {
  it('asks for permission only on the click, and then notifies while the page is hidden', async () => {
    browserThat('granted');
    await showScreen(<NotifyButton taskId={taskId()} isMain />);
    expect(requestPermission).not.toHaveBeenCalled();
    press();
    await screen.findByText('You will be notified when it is done.');
    expect(requestPermission).toHaveBeenCalledOnce();
    hide(false);
    tell();
    expect(shown).toEqual([]);
    hide(true);
    tell();
    expect(shown).toEqual(['Course generated']);
  });

  it('says so when the browser refuses', async () => {
    browserThat('denied');
    await showScreen(<NotifyButton taskId={taskId()} isMain />);
    press();
    await screen.findByText('Your browser blocks notifications from this site. You can still find them under the bell.');
    hide(true);
    tell();
    expect(shown).toEqual([]);
  });

  it('sends no unrequested notification, even with permission', () => {
    browserThat('granted', 'granted');
    hide(true);
    tell();
    expect(shown).toEqual([]);
  });

  it('SET-04 requests no permission and sends nothing if the settings have it off', async () => {
    browserThat('granted', 'granted');
    await showScreen(<NotifyButton taskId={taskId()} isMain />);
    press();
    await screen.findByText('You will be notified when it is done.');
    cleanup();
    storePushWanted(false);
    await showScreen(<NotifyButton taskId={taskId()} isMain />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
    hide(true);
    tell();
    expect(shown).toEqual([]);
    storePushWanted(true);
  });

  it('is not offered if the browser has no notifications', async () => {
    vi.stubGlobal('Notification', undefined);
    await showScreen(<NotifyButton taskId={taskId()} isMain />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
