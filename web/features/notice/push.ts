import { subscribePush, unsubscribePush } from '#domain/notice/contract.ts'
import { http } from '#web/app/api.ts'
import { useClient } from '#web/app/client-state.ts'
import { registerServiceWorker } from '#web/app/service-worker.ts'

/** Push messages in this browser: its subscription, and the server's knowledge of it. */

/** Who turned push on in this browser: nobody else's messages come here. */
const TURNED_ON_BY = 'plumb-push'

/** Whether this browser can show push messages, as far as is known without asking anybody. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && import.meta.env.PROD

/** What push is in this browser for the signed-in customer. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Whether this browser takes pushes. */
export async function pushState(): Promise<PushState> {
  if (!canPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const isOurs = localStorage.getItem(TURNED_ON_BY) === useClient.getState().user?.uid
  return isOurs && (await currentSubscription()) ? 'on' : 'off'
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

/** Asks the person, then the browser, then tells the server. Returns what push is afterwards. */
export async function turnPushOn(publicKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  await registerServiceWorker()
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await tellServer(subscription)
  localStorage.setItem(TURNED_ON_BY, useClient.getState().user?.uid ?? '')
  return 'on'
}

/** Has this browser take no more pushes. */
export async function turnPushOff(): Promise<PushState> {
  localStorage.removeItem(TURNED_ON_BY)
  const subscription = await currentSubscription()
  if (subscription) {
    await http.request(unsubscribePush, { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  return pushState()
}

/**
 * Tells the server again, now and at each sign-in: a subscription lasts as long as the session that it was told in.
 * If it does not arrive, the next visit tries again.
 */
export function keepPush(): void {
  const renew = () => void renewPush().catch(() => undefined)
  renew()
  useClient.subscribe((state, before) => {
    if (state.token !== before.token) renew()
  })
}

async function renewPush(): Promise<void> {
  if (!useClient.getState().token || (await pushState()) !== 'on') return
  const subscription = await currentSubscription()
  if (subscription) await tellServer(subscription)
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await http.request(subscribePush, {
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  })
}
