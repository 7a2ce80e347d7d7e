import { useState } from 'react'
import type { confirmMessage } from '#domain/user/owner-proof.ts'
import type { linkMessage, walletMessage } from '#domain/user/wallet-sign-in.ts'
import { http } from '#web/app/api.ts'
import { ApiError } from '#web/app/api-error.ts'
import { deviceKey } from '#web/features/access/device-key.ts'
import { useTexts } from '#web/texts/texts.ts'
import { type BrowserWallet, isDeclined, type Signed, signWith } from './browser-wallets.ts'

/** Has wallets sign messages of this server, one at a time. */
export function useWalletSignature(
  endpoint: typeof walletMessage | typeof linkMessage | typeof confirmMessage,
) {
  const { t } = useTexts()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** Returns what was signed for this browser; undefined when nothing was, and `failure` says why. */
  async function sign(wallet: BrowserWallet): Promise<(Signed & { device: string }) | undefined> {
    const device = deviceKey()
    setFailure(undefined)
    setPending(true)
    try {
      const signed = await signWith(wallet, async (asked) => {
        const given = await http.request(endpoint, { ...asked, device }, { toastsRefusal: false })
        return given.message
      })
      return { ...signed, device }
    } catch (thrown) {
      if (thrown instanceof ApiError) setFailure(thrown.message)
      else setFailure(t(isDeclined(thrown) ? 'sign_in_wallet_pages.declined' : 'sign_in_wallet_pages.failed'))
      return undefined
    } finally {
      setPending(false)
    }
  }

  return { sign, isPending, failure, reset: () => setFailure(undefined) }
}
