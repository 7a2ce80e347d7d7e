import { useState } from 'react'
import { linkMessage, linkWallet } from '#domain/user/wallet-sign-in.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { FactorCodeField } from '#web/features/access/factor-code-field.tsx'
import { fieldError, formError } from '#web/features/access/field-error.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import type { BrowserWallet } from '#web/features/crypto-wallet/browser-wallets.ts'
import { useWalletSignature } from '#web/features/crypto-wallet/use-wallet-signature.ts'
import { WalletButton } from '#web/features/crypto-wallet/wallet-button.tsx'
import { useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { OwnerProof } from '#web/features/owner/owner-proof.tsx'
import { useTexts } from '#web/texts/texts.ts'

/** Lets another wallet sign in: with the password or what takes its place, and the wallet's signature. */
export function LinkWallet({ asksFactor, onLinked }: { asksFactor: boolean; onLinked(): Promise<void> }) {
  const { t } = useTexts()
  const proof = useOwnerProof(asksFactor)
  const [isTried, setTried] = useState(false)
  const signature = useWalletSignature(linkMessage)
  const link = useApiMutation(linkWallet, { toastsRefusal: false })

  async function begin(wallet: BrowserWallet): Promise<void> {
    link.reset()
    setTried(true)
    if (!proof.isReady) return
    const signed = await signature.sign(wallet)
    if (!signed) return
    if (!(await link.send({ ...signed, ...proof.given }))) return
    proof.clear()
    setTried(false)
    await onLinked()
  }

  const missing = isTried && !proof.owner.isReady && proof.owner.owner?.hasPassword
  return (
    <section className="flex flex-col gap-3 pt-6">
      <OwnerProof proof={proof.owner} form={link} />
      {proof.asksFactor && (
        <FactorCodeField
          value={proof.factorCode}
          error={fieldError(link.error, 'factorCode')}
          onChange={(typed) => {
            proof.setFactorCode(typed)
            link.reset()
          }}
        />
      )}
      <FormError
        text={
          signature.failure ??
          formError(link.error) ??
          (missing ? t('sign_in_wallet_pages.password_first') : undefined)
        }
      />
      <WalletButton
        label={t('sign_in_wallet_pages.link')}
        isPending={signature.isPending || link.isPending}
        onChosen={(wallet) => void begin(wallet)}
      />
      <p className="text-12 text-t2">{t('sign_in_wallet_pages.link_note')}</p>
    </section>
  )
}
