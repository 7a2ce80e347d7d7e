import { hexToBytes } from '@noble/hashes/utils.js'
import type { Page } from 'playwright-core'
import { evmAddress, signPersonal } from '#server/testing/evm-signer.ts'

/** A crypto wallet that a page finds (EIP-6963) and that signs. */
export interface InjectedWallet {
  /** In small letters, as wallets say them. */
  readonly accounts: readonly string[]
  /** Shows the page another of its accounts. */
  show(account: number): Promise<void>
  /** Says no to what is asked next, or yes again. */
  decline(declines: boolean): void
  /** The messages that it signed. */
  readonly signed: string[]
}

/** Puts a wallet with two accounts into every page that is opened from now on; one that does not announce itself is `window.ethereum`. */
export async function injectWallet(
  page: Page,
  name = 'Test Wallet',
  first = 11,
  isAnnounced = true,
): Promise<InjectedWallet> {
  const keys = [0, 1].map((n) => new Uint8Array(32).fill(first + n))
  const accounts = keys.map(evmAddress)
  const signed: string[] = []
  let [shown, declines] = [0, false]
  const door = `wallet${first}`
  await page.exposeFunction(door, (method: string, params: readonly string[] = []) => {
    if (declines && method !== 'eth_accounts') return { code: 4001 }
    if (/^eth_(requestAccounts|accounts)$/.test(method)) return { result: [accounts[shown]] }
    if (method === 'eth_chainId') return { result: '0x1' }
    if (method !== 'personal_sign') return { code: 4200 }
    const message = new TextDecoder().decode(hexToBytes(params[0]!.slice(2)))
    signed.push(message)
    return { result: signPersonal(message, keys[accounts.indexOf(params[1]!)]!) }
  })
  const inject = ({ door, name, isAnnounced }: { door: string; name: string; isAnnounced: boolean }) => {
    const listeners = new Set<(accounts: unknown) => void>()
    const provider = {
      async request({ method, params }: { method: string; params?: unknown[] }) {
        const ask = Reflect.get(window, door) as (...of: unknown[]) => Promise<{ result?: unknown }>
        const answer = await ask(method, params)
        if ('result' in answer) return answer.result
        throw answer
      },
      on: (_: string, listener: (accounts: unknown) => void) => listeners.add(listener),
      removeListener: (_: string, listener: (accounts: unknown) => void) => listeners.delete(listener),
    }
    Reflect.set(window, `${door}Shows`, (account: string) => {
      for (const listener of listeners) listener([account])
    })
    if (!isAnnounced) {
      Reflect.set(window, 'ethereum', provider)
      return
    }
    const detail = Object.freeze({
      info: {
        uuid: `00000000-0000-4000-8000-0000000000${name.length}`,
        name,
        icon: '',
        rdns: `test.${door}`,
      },
      provider,
    })
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  await page.addInitScript(inject, { door, name, isAnnounced })
  return {
    accounts,
    signed,
    decline: (says) => {
      declines = says
    },
    async show(account) {
      shown = account
      await page.evaluate(
        ({ name, address }) => (Reflect.get(window, name) as (address: string) => void)(address),
        { name: `${door}Shows`, address: accounts[account]! },
      )
    },
  }
}
