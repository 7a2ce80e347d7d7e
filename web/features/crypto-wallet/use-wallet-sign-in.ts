import { useState } from 'react'
import { registerByWallet, walletMessage } from '#domain/user/wallet-sign-in.ts'
import { useClient } from '#web/app/client-state.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { enter } from '#web/features/access/enter.ts'
import { isFactorNeeded } from '#web/features/access/factor-code-field.tsx'
import { fieldError } from '#web/features/access/field-error.ts'
import type { BrowserWallet, Signed } from './browser-wallets.ts'
import { useWalletSignature } from './use-wallet-signature.ts'

/** What a wallet signed, kept while the code of the authenticator is asked for. */
interface Attempt {
  readonly wallet: BrowserWallet
  readonly signed: Signed & { readonly device: string }
}

/** After these the second factor is asked for still. */
const stays = ['SECOND_FACTOR_WRONG', 'PASSKEY_WRONG', 'TOO_MANY_REQUESTS']

/** Signs in by wallet, and opens an account for a wallet that has none; `onEntered` once it is done. */
export function useWalletSignIn(onEntered: () => void) {
  const signature = useWalletSignature(walletMessage)
  const entry = useApiMutation(registerByWallet, { toastsRefusal: false })
  const [attempt, setAttempt] = useState<Attempt>()
  const [isFactorAsked, setFactorAsked] = useState(false)
  const [isPasskeyOnly, setPasskeyOnly] = useState(false)

  async function send({ wallet, signed }: Attempt, factorCode?: string): Promise<void> {
    const { inviteCode } = useClient.getState()
    const input = { ...signed, ...(factorCode && { factorCode }), ...(inviteCode && { inviteCode }) }
    const token = await entry.send(input, ({ code }) => {
      // Any other refusal of a code is said at its field; all else begins anew.
      if (isFactorNeeded(code)) {
        setFactorAsked(true)
        setPasskeyOnly(code === 'PASSKEY_NEEDED')
      } else if (!stays.includes(code)) setFactorAsked(false)
    })
    if (token === undefined) return
    setFactorAsked(false)
    await enter(token, { rdns: wallet.rdns, address: signed.address }).then(onEntered, () => undefined)
  }

  async function begin(wallet: BrowserWallet): Promise<void> {
    entry.reset()
    const signed = await signature.sign(wallet)
    if (!signed) return
    setAttempt({ wallet, signed })
    await send({ wallet, signed })
  }

  const isAskedFor = entry.error !== null && isFactorNeeded(entry.error.code)
  return {
    begin,
    isPending: signature.isPending || entry.isPending,
    failure: signature.failure ?? (isFactorAsked || isAskedFor ? undefined : entry.error?.message),
    isFactorAsked,
    isPasskeyOnly,
    factorError:
      fieldError(entry.error, 'factorCode') ?? (isAskedFor ? undefined : (entry.error?.message ?? undefined)),
    resetFactor: entry.reset,
    giveFactor: (code: string) => (attempt ? send(attempt, code) : Promise.resolve()),
    giveUp() {
      setFactorAsked(false)
      entry.reset()
    },
  }
}
