import type { Language } from '../../domain/language.ts'
import type { ClientState } from './client-state.ts'

/** What of the client state decides how a first page looks: known before the app has loaded. */
export type VisitorChoices = Pick<ClientState, 'language' | 'token' | 'direction' | 'favourites' | 'theme'>

/**
 * Which color a rise has; `auto` is red in zh, hk, jp and kor and green elsewhere, as people there expect.
 */
export type DirectionMode = 'auto' | 'green-up' | 'red-up' | 'colour-blind'

/** What stands among a visitor's favourites before they choose any. */
export const suggestedFavourites: readonly string[] = [
  'BTC-USDT',
  'ETH-USDT',
  'XAU-USD',
  'USD-JPY',
  'BNB-USDT',
  'AAPL',
]

const redUpLanguages: readonly Language[] = ['zh', 'hk', 'jp', 'kor']

/** The direction mode in force, with `auto` decided by the language. */
export function directionInForce(
  state: Pick<ClientState, 'direction' | 'language'>,
): Exclude<DirectionMode, 'auto'> {
  if (state.direction !== 'auto') return state.direction
  return redUpLanguages.includes(state.language) ? 'red-up' : 'green-up'
}

/** Dark unless chosen otherwise; `system` is what the device has. */
export type ThemeChoice = 'system' | 'dark' | 'light'
export type Theme = 'dark' | 'light'

/** What the device has; asked where it is needed, since this module is also read where there is no window. */
export const prefersLight = (): MediaQueryList => matchMedia('(prefers-color-scheme: light)')

export const themeInForce = (choice: ThemeChoice): Theme =>
  choice === 'light' || (choice === 'system' && prefersLight().matches) ? 'light' : 'dark'

/** What the browser draws around the page: `--color-bg` of `ui/tokens.css`. */
const frameColors: Record<Theme, string> = { dark: '#0e0f12', light: '#ffffff' }

/** Puts the page into its theme. The first paint does it too, before there are styles. */
export function drawTheme(choice: ThemeChoice): void {
  const theme = themeInForce(choice)
  document.documentElement.dataset.theme = theme
  const contents = { 'color-scheme': theme, 'theme-color': frameColors[theme] }
  for (const [name, content] of Object.entries(contents))
    document.querySelector(`meta[name=${name}]`)?.setAttribute('content', content)
}
