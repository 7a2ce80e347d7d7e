import { useEffect, useState } from 'react'
import { shortAddress } from '#domain/chain/short-address.ts'
import { useClient } from '#web/app/client-state.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { type BrowserWallet, browserWallets, firstAccount } from './browser-wallets.ts'
import { useWalletSignIn } from './use-wallet-sign-in.ts'
import { WalletFactor } from './wallet-factor.tsx'

/** Asks when the wallet that signed in shows another account: nobody is signed in or out, and no account opened, before. */
export default function WalletWatch() {
  const { t } = useTexts()
  const own = useClient((state) => state.signInWallet)
  const [shown, setShown] = useState<{ wallet: BrowserWallet; address: string }>()
  const [declined, setDeclined] = useState<string>()
  // All that the page has loaded belongs to the account before.
  const signIn = useWalletSignIn(() => location.reload())

  useEffect(() => {
    const wallet = browserWallets().find(({ rdns }) => rdns === own?.rdns)
    if (!wallet) return
    const hear = (accounts: unknown) => {
      const address = firstAccount(accounts)
      setShown(address === undefined ? undefined : { wallet, address })
    }
    wallet.provider.on?.('accountsChanged', hear)
    wallet.provider.request({ method: 'eth_accounts' }).then(hear, () => undefined)
    return () => wallet.provider.removeListener?.('accountsChanged', hear)
  }, [own?.rdns])

  if (!own) return null
  const other = shown && shown.address !== own.address && shown.address !== declined ? shown : undefined
  const stay = () => setDeclined(shown?.address)
  return (
    <>
      <Sheet
        isOpen={other !== undefined}
        onClose={stay}
        title={t('sign_in_wallet_pages.changed')}
        text={t('sign_in_wallet_pages.changed_text', {
          current: shortAddress(own.address),
          other: shortAddress(shown?.address ?? ''),
        })}
      >
        <div className="flex flex-col gap-3 pt-4">
          <FormError text={signIn.failure} />
          <Button kind="primary" onClick={stay}>
            {t('sign_in_wallet_pages.stay')}
          </Button>
          <Button isPending={signIn.isPending} onClick={() => other && void signIn.begin(other.wallet)}>
            {t('sign_in_wallet_pages.switch')}
          </Button>
        </div>
      </Sheet>
      <WalletFactor signIn={signIn} />
    </>
  )
}
