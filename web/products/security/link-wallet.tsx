import { useState } from 'react'
import { linkMessage, linkWallet } from '#domain/user/wallet-sign-in.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { fieldError, formError } from '#web/features/access/field-error.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import type { BrowserWallet } from '#web/features/crypto-wallet/browser-wallets.ts'
import { useWalletSignature } from '#web/features/crypto-wallet/use-wallet-signature.ts'
import { WalletButton } from '#web/features/crypto-wallet/wallet-button.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

/** Lets another wallet sign in: with the password where there is one, and the wallet's signature. */
export function LinkWallet({
  needsPassword,
  onLinked,
}: {
  needsPassword: boolean
  onLinked(): Promise<void>
}) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const signature = useWalletSignature(linkMessage)
  const link = useApiMutation(linkWallet, { toastsRefusal: false })

  async function begin(wallet: BrowserWallet): Promise<void> {
    link.reset()
    setTried(true)
    if (needsPassword && password === '') return
    const signed = await signature.sign(wallet)
    if (!signed) return
    const done = await link.send({ ...signed, ...(needsPassword && { password }) })
    if (!done) return
    setPassword('')
    setTried(false)
    await onLinked()
  }

  const missing =
    isTried && needsPassword && password === '' ? t('sign_in_wallet_pages.password_first') : undefined
  return (
    <section className="flex flex-col gap-3 pt-6">
      {needsPassword && (
        <PasswordField
          label={t('access.password')}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          error={fieldError(link.error, 'oldPassword') ?? missing}
          onChange={(event) => {
            setPassword(event.target.value)
            link.reset()
          }}
        />
      )}
      <FormError text={signature.failure ?? formError(link.error)} />
      <WalletButton
        label={t('sign_in_wallet_pages.link')}
        isPending={signature.isPending || link.isPending}
        onChosen={(wallet) => void begin(wallet)}
      />
      <p className="text-12 text-t2">{t('sign_in_wallet_pages.link_note')}</p>
    </section>
  )
}
