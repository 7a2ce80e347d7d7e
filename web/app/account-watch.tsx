import { lazy, Suspense } from 'react'
import FreezeWatch from '#web/features/profile/freeze-watch.tsx'
import { loadArea } from '#web/texts/texts.ts'
import { PRACTICE, useClient } from './client-state.ts'

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

/** Only while practice is on. */
const PracticeWatch = lazy(
  async () =>
    (await Promise.all([import('#web/features/practice/practice-watch.tsx'), loadArea('practice_pages')]))[0],
)

/** What every page says of the account of who is signed in. */
export default function AccountWatch() {
  const isPractising = useClient((state) => state.accountType === PRACTICE)
  const isByWallet = useClient((state) => state.signInWallet !== undefined)
  return (
    <>
      <FreezeWatch />
      {isPractising && (
        <Suspense>
          <PracticeWatch />
        </Suspense>
      )}
      {isByWallet && (
        <Suspense>
          <WalletWatch />
        </Suspense>
      )}
    </>
  )
}
