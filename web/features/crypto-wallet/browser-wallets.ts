import { signInChains } from '#domain/user/wallet-sign-in.ts'

/** The crypto wallets of this browser. */

/** Source: EIP-1193. */
export interface WalletProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: 'accountsChanged', listener: (accounts: unknown) => void): void
  removeListener?(event: 'accountsChanged', listener: (accounts: unknown) => void): void
}

export interface BrowserWallet {
  /** Its maker's domain, the other way round; the same at every visit. */
  readonly rdns: string
  readonly name: string
  /** As a `data:` URL; empty where there is none. */
  readonly icon: string
  readonly provider: WalletProvider
}

/** What a wallet signed. */
export interface Signed {
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** What a wallet says when its owner says no. Source: EIP-1193. */
const DECLINED = 4001
const UNNAMED = 'injected'

/** Every wallet that announces itself (EIP-6963); else the one that is put into the page. */
export function browserWallets(): readonly BrowserWallet[] {
  const found = new Map<string, BrowserWallet>()
  const hear = (event: Event) => {
    const wallet = announced((event as CustomEvent<unknown>).detail)
    if (wallet) found.set(wallet.rdns, wallet)
  }
  window.addEventListener('eip6963:announceProvider', hear)
  // They answer before this returns.
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.removeEventListener('eip6963:announceProvider', hear)
  if (found.size > 0) return [...found.values()]
  const { ethereum } = window as { ethereum?: WalletProvider }
  return ethereum ? [{ rdns: UNNAMED, name: '', icon: '', provider: ethereum }] : []
}

/** Refuses: (as undefined) what is no announcement; an icon that would be asked for from elsewhere is left out. */
function announced(detail: unknown): BrowserWallet | undefined {
  const { info, provider } = (detail ?? {}) as { info?: Record<string, unknown>; provider?: WalletProvider }
  if (typeof info?.rdns !== 'string' || typeof info.name !== 'string' || !provider) return undefined
  const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : ''
  return { rdns: info.rdns, name: info.name.slice(0, 60), icon, provider }
}

/** The account that a wallet shows this page, in small letters; undefined while it shows none. */
export function firstAccount(accounts: unknown): string | undefined {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  return typeof first === 'string' ? first.toLowerCase() : undefined
}

/** Asks a wallet for its account, and to sign the message that there is for it. Throws what the wallet throws. */
export async function signWith(
  { provider }: BrowserWallet,
  messageFor: (asked: { address: string; chainId: string }) => Promise<string>,
): Promise<Signed> {
  const address = firstAccount(await provider.request({ method: 'eth_requestAccounts' }))
  if (address === undefined) throw { code: DECLINED }
  const chain = Number(await provider.request({ method: 'eth_chainId' }))
  const chainId = String(signInChains.find((known) => known === chain) ?? signInChains[0])
  const message = await messageFor({ address, chainId })
  const signature = await provider.request({ method: 'personal_sign', params: [hexOf(message), address] })
  return { address, message, signature: String(signature) }
}

const hexOf = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Whether the owner of a wallet said no. */
export const isDeclined = (thrown: unknown): boolean =>
  (thrown as { code?: unknown } | undefined)?.code === DECLINED
