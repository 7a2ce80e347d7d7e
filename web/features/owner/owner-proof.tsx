import { useQueryClient } from '@tanstack/react-query'
import { Check, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { confirmMessage, confirmOwner, ownerProof } from '#domain/user/owner-proof.ts'
import { confirmChallenge } from '#domain/user/passkey.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { type FormMutation, fieldError } from '#web/features/access/field-error.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import type { BrowserWallet } from '#web/features/crypto-wallet/browser-wallets.ts'
import { useWalletSignature } from '#web/features/crypto-wallet/use-wallet-signature.ts'
import { WalletButton } from '#web/features/crypto-wallet/wallet-button.tsx'
import { hasPasskeys, signChallenge } from '#web/features/passkey/browser-passkeys.ts'
import { usePasskey } from '#web/features/passkey/use-passkey.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** What confirms a change to one's account, as a form keeps it: the password, or for who has none that they confirmed. */
export function useOwner() {
  const owner = useApiQuery(ownerProof, {}).data
  const [password, setPassword] = useState('')
  const isProven = owner?.provenUntilMs != null
  return {
    ...{ owner, password, setPassword },
    isReady: owner !== undefined && (owner.hasPassword ? password !== '' : isProven),
    given: owner?.hasPassword === false ? {} : { password },
  }
}

/** The password, or the buttons of what takes its place. */
export function OwnerProof({ proof, form }: { proof: ReturnType<typeof useOwner>; form: FormMutation }) {
  const { t } = useTexts()
  const { owner, password, setPassword } = proof
  if (!owner) return null
  if (!owner.hasPassword) return <Confirmation owner={owner} form={form} />
  return (
    <PasswordField
      label={t('access.password')}
      autoComplete="current-password"
      maxLength={128}
      value={password}
      error={fieldError(form.error, 'oldPassword')}
      onChange={(event) => {
        setPassword(event.target.value)
        form.reset()
      }}
    />
  )
}

function Confirmation({
  owner,
  form,
}: {
  owner: NonNullable<ReturnType<typeof useOwner>['owner']>
  form: FormMutation
}) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const wallet = useWalletSignature(confirmMessage)
  const passkey = usePasskey()
  const challenge = useApiMutation(confirmChallenge, { toastsRefusal: false })
  const confirm = useApiMutation(confirmOwner, { toastsRefusal: false })
  const isOver = form.error?.code === 'SIGN_IN_AGAIN'

  // Its time was over when the form was sent.
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: [ownerProof.path] })
  }, [isOver, queries])

  async function send(given: Parameters<typeof confirm.send>[0] | undefined): Promise<void> {
    if (!given || !(await confirm.send(given))) return
    form.reset()
    await queries.invalidateQueries({ queryKey: [ownerProof.path] })
  }
  async function byPasskey(): Promise<void> {
    wallet.reset()
    const response = await passkey.ask((await challenge.send({}))?.options, signChallenge)
    await send(response === undefined ? undefined : { response })
  }
  async function byWallet(chosen: BrowserWallet): Promise<void> {
    passkey.reset()
    await send(await wallet.sign(chosen))
  }

  if (owner.provenUntilMs !== null)
    return (
      <p role="status" className="flex items-center gap-2 text-13 text-t2">
        <Check aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-good" />
        {t('passkey_pages.owner_known')}
      </p>
    )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-t2">{t('passkey_pages.owner_why')}</p>
      {owner.passkeys > 0 && hasPasskeys() && (
        <Button
          className="w-full"
          isPending={challenge.isPending || passkey.isPending}
          onClick={() => void byPasskey()}
        >
          <KeyRound aria-hidden size={20} strokeWidth={1.75} />
          {t('passkey_pages.owner_passkey')}
        </Button>
      )}
      {owner.wallets > 0 && (
        <WalletButton
          label={t('passkey_pages.owner_wallet')}
          isPending={wallet.isPending}
          onChosen={(chosen) => void byWallet(chosen)}
        />
      )}
      <FormError
        text={wallet.failure ?? passkey.failure ?? challenge.error?.message ?? confirm.error?.message}
      />
    </div>
  )
}
