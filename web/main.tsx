import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { useClient } from './app/client-state.ts'
import { watchNetwork } from './app/connection.ts'
import { dropEarlyAnswers } from './app/early-answers.ts'
import { keepInviteCode } from './app/invite-code.ts'
import { openListing } from './app/listing.ts'
import { preload } from './app/routes.tsx'
import { loadSite } from './app/site.ts'
import { connect } from './app/socket.ts'
import { followTheme } from './app/theme.ts'
import { whenIdle } from './app/when-idle.ts'
import './features/install/install-event.ts'
import { primeQuotes } from './features/quotes/prime-quotes.ts'
import { chooseLanguage, loadArea } from './texts/texts.ts'
import { watchHistory } from './ui/sheet-history.ts'
import './ui/tokens.css'

const KEEP_AFTER_MS = 10_000
/** How long a page and its prices, asked for long before, are waited for: drawn at once they are there sooner than after a skeleton. */
const WITHIN_MS = 400

keepInviteCode()
followTheme()
watchNetwork()
watchHistory()
useClient.subscribe((state, before) => {
  if (state.language !== before.language) void chooseLanguage(state.language)
})
// Pages import this very file's chunk: awaited outside a function, they and it would wait for each other.
void start()

/** Draws the app as soon as its words are there, and in place of the first paint when the page is there too. */
async function start(): Promise<void> {
  // Home by its full URL, so that the router need not lead there first.
  if (/^#?\/?$/.test(location.hash)) history.replaceState(null, '', '#/pages/index/index')
  // The page's part and the language's part load side by side, not one after the other.
  const page = preload(location.hash.replace(/^#\/?/, '').split('?')[0] ?? '')
  const listing = openListing()
  const prices = primeQuotes()
  await chooseLanguage(useClient.getState().language).catch(() => chooseLanguage('en'))
  if (document.documentElement.dataset.firstPaint) await page
  const inTime = new Promise((done) => setTimeout(done, WITHIN_MS))
  await Promise.race([Promise.all([page, prices]), inTime])
  // Pages look instruments up without waiting: what is listed is there before the first of them.
  await listing
  // In a transition, so that input stays responsive.
  startTransition(() => createRoot(document.getElementById('app')!).render(<App />))
  whenIdle(loadTheRest)
}

/** What the first paint does not need. */
function loadTheRest(): void {
  dropEarlyAnswers()
  void connect()
  void loadSite()
  // What a form says of a draft; asked for again by the first that needs it.
  loadArea('refusals').catch(() => undefined)
  // So that the first sheet opens at once, and also when the connection is lost by then.
  void import('./ui/sheet-panel.tsx').catch(() => undefined)
  // Who has allowed nothing needs no code for it.
  if ('Notification' in window && Notification.permission === 'granted')
    void import('./features/notice/push.ts').then(({ keepPush }) => keepPush()).catch(() => undefined)
  // It loads the whole app to keep it; at first a slow network has more urgent things to carry.
  if (import.meta.env.PROD) {
    setTimeout(() => void keepApp().catch(() => undefined), KEEP_AFTER_MS)
  }
}

async function keepApp(): Promise<void> {
  if ('serviceWorker' in navigator) await (await import('./app/service-worker.ts')).keepApp()
}
