import { currentLanguage, texts } from '#web/texts/texts.ts'
import type { TransportError } from './api-error.ts'
import { PRACTICE, signOut, useClient } from './client-state.ts'
import { takeEarlyAnswer } from './early-answers.ts'
import { createHttpClient } from './http-client.ts'
import { goTo, REDIRECT_DELAY_MS } from './navigate.ts'
import { beginBlocking } from './overlay.ts'
import { toast } from './toast.ts'

/**
 * The customer app's HTTP client. 999 also signs out and leads to sign-in, 998 to verification, each 1.2 s
 * after showing the server's text; blocking requests show the overlay after 800 ms.
 *
 * Source: specification sections 7 and 8.
 * @example const order = await http.request(spotTrade, { base: 'BTC', quote: 'USDT', side: 'buy', ... })
 */
export const http = createHttpClient({
  // The API is always on the origin that served the page, whatever path the page itself has.
  basePath: '/api',
  token: () => useClient.getState().token,
  // What knows no practice refuses to move money while it is on; what says itself which it means is asked for that.
  accountFields: () => (useClient.getState().accountType === PRACTICE ? { account_type: '1' } : {}),
  commonFields() {
    const { user } = useClient.getState()
    return { lang: currentLanguage(), ...(user && { uid: user.uid }) }
  },
  transportText,
  onRefusal(error, { toastsRefusal }) {
    if (error.type === 998)
      setTimeout(() => goTo('pages/StartVerification/StartVerification'), REDIRECT_DELAY_MS)
    if (error.type !== 0 || toastsRefusal) toast(error.message)
  },
  takeEarlyAnswer,
  onSessionEnd: expireSession,
  showProgress: beginBlocking,
})

/**
 * Forgets the customer and leads to sign-in and back, once the message has been read; not who has gone to
 * another page or signed in again by then.
 */
function expireSession(): void {
  signOut()
  const { hash } = location
  setTimeout(() => {
    if (location.hash === hash && useClient.getState().token === undefined)
      goTo('pages/common/login', { from: hash.slice(1) })
  }, REDIRECT_DELAY_MS)
}

function transportText(code: TransportError): string {
  const t = texts()
  if (code === 'OFFLINE') return t('common.fault_offline')
  if (code === 'NETWORK') return t('common.fault_network')
  if (code === 'TIMED_OUT') return t('common.fault_timed_out')
  return t('common.fault_bad_answer')
}
