import type { Language } from '../../domain/language.ts'
import type { ClientState } from './client-state.ts'

/** What of the client state decides how a first page looks: known before the app has loaded. */
export type VisitorChoices = Pick<ClientState, 'language' | 'token' | 'direction' | 'favourites'>

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
