import type { ReactNode } from 'react'
import { FormError } from '#web/features/access/form-error.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { useWalletSignIn } from './use-wallet-sign-in.ts'
import { WalletButton } from './wallet-button.tsx'
import { WalletFactor } from './wallet-factor.tsx'

/** The other ways to sign in: with a message that a wallet signs, and what stands beside it. */
export function WalletSignIn({ onEntered, children }: { onEntered(): void; children: ReactNode }) {
  const { t } = useTexts()
  const signIn = useWalletSignIn(onEntered)
  return (
    <section className="flex flex-col gap-3 pt-4">
      <p className="flex items-center gap-4 text-13 text-t2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('sign_in_wallet_pages.or')}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <WalletButton
          label={t('access.wallet')}
          isPending={signIn.isPending}
          onChosen={(wallet) => void signIn.begin(wallet)}
        />
        {children}
      </div>
      <FormError text={signIn.failure} />
      <p className="text-center text-12 text-balance text-t2">{t('sign_in_wallet_pages.note')}</p>
      <WalletFactor signIn={signIn} />
    </section>
  )
}
