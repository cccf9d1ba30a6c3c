/** Whether this browser has Web Push at all; on an iPhone only a page on the home screen does. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
