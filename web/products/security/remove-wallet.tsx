import { useState } from 'react'
import { unlinkWallet } from '#domain/user/wallet-sign-in.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { fieldError } from '#web/features/access/field-error.ts'
import { shortAddress } from '#web/features/crypto-wallet/browser-wallets.ts'
import { useTexts } from '#web/texts/texts.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** Lets a wallet sign in no more. */
export function RemoveWallet({
  address,
  needsPassword,
  onClose,
  onRemoved,
}: {
  address: string
  needsPassword: boolean
  onClose(): void
  onRemoved(): Promise<void>
}) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const remove = useApiMutation(unlinkWallet, { toastsRefusal: false })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('sign_in_wallet_pages.remove_wallet', { address: shortAddress(address) })}
      text={t('sign_in_wallet_pages.remove_note')}
    >
      <div className="pt-2">
        <AccessForm
          form={remove}
          action={t('sign_in_wallet_pages.remove')}
          isReady={!needsPassword || password !== ''}
          onSend={async () => {
            if (!(await remove.send({ address, ...(needsPassword && { password }) }))) return
            onClose()
            await onRemoved()
          }}
        >
          {needsPassword && (
            <PasswordField
              label={t('access.password')}
              autoComplete="current-password"
              maxLength={128}
              value={password}
              error={fieldError(remove.error, 'oldPassword')}
              onChange={(event) => {
                setPassword(event.target.value)
                remove.reset()
              }}
            />
          )}
        </AccessForm>
      </div>
    </Sheet>
  )
}
