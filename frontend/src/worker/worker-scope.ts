/** The part of a service worker's interface that we use; the compiler's webworker library conflicts with the DOM library. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushedEvent extends LifeEvent {
  readonly data: { json(): unknown } | null;
}
interface PressedEvent extends LifeEvent {
  readonly notification: Notification;
  /** The pressed button of the notification; empty for the notification itself. */
  readonly action: string;
}
interface Page {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<Page>;
  navigate(url: string): Promise<Page | null>;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<Page | null>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: PressedEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & { readonly data: unknown }) => void): void;
}

/** This service worker. */
export const worker = globalThis as unknown as WorkerScope;
