import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Language } from '#domain/language.ts'
import { type DirectionMode, suggestedFavourites, type ThemeChoice } from './visitor-choices.ts'

/** What the app remembers of the signed-in customer. */
export interface StoredUser {
  readonly uid: string
  readonly name: string
}

/** The crypto wallet that signed in, and its account in small letters. */
export interface SignInWallet {
  readonly rdns: string
  readonly address: string
}

/** The fiat currency that values are shown in. `rate` is units of it for one US dollar, a decimal string. */
export interface Fiat {
  readonly code: string
  readonly rate: string
  readonly savedAtMs: number
}

/** What the site is called, and where its logo is. */
export interface Site {
  readonly name: string
  readonly logo: string
}

/** Until the server has said otherwise. */
export const DEFAULT_SITE: Site = { name: 'Plumb', logo: './icon.svg' }

/** What the browser keeps between visits. Source: specification section 3, "client state". */
export interface ClientState {
  readonly site: Site
  readonly language: Language
  readonly token: string | undefined
  readonly user: StoredUser | undefined
  /** Of a customer who came by wallet. */
  readonly signInWallet: SignInWallet | undefined
  /** What contracts are in: `REAL` or `PRACTICE`. */
  readonly accountType: number
  /** Virtual balances: a blue frame and the word DEMO on every page. */
  readonly isDemo: boolean
  readonly fiat: Fiat
  readonly hidesBalance: boolean
  /** Asks once more before a limit order that would fill well beyond the best price. */
  readonly confirmsCrossing: boolean
  /** Asks once more before a seconds option. */
  readonly confirmsOptions: boolean
  readonly direction: DirectionMode
  readonly theme: ThemeChoice
  /** The code of whoever invited this visitor, kept until they register (`deppCode`). */
  readonly inviteCode: string | undefined
  /** Favourites of a visitor, who takes them along at sign-in; a customer's are kept by the server. */
  readonly favourites: readonly string[]
  readonly recentSearches: readonly string[]
  /** By it the server knows a browser in which the second factor was given; it stays when its customer signs out. */
  readonly deviceKey: string | undefined
}

/** Source: rulings, section 1, account type. */
export const REAL = 0
export const PRACTICE = 1

const fresh: ClientState = {
  site: DEFAULT_SITE,
  language: 'en',
  token: undefined,
  user: undefined,
  signInWallet: undefined,
  accountType: REAL,
  isDemo: false,
  fiat: { code: 'USD', rate: '1', savedAtMs: 0 },
  hidesBalance: false,
  confirmsCrossing: true,
  confirmsOptions: true,
  direction: 'auto',
  theme: 'dark',
  inviteCode: undefined,
  favourites: suggestedFavourites,
  recentSearches: [],
  deviceKey: undefined,
}

/** The client state as a hook, and outside React by `useClient.getState()`. */
export const useClient = create<ClientState>()(
  persist(() => fresh, { name: 'plumb', version: 1, storage: createJSONStorage(() => localStorage) }),
)

/** Stores a new token and its customer, and the wallet by which they came. */
export function signIn(token: string, user: StoredUser, isDemo = false, signInWallet?: SignInWallet): void {
  useClient.setState({ token, user, isDemo, signInWallet })
}

/** Forgets the token and everything that belongs to the customer; language and colors stay. */
export function signOut(): void {
  useClient.setState({
    ...{ token: undefined, user: undefined, signInWallet: undefined },
    // One tap is what this customer chose, not the next one on the device.
    ...{ isDemo: false, accountType: REAL, confirmsOptions: true },
  })
}

/** Whether somebody is signed in. */
export const useSignedIn = (): boolean => useClient((state) => state.token !== undefined)
