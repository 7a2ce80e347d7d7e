import { lazy, Suspense } from 'react'
import FreezeWatch from '#web/features/profile/freeze-watch.tsx'
import { loadArea } from '#web/texts/texts.ts'
import { useClient } from './client-state.ts'

/** Only for who came by wallet. */
const WalletWatch = lazy(
  async () =>
    (
      await Promise.all([
        import('#web/features/crypto-wallet/wallet-watch.tsx'),
        loadArea('sign_in_wallet_pages'),
        loadArea('passkey_pages'),
      ])
    )[0],
)

/** What every page says of the account of who is signed in. */
export default function AccountWatch() {
  const isByWallet = useClient((state) => state.signInWallet !== undefined)
  return (
    <>
      <FreezeWatch />
      {isByWallet && (
        <Suspense>
          <WalletWatch />
        </Suspense>
      )}
    </>
  )
}
