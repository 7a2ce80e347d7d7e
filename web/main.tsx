import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { useClient } from './app/client-state.ts'
import { watchNetwork } from './app/connection.ts'
import { preload } from './app/routes.tsx'
import { connect } from './app/socket.ts'
import { chooseLanguage } from './texts/texts.ts'
import './ui/tokens.css'

const { language } = useClient.getState()

// The page's part and the language's part load side by side, not one after the other.
preload(location.hash.replace(/^#\/?/, '').split('?')[0] ?? '')
await chooseLanguage(language).catch(() => chooseLanguage('en'))

keepInviteCode()
watchNetwork()
useClient.subscribe((state, before) => {
  if (state.language !== before.language) void chooseLanguage(state.language)
})

createRoot(document.getElementById('app')!).render(<App />)

// After the first paint: what a first look does not need.
const later = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500))
later(() => {
  void connect()
  // So that the first sheet opens at once, and also when the connection is lost by then.
  void import('./ui/sheet-panel.tsx').catch(() => undefined)
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('./sw.js').catch(() => undefined)
})

/** Keeps the code of whoever invited this visitor until they register: `#/...?deppCode=` or `?code=`. */
function keepInviteCode(): void {
  const query = new URLSearchParams(location.search || location.hash.split('?')[1])
  const code = query.get('deppCode') ?? query.get('code')
  if (code && /^\w{4,16}$/.test(code)) useClient.setState({ inviteCode: code })
}
